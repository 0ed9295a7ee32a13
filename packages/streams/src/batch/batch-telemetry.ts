import { startAtZero, type Metrics } from '@loyalty/telemetry';
import type { Committed } from './batch-commit.ts';
import type { BatchOutcome } from './batch-spans.ts';
import type { Lane } from '../ports/handler.ts';
import type { Batch } from './batch.ts';

interface BatchRecord<T, Plan> {
  readonly batch: Batch<T>;
  readonly committed: Committed<Plan>;
  readonly beganMs: number;
  readonly endedMs: number;
}

/** The lane of the first record; a batch of nothing but skipped runs counts as bulk. */
const laneOf = <T>(batch: Batch<T>): Lane => batch.find(({ item }) => item !== null)?.item?.lane ?? 'bulk';

/**
 * Exports the counters of a topic that this process begins to read. A tenant's own topic is counted from its first message on:
 * hundreds of them would be thousands of zeros.
 */
export const startTopicCounters = (metrics: Pick<Metrics, 'count'>, topic: string): void => {
  startAtZero(metrics, 'loyalty_messages_total', { topic });
  startAtZero(metrics, 'loyalty_dead_letters_total', { topic });
};

/** Counts stored batches: once per batch and topic, never per message. */
export class BatchMetrics {
  readonly #metrics: Metrics;

  constructor(metrics: Metrics) {
    this.#metrics = metrics;
  }

  /** An attempt that was rolled back: nothing of it is stored. */
  rolledBack<T>(batch: Batch<T>, outcome: Exclude<BatchOutcome, 'stored'>, tookMs: number): void {
    const lane = laneOf(batch);
    this.#metrics.observe('loyalty_batch_duration_seconds', { lane, outcome }, tookMs / 1000);
  }

  record<T, Plan>({ batch, committed, beganMs, endedMs }: BatchRecord<T, Plan>): void {
    const lane = laneOf(batch);
    const records = batch.filter(({ item }) => item !== null).length;
    if (records > 0) this.#metrics.observe('loyalty_batch_size', { lane }, records);
    this.#metrics.observe(
      'loyalty_batch_duration_seconds',
      { lane, outcome: 'stored' },
      (endedMs - beganMs) / 1000,
    );
    this.#countMessages(batch);
    for (const { record, rejection } of committed.rejected) {
      this.#metrics.count('loyalty_dead_letters_total', { topic: record.topic, reason: rejection.reason });
    }
  }

  #countMessages<T>(batch: Batch<T>): void {
    const stored = new Map<string, number>();
    const skipped = new Map<string, number>();
    for (const queued of batch) {
      const { topic } = queued.partition;
      if (queued.item === null) skipped.set(topic, (skipped.get(topic) ?? 0) + queued.count);
      else stored.set(topic, (stored.get(topic) ?? 0) + 1);
    }
    for (const [topic, count] of stored)
      this.#metrics.count('loyalty_messages_total', { topic, outcome: 'stored' }, count);
    for (const [topic, count] of skipped)
      this.#metrics.count('loyalty_messages_total', { topic, outcome: 'skipped' }, count);
  }
}
