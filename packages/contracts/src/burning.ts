/** Requests to burn-engine besides redeems. */

export { burnRequestCodec } from './avro/codecs.ts';
export type { BurnRequest } from './generated/avro.ts';

const burnRequestKinds = ['AUTHORIZE', 'CAPTURE', 'VOID', 'RETURN'] as const;

/** A kind of `BurnRequest` that this release knows. */
export type BurnRequestKind = (typeof burnRequestKinds)[number];

export const isBurnRequestKind = (kind: string): kind is BurnRequestKind =>
  burnRequestKinds.some((known) => known === kind);
