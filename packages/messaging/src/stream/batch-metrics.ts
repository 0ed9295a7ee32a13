import type { Metrics } from '@loyalty/telemetry';
import type { Committed } from './batch-commit.ts';
import type { BatchOutcome } from './batch-spans.ts';
import type { Batch } from './batch.ts';

interface BatchRecord<T, Plan> {
  readonly batch: Batch<T>;
  readonly committed: Committed<Plan>;
  readonly beganMs: number;
  readonly endedMs: number;
}

/** Counts stored batches: once per batch and topic, never per message. */
export class BatchMetrics {
  readonly #metrics: Metrics;
  readonly #lagMs = new Map<string, number>();

  constructor(metrics: Metrics) {
    this.#metrics = metrics;
  }

  /** An attempt that was rolled back: nothing of it is stored. */
  rolledBack<T>(batch: Batch<T>, outcome: Exclude<BatchOutcome, 'stored'>, tookMs: number): void {
    const lane = batch[0]?.item.lane ?? 'bulk';
    this.#metrics.observe('loyalty_batch_duration_seconds', { lane, outcome }, tookMs / 1000);
  }

  record<T, Plan>({ batch, committed, beganMs, endedMs }: BatchRecord<T, Plan>): void {
    const lane = batch[0]?.item.lane ?? 'bulk';
    this.#metrics.observe('loyalty_batch_size', { lane }, batch.length);
    this.#metrics.observe(
      'loyalty_batch_duration_seconds',
      { lane, outcome: 'stored' },
      (endedMs - beganMs) / 1000,
    );
    const counts = new Map<string, number>();
    for (const { item } of batch) {
      const { topic, timestamp } = item.record;
      counts.set(topic, (counts.get(topic) ?? 0) + 1);
      this.#setLag(topic, Math.max(0, endedMs - timestamp));
    }
    for (const [topic, count] of counts) {
      this.#metrics.count('loyalty_messages_total', { topic, outcome: 'stored' }, count);
    }
    for (const { record, rejection } of committed.rejected) {
      this.#metrics.count('loyalty_dead_letters_total', { topic: record.topic, reason: rejection.reason });
    }
  }

  #setLag(topic: string, lagMs: number): void {
    if (!this.#lagMs.has(topic)) {
      this.#metrics.gauge(
        'loyalty_stream_time_lag_seconds',
        { topic },
        () => (this.#lagMs.get(topic) ?? 0) / 1000,
      );
    }
    this.#lagMs.set(topic, lagMs);
  }
}
