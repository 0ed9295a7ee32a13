import { evaluateRequestCodec, headers as names, topics, type Reply } from '@loyalty/contracts';
import type { OutgoingMessage, ProducerPort, RequestClient } from '@loyalty/messaging';
import type { EvaluateEngine, EvaluateOrder } from '../usecases/ports.ts';

export interface KafkaEvaluateEngineOptions {
  readonly client: RequestClient<Reply>;
  readonly producer: Pick<ProducerPort, 'send'>;
  /** The registered id of our version of the schema. */
  readonly schemaId: number;
  /** How long a caller waits for the reply. */
  readonly deadlineMs: number;
}

/** The engine behind `loyalty.evaluate`: one message an order, on the partition of its member. */
export const createKafkaEvaluateEngine = (options: KafkaEvaluateEngineOptions): EvaluateEngine => ({
  encode: (request) => evaluateRequestCodec.encode(request, options.schemaId),
  ask: (order) => options.client.request(messageOf(order), options.deadlineMs),
  // Without a reply address nobody is answered: the result waits under its reference (D36).
  submit: (order) => options.producer.send([messageOf(order)]),
});

const messageOf = ({ environmentId, memberKey, message, traceparent }: EvaluateOrder): OutgoingMessage => ({
  topic: topics.evaluate,
  key: Buffer.from(memberKey.toString('base64url')),
  value: message,
  headers: { [names.environment]: environmentId.toString(), [names.traceparent]: traceparent },
});
