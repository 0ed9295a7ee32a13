import { textOf } from '@loyalty/kernel';
import { stopOnRequest } from './processes/stop-on-request.ts';
import { stopAllTied } from './processes/tied-process.ts';
import { report } from './report.ts';
import { printProgress } from './print-line.ts';
import type { StackSettings } from './settings.ts';
import { createStack } from './stack.ts';

/** Runs the stack until it is asked to stop. */
export const runStart = async (settings: StackSettings): Promise<void> => {
  const stack = await createStack(settings, printProgress);
  const isStopping = stopOnRequest(async () => {
    printProgress('Stopping …');
    await stack.stop();
    await stopAllTied();
    printProgress('Stopped.');
    process.exit(0);
  });
  try {
    await stack.start();
    if (isStopping()) return;
    // Counted from the start of this process, so it includes the check of prerequisites and the build.
    report(stack.local(), performance.now());
  } catch (failure) {
    if (isStopping()) return;
    printProgress(textOf(failure));
    await stopAllTied();
    process.exit(1);
  }
};
