import { headers as names, topics } from '@loyalty/contracts';
import { headerOf, type InboundRecord, type OutgoingMessage } from '@loyalty/kafka';
import { type Metrics, startAtZero } from '@loyalty/telemetry/metrics';
import { isSampled, type Span, type Traceparent, type Tracer } from '@loyalty/telemetry/tracing';
import type { Lane, RejectedMessage } from '../ports.ts';
import type { Committed } from './batch-commit.ts';
import type { Batch } from './batch.ts';

/**
 * Starts the counters of a topic at zero. Tenants' own topics do not have this, because hundreds of topics
 * would make thousands of zeros.
 */
export const startTopicCounters = (metrics: Pick<Metrics, 'count'>, topic: string): void => {
  startAtZero(metrics, 'loyalty_messages_total', { topic });
  startAtZero(metrics, 'loyalty_dead_letters_total', { topic });
};

/** The metrics of batches, which change once per batch and topic, and never per message. */
export class BatchMetrics {
  readonly #metrics: Metrics;

  constructor(metrics: Metrics) {
    this.#metrics = metrics;
  }

  rolledBack<T>(batch: Batch<T>, outcome: Exclude<BatchOutcome, 'stored'>, tookMs: number): void {
    const lane = laneOf(batch);
    this.#metrics.observe('loyalty_batch_duration_seconds', { lane, outcome }, tookMs / 1000);
  }

  record<T, Plan>({
    batch,
    committed,
    beganMs,
    endedMs,
  }: {
    readonly batch: Batch<T>;
    readonly committed: Committed<Plan>;
    readonly beganMs: number;
    readonly endedMs: number;
  }): void {
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

/** The first record decides; a batch of nothing but skipped runs counts as bulk. */
const laneOf = <T>(batch: Batch<T>): Lane => batch.find(({ item }) => item !== null)?.item?.lane ?? 'bulk';

type BatchOutcome = 'stored' | 'fenced' | 'retried';

interface MessageSpan {
  readonly record: InboundRecord;
  readonly span: Span<'message.process'>;
}

/**
 * The spans of a batch: one for each sampled message in its own trace, and one for the transaction in the
 * trace of the first message, linked from the others.
 */
export interface BatchSpans {
  readonly traceparent: string;
  /** Adds the trace of the sampled requests to their replies. */
  traced(replies: readonly OutgoingMessage[]): readonly OutgoingMessage[];
  end(outcome: BatchOutcome, rejected?: readonly RejectedMessage[]): void;
}

/**
 * Begins the spans of a batch. Returns null, after checking one character per message, if no message is
 * sampled.
 */
export const beginBatchSpans = <T>(tracer: Tracer, batch: Batch<T>, nowMs: number): BatchSpans | null => {
  if (!tracer.isOn) return null;
  const messages: MessageSpan[] = [];
  for (const { item } of batch) {
    if (item === null) continue;
    const { record, lane } = item;
    const traceparent = headerOf(record, names.traceparent);
    const span = isSampled(traceparent) ? spanOf(tracer, record.topic, traceparent) : null;
    if (span === null) continue;
    describe(span, record, nowMs);
    span.set('loyalty.lane', lane);
    messages.push({ record, span });
  }
  return spansOf(tracer, messages, batch.length);
};

const ourTopics: ReadonlySet<string> = new Set(Object.values(topics));

/** A topic that is not ours is a tenant's: its producers sample as they like, so it has a share (D140). */
const spanOf = (tracer: Tracer, topic: string, traceparent: Traceparent): Span<'message.process'> | null =>
  ourTopics.has(topic)
    ? tracer.continue('message.process', traceparent)
    : tracer.follow('message.process', traceparent, topic);

const describe = (span: Span<'message.process'>, record: InboundRecord, nowMs: number): void => {
  span.set('messaging.destination.name', record.topic);
  span.set('messaging.destination.partition.id', record.partition.toString());
  span.set('messaging.kafka.offset', record.offset);
  span.set('loyalty.waited_ms', Math.max(0, nowMs - record.timestamp));
};

const spansOf = (tracer: Tracer, messages: readonly MessageSpan[], size: number): BatchSpans | null => {
  const [first, ...others] = messages;
  const store = first === undefined ? null : tracer.continue('batch.store', first.span.traceparent);
  if (store === null) return null;
  store.set('db.system.name', 'postgresql');
  store.set('loyalty.batch_size', size);
  for (const { span } of others) span.link(store);
  return {
    traceparent: store.traceparent,
    traced: (replies) => withTraces(replies, messages),
    end: (outcome, rejected = []) => {
      endOne(store, outcome);
      const givenUp = new Set(rejected.map(({ record }) => record));
      for (const { record, span } of messages) endOne(span, givenUp.has(record) ? 'given up' : outcome);
    },
  };
};

const endOne = (span: Span<'message.process' | 'batch.store'>, outcome: BatchOutcome | 'given up'): void => {
  span.set('loyalty.outcome', outcome);
  if (outcome !== 'stored') span.fail(outcome);
  span.end();
};

/** A reply belongs to the request whose correlation id it carries. */
const withTraces = (
  replies: readonly OutgoingMessage[],
  messages: readonly MessageSpan[],
): readonly OutgoingMessage[] => {
  const traces = new Map(
    messages.map(({ record, span }) => [record.headers[names.correlationId]?.toString(), span.traceparent]),
  );
  return replies.map((reply) => {
    const traceparent = traces.get(reply.headers[names.correlationId]?.toString());
    if (traceparent === undefined) return reply;
    return { ...reply, headers: { ...reply.headers, [names.traceparent]: traceparent } };
  });
};
