import { createHmac, hash, randomUUID } from 'node:crypto';

declare const brand: unique symbol;
type Branded<T, Name extends string> = T & { readonly [brand]: Name };

export type TenantId = Branded<string, 'TenantId'>;
/** The first key of every stored row: one tenant's `test` or `live` environment (D1). */
export type EnvironmentId = Branded<number, 'EnvironmentId'>;
export type MemberId = Branded<string, 'MemberId'>;
export type CampaignId = Branded<string, 'CampaignId'>;
export type SegmentId = Branded<string, 'SegmentId'>;
export type TierId = Branded<string, 'TierId'>;
export type TransactionId = Branded<string, 'TransactionId'>;

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Returns true for any UUID in its canonical text form, of any version. */
export const isUuid = (text: string): boolean => uuidPattern.test(text);

/** Returns a new random UUID, for things that a person creates (a tenant, a campaign, a request). */
export const randomId = (): string => randomUUID();

/** Returns a new UUIDv7 (RFC 9562) of an instant since the epoch, for things stored by their time. */
export const randomIdAt = (atMs: number): string => `${timeOf(atMs)}-7${randomUUID().slice(15)}`;

const timeOf = (atMs: number): string => {
  const time = Math.max(0, Math.trunc(atMs)).toString(16).padStart(12, '0').slice(-12);
  return `${time.slice(0, 8)}-${time.slice(8)}`;
};

interface DerivedIdSource {
  readonly secret: Uint8Array;
  /** The record's timestamp, milliseconds since the epoch. */
  readonly atMs: number;
  readonly operation: string;
  readonly ref: string;
}

export type DerivedIds = (kind: string, n?: number) => string;

/**
 * Returns UUIDv8s (RFC 9562): 48 bits of the time, then SHA-256 of HMAC-SHA256(secret, operation, ref), kind
 * and n. They sort like v7, and a request that is decided again gets the same ones. There is one HMAC for a
 * request, because it costs five times as much as the hash.
 */
export const derivedIds = ({ secret, atMs, operation, ref }: DerivedIdSource): DerivedIds => {
  const seed = createHmac('sha256', secret).update(`${operation}\0${ref}`).digest('hex');
  const head = `${timeOf(atMs)}-8`;
  return (kind, n = 0) => {
    const tail = hash('sha256', `${seed}\0${kind}\0${n.toString()}`);
    return `${head}${tail.slice(0, 3)}-${variants.charAt(tail.charCodeAt(3) & 0x3)}${tail.slice(4, 7)}-${tail.slice(7, 19)}`;
  };
};

/** The hex digits whose upper bits are 10: the variant of RFC 9562. */
const variants = '89ab';

/** Returns 16 bytes of HMAC-SHA256: keys hold no personal data, and a row stays recognisable after erasure (D48). */
export const memberKeyOf = (secret: Uint8Array, memberRef: string): Buffer => {
  // By way of a text: a digest that is a Buffer has memory of its own, which costs half as much as the digest.
  const digest = createHmac('sha256', secret).update(memberRef).digest('hex');
  return Buffer.from(digest.slice(0, 2 * memberKeyBytes), 'hex');
};

const memberKeyBytes = 16;

/**
 * Returns 32 bytes of HMAC-SHA256. Nobody can predict them, and a request that is decided again draws the
 * same (D19).
 */
export const drawOf = (secret: Uint8Array, campaignId: CampaignId, ref: string): Uint8Array =>
  createHmac('sha256', secret).update(`draw\0${campaignId}\0${ref}`).digest();

/**
 * Returns bytes of HMAC-SHA256, which only the holder of the secret can predict. A call returns at most 32
 * bytes of each.
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

export const uuidMin = '00000000-0000-0000-0000-000000000000';
export const uuidMax = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export const memberMapKey = ({
  environmentId,
  memberKey,
}: {
  readonly environmentId: EnvironmentId;
  readonly memberKey: Buffer;
}): string => `${environmentId.toString()}/${memberKey.toString('base64url')}`;

export const partitionKeyOf = ({
  topic,
  partition,
}: {
  readonly topic: string;
  readonly partition: number;
}): string => `${topic}/${partition.toString()}`;

/**
 * Returns the key of a position. It joins names with slashes, because names of groups and topics contain
 * none.
 */
export const positionKeyOf = ({
  consumerGroup,
  topic,
  partition,
}: {
  readonly consumerGroup: string;
  readonly topic: string;
  readonly partition: number;
}): string => `${consumerGroup}/${partitionKeyOf({ topic, partition })}`;
