import type { CoalescingProducer } from '@loyalty/kafka/producer';
import { type Part, repeatingPart, textOf } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { countStreamOuts, parkStreamOut } from '@loyalty/tables/tenants';
import type { Logger } from '@loyalty/telemetry/logger';
import type { Metrics } from '@loyalty/telemetry/metrics';

const everyMs = 1_000;
/** An alert is to come within two minutes after a topic is gone, of which the producer waits one. */
const countEveryMs = 15_000;

/**
 * Creates a part that parks the streams out whose topics are gone (D354), and counts streams by state. What is left in
 * the outbox of a parked one is refused; all other environments go on.
 */
export const parkStreams = (
  producer: Pick<CoalescingProducer, 'onGone'>,
  { db, logger, metrics }: ParkStreamsOptions,
): Part => {
  const gone = new Set<string>();
  producer.onGone((topic) => gone.add(topic));
  let counts = { RUNNING: Number.NaN, PARKED: Number.NaN };
  for (const state of ['RUNNING', 'PARKED'] as const)
    metrics.gauge('loyalty_streams_out', { state }, () => counts[state]);
  let countedMs = -Infinity;
  return repeatingPart({
    name: 'park-streams',
    everyMs,
    work: async () => {
      for (const topic of gone) {
        if (await parkStreamOut(db, topic))
          logger.error(
            { topic, code: 'STREAM_OUT_PARKED' },
            'a stream out is parked, because its topic is gone',
          );
        gone.delete(topic);
        countedMs = -Infinity;
      }
      if (performance.now() - countedMs < countEveryMs) return;
      counts = await countStreamOuts(db);
      countedMs = performance.now();
    },
    onFailed: (failure) => {
      logger.warn({ error: textOf(failure) }, 'streams out could not be parked or counted; retrying');
    },
  });
};

interface ParkStreamsOptions {
  readonly db: Database;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, 'gauge'>;
}
