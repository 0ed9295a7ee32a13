import { canonicalJson, type JsonObject } from '@loyalty/contracts';
import { refusal, type CallRefusal } from '../refusal.ts';

/** The bytes in which a payload is sent to the engine, or that there are too many of them. */
export type PayloadReading = { readonly outcome: 'read'; readonly bytes: Buffer } | CallRefusal;

/** D10. */
const bytesMax = 64 * 1024;

/** Equal payloads are the same bytes, whatever the order of their fields (D15). */
export const readPayload = (payload: JsonObject): PayloadReading => {
  const bytes = Buffer.from(canonicalJson(payload));
  return bytes.length > bytesMax
    ? refusal('PAYLOAD_TOO_LARGE', { limitBytes: bytesMax })
    : { outcome: 'read', bytes };
};
