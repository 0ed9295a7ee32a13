import type { Clock, EnvironmentId, TenantId } from '@loyalty/kernel';
import type { Closed, Mode } from '@loyalty/rules';
import type { Database, Queryable, Statement } from '@loyalty/storage';
import { inTurns } from '../lookup/in-turns.ts';
import { createLruMap } from '../lookup/lru-map.ts';
import { renewed } from '../lookup/renewed.ts';
import { createSharedLruMap } from '../lookup/shared-lru-map.ts';
import { createTimedLookup, type HeldValue } from '../lookup/timed-lookup.ts';
import { hashOfKey, isWellFormedKey } from './key-text.ts';

/** A valid key, with its environment and limits. */
export interface KeyRecord {
  readonly id: string;
  readonly tenantId: TenantId;
  readonly environmentId: EnvironmentId;
  readonly mode: Mode;
  /** Requests a minute; null means the default of its mode (D5). */
  readonly rateLimitPerMinute: number | null;
  /** The environment's secret, 32 bytes: the HMAC key of member keys. */
  readonly secret: Uint8Array;
  /** Null while the environment is open. */
  readonly closed: Closed | null;
}

/** Finds valid keys. */
export interface KeyDirectory {
  /**
   * Returns the record of a valid key; null for any other text. The result may be 5 s old, and 10 s while the database is down, so
   * that a revocation takes effect within 10 s (D3). Throws a retryable Fault when the database is down and no usable result is
   * cached.
   */
  find(keyText: string): Promise<KeyRecord | null>;
}

export interface KeyDirectoryOptions {
  readonly db: Database;
  readonly clock: Clock;
  /** Keys without a checksum that are looked up anyway: the keys of a local demo (D3). */
  readonly extraKeys?: Iterable<string>;
}

const freshMs = 5_000;
const usableMs = 10_000;
/** About 5 MB. More keys than this within 5 s only cost look-ups. */
const knownMax = 10_000;
/** Keys of one environment: those of one tenant never push out all others. */
const knownOfOneMax = 1_000;
/** Hashes of made-up keys. They are kept apart, so that they push out no real key. */
const unknownMax = 10_000;
/** Look-ups of one statement. */
const lookUpsMax = 100;
/**
 * Look-ups of keys that are not known yet and wait for their turn, for one statement after the other: all the capacity of the database
 * that made-up keys can take. After a start all keys are looked up this way, within tens of milliseconds.
 */
const waitingMax = 2_000;

/** Creates a {@link KeyDirectory} over the database. It caches hashes of keys, never keys. */
export const createKeyDirectory = ({ db, clock, extraKeys = [] }: KeyDirectoryOptions): KeyDirectory => {
  const extra = new Set(extraKeys);
  const lookUp = (hashes: readonly string[]) => loadKeys(db, hashes);
  const renew = inTurns(lookUp, { atOnce: lookUpsMax, waitingMax: Infinity });
  const findNew = inTurns(lookUp, { atOnce: lookUpsMax, waitingMax });
  const caches = renewed(db, createKeyCache);
  const byHash = createTimedLookup({
    db,
    what: 'an API key',
    load: (hash) => (caches().isKnown(hash) ? renew(hash) : findNew(hash)),
    clock,
    freshMs,
    usableMs,
    createHeld: () => caches().held,
  });
  return {
    find: async (keyText) => {
      if (!isWellFormedKey(keyText) && !extra.has(keyText)) return null;
      return byHash.find(hashOfKey(keyText).toString('hex'));
    },
  };
};

/** Creates the cache of results by hash: real keys with a share for each environment, made-up keys apart. */
const createKeyCache = () => {
  const known = createSharedLruMap<HeldValue<KeyRecord>>({
    sizeMax: knownMax,
    shareMax: knownOfOneMax,
    ownerOf: ({ value }) => value.environmentId,
  });
  const unknown = createLruMap<string, HeldValue<null>>(unknownMax);
  return {
    isKnown: (hash: string): boolean => known.get(hash) !== undefined,
    held: {
      get: (hash: string): HeldValue<KeyRecord | null> | undefined => known.get(hash) ?? unknown.get(hash),
      set: (hash: string, { value, askedAtMs }: HeldValue<KeyRecord | null>): void => {
        if (value === null) {
          known.delete(hash);
          unknown.set(hash, { value, askedAtMs });
        } else {
          unknown.delete(hash);
          known.set(hash, { value, askedAtMs });
        }
      },
    },
  };
};

const loadStatement: Statement = {
  name: 'api-keys-load',
  text: `SELECT encode(k.hash, 'hex') AS hash, k.id, e.tenant_id AS "tenantId", e.id AS "environmentId", e.mode,
                k.rate_limit_per_minute AS "rateLimitPerMinute", e.secret, e.closed
           FROM api_keys k
           JOIN environments e ON e.id = k.environment_id
          WHERE k.hash = ANY ($1::bytea[]) AND k.revoked_at IS NULL`,
};

type KeyRow = KeyRecord & { readonly hash: string };

/** Returns the records of these hashes, in their order. */
const loadKeys = async (db: Queryable, hashes: readonly string[]): Promise<readonly (KeyRecord | null)[]> => {
  const rows = await db.query<KeyRow>(loadStatement, [hashes.map((hash) => Buffer.from(hash, 'hex'))]);
  const found = new Map(rows.map(({ hash, ...record }) => [hash, record]));
  return hashes.map((hash) => found.get(hash) ?? null);
};
