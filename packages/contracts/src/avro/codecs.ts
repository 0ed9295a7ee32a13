import {
  creditSchema,
  erasureSchema,
  evaluateRequestSchema,
  factSchema,
  memberEventRequestSchema,
  redeemRequestSchema,
  replySchema,
  type Credit,
  type Erasure,
  type EvaluateRequest,
  type Fact,
  type MemberEventRequest,
  type RedeemRequest,
  type Reply,
  type SchemaName,
} from '../generated/avro.ts';
import { createAvroCodec, type AvroCodec } from './avro-codec.ts';

/** Receipts to be evaluated: `loyalty.evaluate` and all topics of receipts. */
export const evaluateRequestCodec = createAvroCodec<EvaluateRequest>(evaluateRequestSchema);

/** Events of members: `loyalty.member-events`. */
export const memberEventRequestCodec = createAvroCodec<MemberEventRequest>(memberEventRequestSchema);

/** Requests to redeem points: `loyalty.redeem`. */
export const redeemRequestCodec = createAvroCodec<RedeemRequest>(redeemRequestSchema);

/** Points credited to referrers: `loyalty.credits`. */
export const creditCodec = createAvroCodec<Credit>(creditSchema);

/** Replies of the engines: `loyalty.replies`. */
export const replyCodec = createAvroCodec<Reply>(replySchema);

/** Facts: `loyalty.facts` and `loyalty.facts-bulk`. */
export const factCodec = createAvroCodec<Fact>(factSchema);

/** Erasures of members: `loyalty.erasures`. */
export const erasureCodec = createAvroCodec<Erasure>(erasureSchema);

/** The codec of every schema: a schema without one does not compile. */
export const codecs: Readonly<Record<SchemaName, Pick<AvroCodec<never>, 'schemaText'>>> = {
  credit: creditCodec,
  erasure: erasureCodec,
  'evaluate-request': evaluateRequestCodec,
  fact: factCodec,
  'member-event-request': memberEventRequestCodec,
  'redeem-request': redeemRequestCodec,
  reply: replyCodec,
};
