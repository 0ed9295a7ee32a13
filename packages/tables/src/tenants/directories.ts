import type { Clock, EnvironmentId, TenantId } from '@loyalty/kernel';
import type { Closed, Mode } from '@loyalty/rules';
import type { Database, Queryable, Statement } from '@loyalty/storage';
import { createLruMap, createSharedLruMap } from '../lookup/lru-map.ts';
import { createTimedLookup, type HeldValue, inTurns, renewed } from '../lookup/timed-lookup.ts';
import { hashOfKey, isWellFormedKey } from './api-keys.ts';
import { readSetting, type SettingsDocument } from './settings-catalogue.ts';
import { type EnvironmentRecord, findEnvironment, tenantExists } from './tenants.ts';

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

export interface KeyDirectory {
  /**
   * Returns the record of a valid key; null for any other text. The result may be 5 s old, and 10 s while the
   * database is down, so that a revocation takes effect within 10 s (D3). Throws a retryable Fault when the
   * database is down and no usable result is cached.
   */
  find(keyText: string): Promise<KeyRecord | null>;
}

interface KeyDirectoryOptions {
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
const lookUpsMax = 100;
/**
 * Look-ups of keys that are not known yet and wait for their turn, for one statement after the other: all the
 * capacity of the database that made-up keys can take. After a start all keys are looked up this way, within
 * tens of milliseconds.
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

/** Returns the records of these hashes, in their order. */
const loadKeys = async (db: Queryable, hashes: readonly string[]): Promise<readonly (KeyRecord | null)[]> => {
  const rows = await db.query<KeyRecord & { readonly hash: string }>(loadStatement, [
    hashes.map((hash) => Buffer.from(hash, 'hex')),
  ]);
  const found = new Map(rows.map(({ hash, ...record }) => [hash, record]));
  return hashes.map((hash) => found.get(hash) ?? null);
};

/** Finds environments for bearer tokens, which name a tenant and a mode (D4). Results are up to 10 s old. */
export interface EnvironmentDirectory {
  /** Null when there is no such tenant. Throws a retryable Fault when the database is down. */
  find(tenantId: string, mode: Mode): Promise<EnvironmentRecord | null>;
  /**
   * Distinguishes 404 `TENANT_NOT_FOUND` from 403 `FORBIDDEN` (D2). Throws a retryable Fault when the
   * database is down.
   */
  tenantExists(tenantId: string): Promise<boolean>;
}

/** Tenants and environments are only added. A new one may be missed for 10 s if it was looked up before. */
const keptMs = 10_000;
const sizeMax = 10_000;

/**
 * Creates an {@link EnvironmentDirectory} over the database. It caches at most 10,000 results of each kind.
 */
export const createEnvironmentDirectory = ({
  db,
  clock,
}: {
  readonly db: Database;
  readonly clock: Clock;
}): EnvironmentDirectory => {
  const kept = { db, clock, freshMs: keptMs, usableMs: keptMs };
  const known = createTimedLookup({
    ...kept,
    what: 'a tenant',
    createHeld: () => createLruMap<string, HeldValue<boolean>>(sizeMax),
    load: (tenantId) => tenantExists(db, tenantId),
  });
  const inMode = (mode: Mode) =>
    createTimedLookup({
      ...kept,
      what: 'an environment',
      createHeld: () => createLruMap<string, HeldValue<EnvironmentRecord | null>>(sizeMax),
      load: (tenantId) => findEnvironment(db, tenantId, mode),
    });
  const environments = { test: inMode('test'), live: inMode('live') };
  return {
    find: (tenantId, mode) => environments[mode].find(tenantId.toLowerCase()),
    tenantExists: (tenantId) => known.find(tenantId.toLowerCase()),
  };
};

/**
 * The origins of browsers that environments name in their settings (D84). Results are up to 10 s old (D87).
 */
export interface BrowserOriginDirectory {
  /**
   * Returns true when the tenant's environment of this mode, or any of its environments (null), names the
   * origin. Never throws.
   */
  allows(asked: {
    readonly tenantId: string;
    readonly mode: Mode | null;
    readonly origin: string;
  }): Promise<boolean>;
}

const originsFreshMs = 10_000;
/** While the database is away, portals go on as long as the tills do. */
const originsUsableMs = 600_000;

/** Few environments name origins: an index holds those alone. */
const originsStatement: Statement = {
  name: 'browser-origins',
  text: `SELECT tenant_id AS "tenantId", mode, settings FROM environments WHERE settings ? 'corsOrigins'`,
};

/** The origins by tenant and mode, as in `<tenant>/live`. */
type OriginsByPlace = ReadonlyMap<string, readonly string[]>;

const placeOf = (tenantId: string, mode: Mode): string => `${tenantId}/${mode}`;

const readOrigins = async (db: Queryable): Promise<OriginsByPlace> => {
  type Row = { readonly tenantId: string; readonly mode: Mode; readonly settings: SettingsDocument };
  const rows = await db.query<Row>(originsStatement);
  return new Map(
    rows.map(({ tenantId, mode, settings }) => [
      placeOf(tenantId, mode),
      readSetting(settings, 'corsOrigins'),
    ]),
  );
};

/**
 * Creates the directory. It reads the origins of all tenants at once, when a browser calls and what it has is
 * older than 10 s: an unknown tenant in a path costs no statement.
 */
export const createBrowserOriginDirectory = ({
  db,
  clock,
}: {
  readonly db: Database;
  readonly clock: Clock;
}): BrowserOriginDirectory => {
  const all = createTimedLookup({
    db,
    clock,
    what: 'origins of browsers',
    load: () => readOrigins(db),
    freshMs: originsFreshMs,
    usableMs: originsUsableMs,
    createHeld: () => createLruMap<string, HeldValue<OriginsByPlace>>(1),
  });
  return {
    allows: async ({ tenantId, mode, origin }) => {
      const origins = await all.find('all').catch(() => new Map<string, readonly string[]>());
      const modes: readonly Mode[] = mode === null ? ['live', 'test'] : [mode];
      return modes.some((one) => origins.get(placeOf(tenantId, one))?.includes(origin) === true);
    },
  };
};
