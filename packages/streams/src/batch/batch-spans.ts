import { headers as names } from '@loyalty/contracts';
import { isSampled, type Span, type Tracer } from '@loyalty/telemetry';
import type { InboundRecord, OutgoingMessage } from '../ports/broker.ts';
import type { RejectedMessage } from '../ports/handler.ts';
import type { Batch } from './batch.ts';

/** How one attempt to store a batch ended. */
export type BatchOutcome = 'stored' | 'fenced' | 'retried';

interface MessageSpan {
  readonly record: InboundRecord;
  readonly span: Span<'message.process'>;
}

/**
 * The spans of one attempt to store a batch. Each sampled message has one in its own trace. The transaction has one in the
 * trace of the first message, and the other messages link to it.
 */
export interface BatchSpans {
  /** The transaction's span, for the spans that follow. */
  readonly traceparent: string;
  /** Returns the replies; those to sampled requests carry their trace. */
  traced(replies: readonly OutgoingMessage[]): readonly OutgoingMessage[];
  end(outcome: BatchOutcome, rejected?: readonly RejectedMessage[]): void;
}

/** Begins the spans of a batch. Returns null, after checking one character per message, when none is sampled. */
export const beginBatchSpans = <T>(tracer: Tracer, batch: Batch<T>, nowMs: number): BatchSpans | null => {
  if (!tracer.isOn) return null;
  const messages: MessageSpan[] = [];
  for (const { item } of batch) {
    if (item === null) continue;
    const { record, lane } = item;
    const traceparent = record.headers[names.traceparent];
    const span = isSampled(traceparent) ? tracer.continue('message.process', traceparent) : null;
    if (span === null) continue;
    describe(span, record, nowMs);
    span.set('loyalty.lane', lane);
    messages.push({ record, span });
  }
  return spansOf(tracer, messages, batch.length);
};

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
