import {
  creditCodec,
  evaluateRequestCodec,
  memberEventRequestCodec,
  readerFor,
  topics,
  type MemberEventRequest,
} from '@loyalty/contracts';
import { createAvroDecoder, type Decoder, type SchemaRegistry } from '@loyalty/messaging';
import type { EarnBody } from '../usecases/earn-request.ts';

type RequestOf<Kind extends EarnBody['kind']> = Extract<EarnBody, { readonly kind: Kind }>;

/** Decodes all messages that may earn. The topic decides the kind; records of other topics are receipts. */
export const createEarnDecoder = (registry: SchemaRegistry): Decoder<EarnBody> => {
  const receipts = createAvroDecoder<EarnBody>({ registry, readerFor: receiptReader });
  const events = createAvroDecoder<EarnBody>({ registry, readerFor: eventReader });
  const credits = createAvroDecoder<EarnBody>({ registry, readerFor: creditReader });
  const byTopic = new Map<string, Decoder<EarnBody>>([
    [topics.memberEvents, events],
    [topics.credits, credits],
  ]);
  return {
    decode: (record) => (byTopic.get(record.topic) ?? receipts).decode(record),
    costOf: tokensOf,
    // A schema fits one kind only; the readers of the others refuse its records.
    learn: async (schemaId, topic) => {
      await Promise.all([receipts, events, credits].map((decoder) => decoder.learn(schemaId, topic)));
    },
  };
};

/** The cost of a receipt: one for each line and category, the number of look-ups that find its campaigns (`CampaignIndex`). */
const tokensOf = (body: EarnBody): number => {
  if (body.kind !== 'evaluate') return 0;
  let tokens = 0;
  for (const { categories } of body.body.products) tokens += 1 + categories.length;
  return tokens;
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
