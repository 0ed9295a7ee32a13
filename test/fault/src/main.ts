import { helpText, readOptions } from './options.ts';
import { runFaults } from './fault-run.ts';
import { startStackIn } from './own-stack.ts';
import { runWithOptions } from './run-main.ts';
import { say } from './say.ts';

/** `npm run test:fault`: injects faults into a stack of its own under load; exit code 1 when a promise was broken. */
await runWithOptions({ helpText, readOptions }, async (options) => {
  say(`Seed ${options.seed.toString()}; starting a stack in .loyalty/fault`);
  const stack = await startStackIn('fault');
  try {
    const { summary, holds } = await runFaults(stack, options);
    say(summary);
    say(holds ? 'Every promise held.' : `Broken promises: run again with --seed ${options.seed.toString()}.`);
    process.exitCode = holds ? 0 : 1;
  } finally {
    await stack.stop();
  }
});
