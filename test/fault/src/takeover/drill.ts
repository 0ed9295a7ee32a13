import { closeDrill, defineDrill, numberOption, seedOption } from '@loyalty/stack/drill';
import { startStackIn } from '../own-stack.ts';
import { say } from '../say.ts';
import { runTakeovers } from './takeover-run.ts';

const about = `
Starts a stack, kills one of two engines again and again, and cuts the node of one off from the network (as root, with
iptables). It also kills ingress, Postgres and Kafka as often, each of which runs only once. Then it lets four more engines
join at once under 200 requests a second, and restarts each in turn. Exit code 1: partitions were silent too long, facts
waited in the outbox too long, or a request failed.`;

/** How long partitions are silent when engines die, join and are restarted. */
export const drill = defineDrill({
  about,
  options: {
    kills: numberOption('how often one of two engines, and each server, is killed; the median counts', 10),
    seed: seedOption('for the choice between the two engines'),
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
