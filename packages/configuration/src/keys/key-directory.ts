import type { Clock, EnvironmentId, TenantId } from '@loyalty/kernel';
import type { Closed, Mode } from '@loyalty/rules';
import type { Database, Queryable, Statement } from '@loyalty/storage';
import { createTimedLookup } from '../lookup/timed-lookup.ts';
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
const sizeMax = 10_000;

/** Creates a {@link KeyDirectory} over the database. It caches hashes of keys, never keys. */
export const createKeyDirectory = ({ db, clock, extraKeys = [] }: KeyDirectoryOptions): KeyDirectory => {
  const extra = new Set(extraKeys);
  const byHash = createTimedLookup({
    db,
    what: 'an API key',
    load: (hash) => loadKey(db, hash),
    clock,
    freshMs,
    usableMs,
    sizeMax,
  });
  return {
    find: async (keyText) => {
      if (!isWellFormedKey(keyText) && !extra.has(keyText)) return null;
      return byHash.find(hashOfKey(keyText).toString('hex'));
    },
  };
};

const loadStatement: Statement = {
  name: 'api-key-load',
  text: `SELECT k.id, e.tenant_id AS "tenantId", e.id AS "environmentId", e.mode,
                k.rate_limit_per_minute AS "rateLimitPerMinute", e.secret, e.closed
           FROM api_keys k
           JOIN environments e ON e.id = k.environment_id
          WHERE k.hash = $1 AND k.revoked_at IS NULL`,
};

const loadKey = async (db: Queryable, hash: string): Promise<KeyRecord | null> => {
  const [found] = await db.query<KeyRecord>(loadStatement, [Buffer.from(hash, 'hex')]);
  return found ?? null;
};
