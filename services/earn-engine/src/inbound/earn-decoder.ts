import {
  creditCodec,
  evaluateRequestCodec,
  type MemberEventRequest,
  memberEventRequestCodec,
  readerFor,
  topics,
} from '@loyalty/contracts';
import type { SchemaRegistry } from '@loyalty/kafka/registry';
import type { EnvironmentId } from '@loyalty/kernel';
import type { Snapshot } from '@loyalty/rules';
import { environmentInHeader } from '@loyalty/streams';
import { createAvroDecoder, type Decoder } from '@loyalty/streams/decoder';
import { decisionCostOf, WrittenCounts } from '../usecases/decision-cost.ts';
import type { EarnBody } from '../usecases/earn-request.ts';

type RequestOf<Kind extends EarnBody['kind']> = Extract<EarnBody, { readonly kind: Kind }>;

/**
 * Creates a decoder. Records of topics without a kind are receipts. The cost of an event depends on what
 * `peek` returns.
 */
export const createEarnDecoder = (
  registry: SchemaRegistry,
  peek: (environmentId: EnvironmentId) => Snapshot | null = () => null,
  written = new WrittenCounts(),
): Decoder<EarnBody> => {
  const receipts = createAvroDecoder<EarnBody>({ registry, readerFor: receiptReader });
  const events = createAvroDecoder<EarnBody>({ registry, readerFor: eventReader });
  const credits = createAvroDecoder<EarnBody>({ registry, readerFor: creditReader });
  const byTopic = new Map<string, Decoder<EarnBody>>([
    [topics.memberEvents, events],
    [topics.credits, credits],
  ]);
  const decoderOf = (topic: string): Decoder<EarnBody> => byTopic.get(topic) ?? receipts;
  return {
    decode: (record) => decoderOf(record.topic).decode(record),
    costOf: (body, record) => {
      const environmentId = environmentInHeader(record);
      const snapshot = environmentId === null ? null : peek(environmentId);
      return decisionCostOf(body, snapshot, written.excessOf(record));
    },
    learn: (schemaId, topic) => decoderOf(topic).learn(schemaId, topic),
  };
};

const receiptReader = (writerSchema: string) => {
  const read = readerFor(evaluateRequestCodec, writerSchema);
  return (bytes: Buffer): RequestOf<'evaluate'> => ({ kind: 'evaluate', body: read(bytes) });
};

const eventReader = (writerSchema: string) => {
  const read = readerFor(memberEventRequestCodec, writerSchema);
  return (bytes: Buffer): RequestOf<'event'> => {
    const body = read(bytes);
    return { kind: 'event', body, payload: payloadOf(body) };
  };
};

const creditReader = (writerSchema: string) => {
  const read = readerFor(creditCodec, writerSchema);
  return (bytes: Buffer): RequestOf<'credit'> => ({ kind: 'credit', body: read(bytes) });
};

const payloadOf = ({ payload }: MemberEventRequest): Readonly<Record<string, unknown>> => {
  const value: unknown = JSON.parse(payload.toString());
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error('the payload is not an object');
  }
  return value as Readonly<Record<string, unknown>>;
};
