import { isStartedByNpm } from './config.ts';
import { textOf } from '@loyalty/kernel';
import { report } from './report.ts';
import { say } from './say.ts';
import type { StackSettings } from './settings.ts';
import { createStack } from './stack.ts';
import { stopOnRequest } from './stop-on-request.ts';

/** `npm start` from where everything is compiled: starts the stack, reports, runs until asked to stop. */
export const runStart = async (settings: StackSettings): Promise<void> => {
  const startedAt = Date.now();
  const stack = await createStack(settings, say);
  stopOnRequest(isStartedByNpm(), async () => {
    say('Stopping …');
    await stack.stop();
    say('Stopped.');
    process.exit(0);
  });
  try {
    await stack.start();
    report(stack.local(), Date.now() - startedAt);
  } catch (failure) {
    say(textOf(failure));
    process.exit(1);
  }
};
