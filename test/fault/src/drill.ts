import { closeDrill, defineDrill } from '@loyalty/stack/drill';
import { runFaults } from './fault-run.ts';
import { cutMsOf, operationsOf, options, strikesOf } from './options.ts';
import { startStackIn } from './own-stack.ts';
import { say } from './say.ts';

const about = `
Starts a stack, loads it with 64 tills and streamed receipts, and 83 times at random kills or freezes one of its parts, or
cuts an engine off from Postgres. Then it compares what was acknowledged with what is stored and published. Exit code 1:
something was lost or doubled, or members of an engine that was cut off waited too long.`;

/** Injects faults into a stack of its own under load. */
export const drill = defineDrill({
  about,
  options,
  run: async (values) => {
    const seed = values.seed.toString();
    say(`Seed ${seed}; starting a stack in .loyalty/fault`);
    const stack = await startStackIn('fault');
    try {
      const plan = {
        seed: values.seed,
        operations: operationsOf(values),
        strikes: strikesOf(values),
        cutMs: cutMsOf(values),
      };
      const { summary, holds } = await runFaults(stack, plan);
      say(summary);
      closeDrill(holds, `--seed ${seed}`);
    } finally {
      await stack.stop();
    }
  },
});
