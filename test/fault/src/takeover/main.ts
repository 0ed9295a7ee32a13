import { startStackIn } from '../own-stack.ts';
import { runWithOptions } from '../run-main.ts';
import { say } from '../say.ts';
import { helpText, readOptions } from './options.ts';
import { runTakeovers } from './takeover-run.ts';

/** `npm run test:takeover`: how long partitions are silent when engines die, join and are restarted; exit code 1 when too long. */
await runWithOptions({ helpText, readOptions }, async (options) => {
  say(`Seed ${options.seed.toString()}; starting a stack in .loyalty/takeover`);
  const stack = await startStackIn('takeover');
  try {
    const broken = await runTakeovers(stack, options);
    for (const line of broken) say(line);
    say(
      broken.length === 0
        ? 'Every promise held.'
        : `Broken promises: run again with --seed ${options.seed.toString()}.`,
    );
    process.exitCode = broken.length === 0 ? 0 : 1;
  } finally {
    await stack.stop();
  }
});
