import { closeDrill, defineDrill } from '@loyalty/stack/drill';
import { say } from '../say.ts';
import { options } from './options.ts';
import { runRestarts } from './restarts-run.ts';

const about = `
Starts replicas of every service, and a proxy in front of ingress that sends new connections to ready replicas only. Sends evaluates,
redeems, bulk calls, streamed receipts and segment refreshes at a steady rate, and restarts each replica in turn. No operation may fail,
no connection may be cut, nothing may be lost or doubled, and 99 of 100 requests must get their response within 250 ms. Exit code 1: a
promise was broken.`;

/** Every replica of every service is restarted under load. */
export const drill = defineDrill({
  about,
  options,
  run: async (values) => {
    const seed = values.seed.toString();
    say(`Seed ${seed}; starting a stack in .loyalty/restarts`);
    const broken = await runRestarts(values);
    for (const line of broken) say(line);
    closeDrill(broken.length === 0, `--seed ${seed}`);
  },
});
