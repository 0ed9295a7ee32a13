import {
  type AvroCodec,
  type EvaluateRequest,
  evaluateRequestCodec,
  memberEventRequestCodec,
  headers as names,
  redeemRequestCodec,
  type Reply,
  type TopicName,
  topics,
} from '@loyalty/contracts';
import { type BurnRequest, burnRequestCodec } from '@loyalty/contracts/burning';
import type { OutgoingMessage, ProducerPort } from '@loyalty/kafka';
import { sendInOrder } from '@loyalty/kafka/producer';
import type { SchemaId } from '@loyalty/kafka/registry';
import type { Clock } from '@loyalty/kernel';
import { type ReplyOutcome, type RequestClient, slotMsOf } from '@loyalty/streams/request-reply';
import type {
  BulkEngine,
  BurnEngine,
  Engine,
  EvaluateEngine,
  EventEngine,
  RedeemEngine,
  OutgoingRequest,
  StoredReply,
} from '../usecases/engines/ask-engine.ts';
import type { BulkShares } from './bulk-shares.ts';

interface KafkaEngineOptions {
  readonly client: RequestClient<Reply, StoredReply>;
  readonly producer: Pick<ProducerPort, 'send'>;
  readonly schemaId: SchemaId;
  readonly deadlineMs: number;
}

export const createKafkaEvaluateEngine = (options: KafkaEngineOptions): EvaluateEngine =>
  createKafkaEngine(options, topics.evaluate, evaluateRequestCodec);

export const createKafkaEventEngine = (options: KafkaEngineOptions): EventEngine =>
  createKafkaEngine(options, topics.memberEvents, memberEventRequestCodec);

export const createKafkaBurnEngine = (options: KafkaEngineOptions): BurnEngine =>
  createKafkaEngine(options, topics.burnRequests, burnRequestCodec);

/** A decision later than this before its caller's deadline may reach no caller (D42). */
const replyMarginMs = 500;

/**
 * Creates the engine of redeems. It must not redeem for callers that have given up (D92). `clock` may be
 * behind the database's, but never ahead of it.
 */
export const createKafkaRedeemEngine = (
  options: KafkaEngineOptions,
  clock: Pick<Clock, 'now'>,
): RedeemEngine =>
  withDeadline(createKafkaEngine(options, topics.redeem, redeemRequestCodec), {
    ...options,
    clock,
    topic: topics.redeem,
  });

/** Creates the engine of authorizations. A redeem that may lapse has the same deadline as a redeem. */
export const createKafkaAuthorizationEngine = (
  options: KafkaEngineOptions,
  clock: Pick<Clock, 'now'>,
): BurnEngine =>
  withDeadline(createKafkaBurnEngine(options), { ...options, clock, topic: topics.burnRequests });

interface DeadlineOptions extends Pick<KafkaEngineOptions, 'client' | 'deadlineMs'> {
  readonly clock: Pick<Clock, 'now'>;
  readonly topic: TopicName;
}

const withDeadline = <AnyEngine extends Pick<RedeemEngine, 'ask'>>(
  engine: AnyEngine,
  { client, deadlineMs, clock, topic }: DeadlineOptions,
): AnyEngine => {
  return {
    ...engine,
    ask: (engineRequest: OutgoingRequest, stored: StoredReply) => {
      const message = messageOf(topic, engineRequest);
      const notAfterMs = clock.now() + deadlineMs - replyMarginMs;
      const headers = { ...message.headers, [names.notAfter]: notAfterMs.toString() };
      return client.request({ ...message, headers }, deadlineMs, stored);
    },
  };
};

const createKafkaEngine = <Request>(
  { client, producer, schemaId, deadlineMs }: KafkaEngineOptions,
  topic: TopicName,
  codec: Pick<AvroCodec<Request>, 'encode'>,
): Engine<Request> => ({
  encode: (request) => codec.encode(request, schemaId()),
  ask: (engineRequest, stored) => client.request(messageOf(topic, engineRequest), deadlineMs, stored),
  // Without a reply address there is no reply: the result is stored under its reference (D36).
  submit: (engineRequest) => producer.send([messageOf(topic, engineRequest)]),
});

interface KafkaBulkEngineOptions extends KafkaEngineOptions {
  readonly shares: Pick<BulkShares, 'take' | 'free'>;
}

/** Creates the engine of bulk evaluates, on a topic that streams of receipts also use. */
export const createKafkaBulkEvaluateEngine = (options: KafkaBulkEngineOptions): BulkEngine<EvaluateRequest> =>
  createKafkaBulkEngine(options, topics.receipts, evaluateRequestCodec);

export const createKafkaBulkBurnEngine = (options: KafkaBulkEngineOptions): BulkEngine<BurnRequest> =>
  createKafkaBulkEngine(options, topics.burnRequestsBulk, burnRequestCodec);

/** Environments take turns (D118). */
const createKafkaBulkEngine = <Request>(
  options: KafkaBulkEngineOptions,
  topic: TopicName,
  codec: Pick<AvroCodec<Request>, 'encode'>,
): BulkEngine<Request> => {
  const messagesOf = (engineRequests: readonly OutgoingRequest[]): OutgoingMessage[] =>
    engineRequests.map((engineRequest) => messageOf(topic, engineRequest));
  return {
    encode: (request) => codec.encode(request, options.schemaId()),
    ask: (engineRequests, stored) =>
      askInShare(options, { messages: messagesOf(engineRequests), stored, engineRequests }),
    submit: (engineRequests) => sendInOrder(options.producer, messagesOf(engineRequests)),
  };
};

/** Each list is in the order of the others. */
interface BulkQuestion {
  readonly messages: readonly OutgoingMessage[];
  readonly stored: readonly StoredReply[];
  readonly engineRequests: readonly OutgoingRequest[];
}

/** Slots of requests without a reply are free once nothing waits for them any more. */
const askInShare = async (
  { client, shares, deadlineMs }: KafkaBulkEngineOptions,
  { messages, stored, engineRequests: [first] }: BulkQuestion,
): Promise<readonly ReplyOutcome<Reply>[]> => {
  if (first === undefined) return [];
  const owner = first.environmentId;
  await shares.take(owner, messages.length);
  let late = 0;
  try {
    const replies = await client.requestAll(messages, deadlineMs, stored);
    late = replies.filter(({ outcome }) => outcome === 'timeout').length;
    return replies;
  } finally {
    shares.free(owner, messages.length - late);
    if (late > 0)
      setTimeout(
        () => {
          shares.free(owner, late);
        },
        slotMsOf(deadlineMs) - deadlineMs,
      ).unref();
  }
};

const messageOf = (
  topic: TopicName,
  { environmentId, memberKey, message, traceparent, definitionRevision, author, storeRef }: OutgoingRequest,
): OutgoingMessage => ({
  topic,
  key: Buffer.from(memberKey.toString('base64url')),
  value: message,
  headers: {
    [names.environment]: environmentId.toString(),
    [names.traceparent]: traceparent,
    [names.author]: author,
    ...(storeRef == null ? {} : { [names.storeRef]: storeRef }),
    ...(definitionRevision === undefined
      ? {}
      : { [names.definitionRevision]: definitionRevision.toString() }),
  },
});
