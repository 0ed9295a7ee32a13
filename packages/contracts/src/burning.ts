/** Requests to burn-engine beside redeems. */

export { burnRequestCodec } from './avro/codecs.ts';
export type { BurnRequest } from './generated/avro.ts';
