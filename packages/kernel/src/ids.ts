import { createHmac, randomUUID } from 'node:crypto';

declare const brand: unique symbol;
type Branded<T, Name extends string> = T & { readonly [brand]: Name };

export type TenantId = Branded<string, 'TenantId'>;
/** The key that every stored row begins with: one tenant's `test` or `live` world (D1). */
export type EnvironmentId = Branded<number, 'EnvironmentId'>;
export type MemberId = Branded<string, 'MemberId'>;
export type CampaignId = Branded<string, 'CampaignId'>;
export type SegmentId = Branded<string, 'SegmentId'>;
export type TierId = Branded<string, 'TierId'>;
export type TransactionId = Branded<string, 'TransactionId'>;

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for any UUID in its canonical text form, of whatever version. */
export const isUuid = (text: string): boolean => uuidPattern.test(text);

/** A fresh random UUID, for things that a person creates (a tenant, a campaign, a request). */
export const randomId = (): string => randomUUID();

/** Names one derived id: what happened (`operation`, `ref`), which kind of thing it made, and the how-manyth. */
export interface DerivedIdSource {
  readonly secret: Uint8Array;
  /** The record's timestamp, milliseconds since the epoch. */
  readonly atMs: number;
  readonly operation: string;
  readonly ref: string;
  readonly kind: string;
  readonly n?: number;
}

/**
 * A UUIDv8 (RFC 9562): 48 bits of the record's timestamp, the rest HMAC-SHA256 of what it stands for.
 * Ordered like v7, and the same again after a replay, so that a decision repeated is a decision identical.
 */
export const deriveId = ({ secret, atMs, operation, ref, kind, n = 0 }: DerivedIdSource): string => {
  const mac = createHmac('sha256', secret)
    .update(`${operation}\0${ref}\0${kind}\0${n.toString()}`)
    .digest('hex');
  const time = Math.max(0, Math.trunc(atMs)).toString(16).padStart(12, '0').slice(-12);
  const variant = ((parseInt(mac.charAt(3), 16) & 0x3) | 0x8).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-8${mac.slice(0, 3)}-${variant}${mac.slice(4, 7)}-${mac.slice(7, 19)}`;
};

/**
 * The Kafka key and the stored identity of a member: HMAC-SHA256(environment secret, memberRef), 16 bytes.
 * No personal data travels in keys, and the row stays recognisable after erasure (D48).
 */
export const memberKeyOf = (secret: Uint8Array, memberRef: string): Buffer =>
  createHmac('sha256', secret).update(memberRef).digest().subarray(0, 16);
