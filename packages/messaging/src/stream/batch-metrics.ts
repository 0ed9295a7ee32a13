import type { Metrics } from '@loyalty/telemetry';
import type { Committed } from './batch-commit.ts';
import type { Batch } from './batch.ts';

interface BatchRecord<T, Plan> {
  readonly batch: Batch<T>;
  readonly committed: Committed<Plan>;
  readonly beganMs: number;
  readonly endedMs: number;
}

/** Counts one stored batch: per batch and per topic, never per message. */
export const recordBatch = <T, Plan>(metrics: Metrics, record: BatchRecord<T, Plan>): void => {
  const { batch, committed, beganMs, endedMs } = record;
  const lane = batch[0]?.item.lane ?? 'bulk';
  metrics.observe('loyalty_batch_size', { lane }, batch.length);
  metrics.observe('loyalty_batch_duration_seconds', { lane, outcome: 'stored' }, (endedMs - beganMs) / 1000);
  const topics = new Map<string, { count: number; newestMs: number }>();
  for (const { item } of batch) {
    const topic = topics.get(item.record.topic) ?? { count: 0, newestMs: 0 };
    topic.count += 1;
    topic.newestMs = item.record.timestamp;
    topics.set(item.record.topic, topic);
  }
  for (const [topic, { count, newestMs }] of topics) {
    metrics.count('loyalty_messages_total', { topic, outcome: 'stored' }, count);
    metrics.observe('loyalty_stream_time_lag_seconds', { topic }, Math.max(0, endedMs - newestMs) / 1000);
  }
  for (const { record: at, rejection } of committed.rejected) {
    metrics.count('loyalty_dead_letters_total', { topic: at.topic, reason: rejection.reason });
  }
};
