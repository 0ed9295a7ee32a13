import { closeDrill, defineDrill, numberOption, seedOption } from '@loyalty/stack/drill';
import { startStackIn } from '../own-stack.ts';
import { say } from '../say.ts';
import { runTakeovers } from './takeover-run.ts';

const about = `
Starts a stack, kills one of two engines again and again, and takes the network from the node of one (as root, with
iptables). It kills ingress, Postgres and Kafka as often, each of which runs once. Then it lets four more engines join
at once under 200 requests a second, and restarts each in turn. Exit code 1: partitions were silent for too long,
facts waited in the outbox for too long, or a request failed.`;

/** How long partitions are silent when engines die, join and are restarted. */
export const drill = defineDrill({
  about,
  options: {
    kills: numberOption('of one of two engines, and of each server; the median counts', 10),
    seed: seedOption('draws which of the two'),
  },
  run: async (values) => {
    const seed = values.seed.toString();
    say(`Seed ${seed}; starting a stack in .loyalty/takeover`);
    const stack = await startStackIn('takeover');
    try {
      const broken = await runTakeovers(stack, values);
      for (const line of broken) say(line);
      closeDrill(broken.length === 0, `--seed ${seed}`);
    } finally {
      await stack.stop();
    }
  },
});
