import { runOnPart } from '../run-on-part.ts';
import { CuttableKafka } from './cuttable-kafka.ts';
import { helpText, readOptions } from './options.ts';

/** Before the log is cut. */
const receipts = 1_000;

/** `npm run test:cut-log`: the one broker in sync loses the ends of its partitions. */
await runOnPart({ helpText, readOptions }, ({ seed, hasEligibleLeaders }) => ({
  folder: 'cut-log',
  title: 'Three brokers',
  variant: 'plain',
  load: { seed, receipts },
  start: async (home) => {
    const part = await CuttableKafka.start(home, hasEligibleLeaders);
    return {
      part,
      variables: { KAFKA_BROKERS: part.brokers },
      judge: (_, violations) => {
        for (const place of part.silent) violations.add('cut, and not parked', place);
        return Promise.resolve();
      },
    };
  },
}));
