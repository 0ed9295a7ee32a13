import { createHmac, hash, randomUUID } from 'node:crypto';

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

/** A fresh UUIDv7 (RFC 9562) of an instant, milliseconds since the epoch, for what a person asks for and is kept by its time. */
export const randomIdAt = (atMs: number): string => `${timeOf(atMs)}-7${randomUUID().slice(15)}`;

/** The first 48 bits of an id, as it writes them. */
const timeOf = (atMs: number): string => {
  const time = Math.max(0, Math.trunc(atMs)).toString(16).padStart(12, '0').slice(-12);
  return `${time.slice(0, 8)}-${time.slice(8)}`;
};

/** One request, from which the ids of everything that it makes are derived. */
export interface DerivedIdSource {
  readonly secret: Uint8Array;
  /** The record's timestamp, milliseconds since the epoch. */
  readonly atMs: number;
  readonly operation: string;
  readonly ref: string;
}

/** The id of the nth thing of a kind that one request makes. */
export type DerivedIds = (kind: string, n?: number) => string;

/**
 * UUIDv8s (RFC 9562): 48 bits of the record's timestamp, the rest SHA-256 of HMAC-SHA256(secret, operation, ref), kind
 * and n. Ordered like v7, and the same again after a replay, so that a decision repeated is a decision identical. The
 * HMAC is taken once per request: it costs five times the hash.
 */
export const derivedIds = ({ secret, atMs, operation, ref }: DerivedIdSource): DerivedIds => {
  const seed = createHmac('sha256', secret).update(`${operation}\0${ref}`).digest('hex');
  const head = `${timeOf(atMs)}-8`;
  return (kind, n = 0) => {
    const tail = hash('sha256', `${seed}\0${kind}\0${n.toString()}`);
    return `${head}${tail.slice(0, 3)}-${variants.charAt(tail.charCodeAt(3) & 0x3)}${tail.slice(4, 7)}-${tail.slice(7, 19)}`;
  };
};

/** The four hex digits whose upper bits are 10: the variant of RFC 9562. */
const variants = '89ab';

/**
 * The Kafka key and the stored identity of a member: HMAC-SHA256(environment secret, memberRef), 16 bytes.
 * No personal data travels in keys, and the row stays recognisable after erasure (D48).
 */
export const memberKeyOf = (secret: Uint8Array, memberRef: string): Buffer =>
  createHmac('sha256', secret).update(memberRef).digest().subarray(0, 16);

/**
 * What chance gives a campaign for one reference: HMAC-SHA256(environment secret, campaign id, reference), 32 bytes.
 * Nobody can foresee it, and a request decided again draws the same (D19).
 */
export const drawOf = (secret: Uint8Array, campaignId: CampaignId, ref: string): Uint8Array =>
  createHmac('sha256', secret).update(`draw\0${campaignId}\0${ref}`).digest();

/**
 * A source of bytes that only the holder of the secret can foresee, and that are the same again for the same purpose and reference:
 * HMAC-SHA256(secret, purpose, reference, nth), 32 bytes of each. Each source begins anew; a call gives at most 32.
 */
export const derivedBytes = (
  secret: Uint8Array,
  purpose: string,
  ref: string,
): ((count: number) => Uint8Array) => {
  let nth = 0;
  return (count) => {
    const name = `${purpose}\0${ref}\0${nth.toString()}`;
    nth += 1;
    return createHmac('sha256', secret).update(name).digest().subarray(0, count);
  };
};

/** Sorts before every other UUID. */
export const uuidMin = '00000000-0000-0000-0000-000000000000';
/** Sorts behind every other UUID. */
export const uuidMax = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The key under which maps in memory hold a member. */
export const memberMapKey = ({
  environmentId,
  memberKey,
}: {
  readonly environmentId: EnvironmentId;
  readonly memberKey: Buffer;
}): string => `${environmentId.toString()}/${memberKey.toString('base64url')}`;
