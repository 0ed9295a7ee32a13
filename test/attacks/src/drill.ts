import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printLine, startOwnStack } from '@loyalty/stack';
import { defineDrill } from '@loyalty/stack/drill';
import { startSpanReceiver } from '@loyalty/testkit/servers';
import { startNames } from './attacker/names.ts';
import { chooseAttacks, listOf } from './choose-attacks.ts';
import { options } from './options.ts';
import { runAttacks } from './run/run-attacks.ts';

/** The compiled file is in `test/attacks/dist/attacks/src`. */
const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../../../..');

const about = `
Starts a stack in .loyalty/attacks. One tenant attacks another in every way that the API and the streams allow, first with the usual
limits and then with limits of 1,000,000 a minute. The victim evaluates and redeems ten times a second each. All responses must be 200
with a p99 of at most 1 s, webhooks must arrive within 2 s, codes and memberships within 3 s, no service may become unready, and ten
seconds later everything must be as before. No request of the attacker that was acknowledged may be lost. Exit code 1: a promise was broken.`;

/** One tenant attacks another with legal means. */
export const drill = defineDrill({
  about,
  options,
  run: async (values, verdicts) => {
    const attacks = chooseAttacks(values);
    if (values.list) {
      printLine(listOf(attacks));
      return;
    }
    printLine(`${attacks.length.toString()} attacks; starting a stack in .loyalty/attacks`);
    const names = await startNames();
    const collector = await startSpanReceiver();
    try {
      const variables = {
        DNS_SERVERS: names.servers.join(),
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
        // No trace begins by chance: whatever the collector receives, a caller has asked for.
        OTEL_TRACES_SAMPLER_ARG: '0',
      };
      const stack = await startOwnStack({ root, home: join(root, '.loyalty/attacks'), variables });
      await runAttacks(stack, values, { attacks, collector, verdicts }).finally(() => stack.stop());
    } finally {
      await collector.close();
      await names.close();
    }
  },
});
