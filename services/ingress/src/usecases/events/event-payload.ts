import { canonicalJson, type JsonObject } from '@loyalty/contracts';
import { refusal, type CallRefusal } from '../refusal.ts';

/** The bytes of a payload for the engine, or a refusal because there are too many. */
export type PayloadReading = { readonly outcome: 'read'; readonly bytes: Buffer } | CallRefusal;

/** D10. */
const bytesMax = 64 * 1024;

/** Equal payloads have the same bytes, whatever the order of their fields (D15). */
export const readPayload = (payload: JsonObject): PayloadReading => {
  const bytes = Buffer.from(canonicalJson(payload));
  return bytes.length > bytesMax
    ? refusal('PAYLOAD_TOO_LARGE', { limitBytes: bytesMax })
    : { outcome: 'read', bytes };
};
