import {
  burnRequestSchema,
  creditSchema,
  erasureSchema,
  evaluateRequestSchema,
  factSchema,
  memberEventRequestSchema,
  redeemRequestSchema,
  replySchema,
  streamedEventSchema,
  type BurnRequest,
  type Credit,
  type Erasure,
  type EvaluateRequest,
  type Fact,
  type MemberEventRequest,
  type RedeemRequest,
  type Reply,
  type SchemaName,
  type StreamedEvent,
} from '../generated/avro.ts';
import { createAvroCodec, type AvroCodec } from './avro-codec.ts';
import { readReceipt } from './receipt-reader.ts';

/** A null where a receipt must have a value is a fault of the receipt, as over HTTP: no rule accepts these. */
const missingInReceipts = { string: '', long: Number.NaN, double: Number.NaN, int: -1 };

export const evaluateRequestCodec = createAvroCodec<EvaluateRequest>(evaluateRequestSchema, {
  readOwn: readReceipt,
  missing: missingInReceipts,
});

export const memberEventRequestCodec = createAvroCodec<MemberEventRequest>(memberEventRequestSchema);

export const redeemRequestCodec = createAvroCodec<RedeemRequest>(redeemRequestSchema);

export const burnRequestCodec = createAvroCodec<BurnRequest>(burnRequestSchema);

export const creditCodec = createAvroCodec<Credit>(creditSchema);

export const replyCodec = createAvroCodec<Reply>(replySchema);

export const factCodec = createAvroCodec<Fact>(factSchema);

export const erasureCodec = createAvroCodec<Erasure>(erasureSchema);

export const streamedEventCodec = createAvroCodec<StreamedEvent>(streamedEventSchema);

/** The codecs of all schemas, by name. A schema without a codec is a compile error. */
export const codecs: Readonly<Record<SchemaName, Pick<AvroCodec<never>, 'schemaText'>>> = {
  'burn-request': burnRequestCodec,
  credit: creditCodec,
  erasure: erasureCodec,
  'evaluate-request': evaluateRequestCodec,
  fact: factCodec,
  'member-event-request': memberEventRequestCodec,
  'redeem-request': redeemRequestCodec,
  reply: replyCodec,
  'streamed-event': streamedEventCodec,
};
