import {
  creditSchema,
  evaluateRequestSchema,
  factSchema,
  memberEventRequestSchema,
  replySchema,
  type Credit,
  type EvaluateRequest,
  type Fact,
  type MemberEventRequest,
  type Reply,
} from '../generated/avro.ts';
import { createAvroCodec } from './avro-codec.ts';

/** Receipts to be evaluated: `loyalty.evaluate` and all topics of receipts. */
export const evaluateRequestCodec = createAvroCodec<EvaluateRequest>(evaluateRequestSchema);

/** Events of members: `loyalty.member-events`. */
export const memberEventRequestCodec = createAvroCodec<MemberEventRequest>(memberEventRequestSchema);

/** Points owed to referrers: `loyalty.credits`. */
export const creditCodec = createAvroCodec<Credit>(creditSchema);

/** Answers of the engines: `loyalty.replies`. */
export const replyCodec = createAvroCodec<Reply>(replySchema);

/** What happened: `loyalty.facts`. */
export const factCodec = createAvroCodec<Fact>(factSchema);
