import {
  evaluateRequestCodec,
  headers as names,
  topics,
  type Reply,
  type TopicName,
} from '@loyalty/contracts';
import { sendInOrder, type OutgoingMessage, type ProducerPort, type RequestClient } from '@loyalty/messaging';
import type { BulkEngine, EvaluateEngine, EvaluateOrder } from '../usecases/ports.ts';

export interface KafkaEngineOptions {
  readonly client: RequestClient<Reply>;
  readonly producer: Pick<ProducerPort, 'send'>;
  /** The registered id of our version of the schema. */
  readonly schemaId: number;
  /** How long a caller waits for the replies. */
  readonly deadlineMs: number;
}

/** The engine behind `loyalty.evaluate`: one message an order, on the partition of its member. */
export const createKafkaEvaluateEngine = (options: KafkaEngineOptions): EvaluateEngine => ({
  encode: (request) => evaluateRequestCodec.encode(request, options.schemaId),
  ask: (order) => options.client.request(messageOf(topics.evaluate, order), options.deadlineMs),
  // Without a reply address nobody is answered: the result waits under its reference (D36).
  submit: (order) => options.producer.send([messageOf(topics.evaluate, order)]),
});

/** The engine behind `loyalty.receipts`, where streams of receipts go too. */
export const createKafkaBulkEngine = (options: KafkaEngineOptions): BulkEngine => {
  const messagesOf = (orders: readonly EvaluateOrder[]): OutgoingMessage[] =>
    orders.map((order) => messageOf(topics.receipts, order));
  return {
    encode: (request) => evaluateRequestCodec.encode(request, options.schemaId),
    ask: (orders) => options.client.requestAll(messagesOf(orders), options.deadlineMs),
    submit: (orders) => sendInOrder(options.producer, messagesOf(orders)),
  };
};

const messageOf = (
  topic: TopicName,
  { environmentId, memberKey, message, traceparent }: EvaluateOrder,
): OutgoingMessage => ({
  topic,
  key: Buffer.from(memberKey.toString('base64url')),
  value: message,
  headers: { [names.environment]: environmentId.toString(), [names.traceparent]: traceparent },
});
