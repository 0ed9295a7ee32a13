import { defineDrill, seedOption, flagOption } from '@loyalty/stack/drill';
import { runOnPart } from '../run-on-part.ts';
import { CuttableKafka } from './cuttable-kafka.ts';

const about = `
Starts three brokers and a stack on them, loads it, leaves only one broker in sync, kills it, cuts its partitions in half, and starts
everything again. Each position beyond the new end must be parked. Then an operator moves these positions to before the cut, and the
drill compares the acknowledged responses with the stored ones. Exit code 1: a promise was broken.`;

/** Before the log is cut. */
const receipts = 1_000;

/** The one broker in sync loses the ends of its partitions. */
export const drill = defineDrill({
  about,
  options: {
    eligibleLeaders: flagOption(
      'run as new clusters do since Kafka 4.1: another replica leads, and nothing is cut',
    ),
    seed: seedOption(),
  },
  run: ({ seed, eligibleLeaders }) =>
    runOnPart({
      folder: 'cut-log',
      title: 'Three brokers',
      variant: 'plain',
      load: { seed, receipts },
      start: async (home) => {
        const part = await CuttableKafka.start(home, eligibleLeaders);
        return {
          part,
          variables: { KAFKA_BROKERS: part.brokers },
          judge: (_, violations) => {
            for (const place of part.silent) violations.add('cut, and not parked', place);
            return Promise.resolve();
          },
        };
      },
    }),
});
