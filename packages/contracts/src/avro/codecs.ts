import {
  evaluateRequestSchema,
  factSchema,
  replySchema,
  type EvaluateRequest,
  type Fact,
  type Reply,
} from '../generated/avro.ts';
import { createAvroCodec } from './avro-codec.ts';

/** Receipts to be evaluated: `loyalty.evaluate` and all topics of receipts. */
export const evaluateRequestCodec = createAvroCodec<EvaluateRequest>(evaluateRequestSchema);

/** Answers of the engines: `loyalty.replies`. */
export const replyCodec = createAvroCodec<Reply>(replySchema);

/** What happened: `loyalty.facts`. */
export const factCodec = createAvroCodec<Fact>(factSchema);
