import { headers as names } from '@loyalty/contracts';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createMetrics } from '@loyalty/telemetry/metrics';
import { createMemoryTracing, type MemoryTracing, type RecordedSpan } from '@loyalty/telemetry/tracing';
import type { InboundRecord } from '@loyalty/kafka';
import type { OutgoingMessage } from '@loyalty/kafka';
import type { ProducerPort } from '@loyalty/kafka';
import { tracedProducer } from '@loyalty/kafka/producer';
import { AssignedPartition } from '../intake/assigned-partitions.ts';
import { FactPublisher } from '../outbox/fact-publisher.ts';
import { ReplyReader } from '../request-reply/reply-reader.ts';
import { PendingReplies } from '../request-reply/request-client.ts';
import { beginBatchSpans } from './batch-telemetry.ts';
import type { Batch } from './batch.ts';

const at = { consumerGroup: 'engine', topic: 'loyalty.evaluate', partition: 3 };
const partition = new AssignedPartition(at);
const unsampled = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00`;

const recordOf = (
  { headers, topic = at.topic }: Pick<OutgoingMessage, 'headers'> & { readonly topic?: string },
  offset = 0,
): InboundRecord => {
  const bytes = Object.entries(headers).map(([name, value]) => [name, Buffer.from(value)]);
  const { partition: number } = at;
  return {
    topic,
    partition: number,
    offset,
    timestamp: 1_000,
    key: null,
    value: null,
    headers: Object.fromEntries(bytes) as InboundRecord['headers'],
  };
};

const batchOf = (records: readonly InboundRecord[]): Batch<string> =>
  records.map((record) => ({
    partition,
    bytes: 1,
    from: record.offset,
    item: { record, consumerGroup: at.consumerGroup, lane: 'interactive', value: '' },
  }));

const requestOf = (correlationId: string, traceparent: string): OutgoingMessage => ({
  topic: at.topic,
  key: null,
  value: null,
  headers: { [names.correlationId]: correlationId, [names.traceparent]: traceparent },
});

/** A producer that records its messages. */
const keepingProducer = () => {
  const sent: OutgoingMessage[] = [];
  const producer: ProducerPort = {
    send: (messages) => {
      sent.push(...messages);
      return Promise.resolve();
    },
    stop: () => Promise.resolve(),
  };
  return { producer, sent };
};

const started = <T>(span: T | null): T => {
  if (span === null) throw new Error('the trace is not sampled');
  return span;
};

/** Delivers a reply as Kafka would. */
const receive = async (reader: ReplyReader<string>, reply: OutgoingMessage | undefined): Promise<void> => {
  reader.joined([at]);
  await new Promise(setImmediate);
  const records = [recordOf(reply ?? { headers: {} })];
  reader.fetched({ ...at, fetchedOffset: 0, nextOffset: 1, records });
};

/** Returns each span's name with that of its parent. */
const edgesOf = (spans: readonly RecordedSpan[]): (string | undefined)[][] => {
  const nameOf = new Map(spans.map(({ spanId, name }) => [spanId, name]));
  return spans.map(({ name, parentId }) => [name, nameOf.get(parentId ?? '')]).sort();
};

const readerOf = (pending: PendingReplies<string>, { tracer }: MemoryTracing): ReplyReader<string> =>
  new ReplyReader({
    consumer: {
      start: () => Promise.resolve(),
      seek: () => undefined,
      pause: () => undefined,
      resume: () => undefined,
      logBounds: () => Promise.resolve([{ topic: at.topic, partition: at.partition, start: 0, end: 0 }]),
      commit: () => Promise.resolve(),
      stop: () => Promise.resolve(),
    },
    decoder: { decode: () => ({ outcome: 'decoded', value: 'reply' }), learn: () => Promise.resolve() },
    pending,
    tracer,
    logger: silentLogger,
    metrics: createMetrics({ service: 'test' }),
    onFailed: () => undefined,
  });

test('a request is one trace: to Kafka, through its batch and the database, and back to the waiting caller', async () => {
  const tracing = await createMemoryTracing();
  const { tracer } = tracing;
  const { producer, sent } = keepingProducer();
  const traced = tracedProducer(producer, tracer);
  const server = started(tracer.enter('http.request', undefined, 1));
  await traced.send([requestOf('c1', server.traceparent)]);

  const spans = started(beginBatchSpans(tracer, batchOf(sent.splice(0).map(recordOf)), 1_005));
  const replies = [{ ...requestOf('c1', ''), headers: { [names.correlationId]: 'c1' } }];
  spans.end('stored');
  await traced.send(spans.traced(replies));
  const facts = new FactPublisher({ producer, tracer, logger: silentLogger });
  facts.publish(1, [requestOf('f', unsampled)], spans.traceparent);

  const pending = new PendingReplies<string>(10);
  const answer = pending.wait('c1', 1_000);
  await receive(readerOf(pending, tracing), sent[0]);
  expect(await answer).toEqual({ outcome: 'replied', reply: 'reply' });
  server.end();

  const ended = tracing.ended();
  expect(new Set(ended.map(({ traceId }) => traceId)).size).toBe(1);
  expect(edgesOf(ended)).toEqual([
    ['batch.store', 'message.process'],
    ['facts.publish', 'batch.store'],
    ['http.request', undefined],
    ['kafka.send', 'http.request'],
    ['kafka.send', 'message.process'],
    ['message.process', 'kafka.send'],
    ['reply.receive', 'kafka.send'],
  ]);
  expect(ended.find(({ name }) => name === 'message.process')?.attributes).toMatchObject({
    'loyalty.waited_ms': 5,
    'loyalty.outcome': 'stored',
  });
});

test('the sampled messages of a batch have spans, all but the first linked to that of the transaction', async () => {
  const { tracer, ended } = await createMemoryTracing();
  const roots = [tracer.enter('http.request', undefined, 1), tracer.enter('http.request', undefined, 1)];
  const requests = [unsampled, ...roots.map((root) => root?.traceparent ?? ''), unsampled];
  const records = requests.map((traceparent, n) => recordOf(requestOf(`c${n.toString()}`, traceparent), n));
  const spans = beginBatchSpans(tracer, batchOf(records), 1_000);
  const givenUp = { ...at, lane: 'bulk', rejection: { reason: 'UNDECODABLE', detail: '' } } as const;
  spans?.end(
    'stored',
    records.slice(2, 3).map((record) => ({ ...givenUp, record })),
  );
  const [store, first, second] = ended();
  expect(store).toMatchObject({ traceId: first?.traceId, parentId: first?.spanId });
  expect(store?.attributes).toMatchObject({ 'loyalty.batch_size': 4, 'loyalty.outcome': 'stored' });
  expect(second).toMatchObject({ links: [store?.spanId], failure: 'given up' });
  expect(second?.traceId).not.toBe(first?.traceId);
  expect(ended()).toHaveLength(3);
});

test('▲ a tenant that samples every record of its own topic has ten spans of them in a second (D140)', async () => {
  const { tracer, ended } = await createMemoryTracing({ ratio: 0 });
  const now = jest.spyOn(performance, 'now').mockReturnValue(1_000);
  const sampled = unsampled.replace(/00$/, '01');
  const topic = 'loyalty.receipts.0198c0de-0000-7000-8000-000000000001.live';
  const records = Array.from({ length: 100 }, (_, n) =>
    recordOf({ ...requestOf(`c${n.toString()}`, sampled), topic }, n),
  );
  beginBatchSpans(tracer, batchOf(records), 1_000)?.end('stored');
  now.mockRestore();
  expect(ended().filter(({ name }) => name === 'message.process')).toHaveLength(10);
});

test('without a sampled message a batch has no spans, and messages pass a producer unchanged', async () => {
  const { tracer, ended } = await createMemoryTracing();
  const { producer, sent } = keepingProducer();
  const message = requestOf('c', unsampled);
  expect(beginBatchSpans(tracer, batchOf([recordOf(message)]), 1_000)).toBeNull();
  await tracedProducer(producer, tracer).send([message]);
  expect(sent[0]).toBe(message);
  expect(ended()).toEqual([]);
});

test('a rolled back attempt and a message that Kafka did not accept are failures in their traces', async () => {
  const { tracer, ended } = await createMemoryTracing();
  const root = tracer.enter('http.request', undefined, 1);
  const request = requestOf('c', root?.traceparent ?? '');
  beginBatchSpans(tracer, batchOf([recordOf(request)]), 1_000)?.end('fenced');
  const away: ProducerPort = { send: () => Promise.reject(new Error('away')), stop: () => Promise.resolve() };
  await expect(tracedProducer(away, tracer).send([request])).rejects.toThrow('away');
  expect(ended().map(({ name, failure }) => [name, failure])).toEqual([
    ['batch.store', 'fenced'],
    ['message.process', 'fenced'],
    ['kafka.send', 'not acknowledged'],
  ]);
});
