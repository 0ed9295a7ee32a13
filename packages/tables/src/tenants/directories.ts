import type { Clock, EnvironmentId, TenantId } from '@loyalty/kernel';
import type { Closed, Mode } from '@loyalty/rules';
import type { Database, Queryable, Statement } from '@loyalty/storage';
import { createLruMap, createSharedLruMap } from '../lookup/lru-map.ts';
import { createTimedLookup, type HeldValue, inTurns, renewed } from '../lookup/timed-lookup.ts';
import { permissionsOfKey } from './key-state.ts';
import { hashOfKey, isApiKeyText, narrowHashOf } from './key-text.ts';
import { readSetting, type SettingsDocument } from './settings-catalogue.ts';
import { type EnvironmentRecord, findEnvironment, tenantExists } from './tenants.ts';

export interface KeyRecord {
  readonly id: string;
  readonly tenantId: TenantId;
  readonly environmentId: EnvironmentId;
  readonly mode: Mode;
  /** The limit; null means the default of the key's mode (D5). */
  readonly rateLimitPerMinute: number | null;
  /** The permissions; null means all of them, including those that later releases add. */
  readonly permissions: ReadonlySet<string> | null;
  /** When the key expires; null means never. */
  readonly expiresAtMs: number | null;
  /** A UTC day, such as 2026-03-01. */
  readonly lastUsedOn: string | null;
  readonly usedPermissions: ReadonlySet<string>;
  /** The environment's secret of 32 bytes, which is the HMAC key of member keys. */
  readonly secret: Uint8Array;
  /** How the environment is closed; null while it is open. */
  readonly closed: Closed | null;
}

export type KeyResult =
  | { readonly state: 'valid'; readonly key: KeyRecord }
  /** It opens nothing, and is known for those who look who uses it. */
  | { readonly state: 'revoked' | 'expired'; readonly key: KeyRecord }
  /** `malformed`: no key has this form. */
  | { readonly state: 'unknown' | 'malformed' };

export interface KeyDirectory {
  /**
   * Finds a key. The result may be 5 s old, or 10 s while the database is down, so that a revocation takes
   * effect within 10 s (D3); after that it throws a retriable Fault. The expiry of a key is judged at each
   * call, by the clock, so the age of what is cached does not delay it.
   */
  find(keyText: string): Promise<KeyResult>;
}

interface KnownKey {
  readonly state: 'valid' | 'revoked';
  readonly key: KeyRecord;
}

const unknownKey: KeyResult = { state: 'unknown' };
const malformedKey: KeyResult = { state: 'malformed' };

interface KeyDirectoryOptions {
  readonly db: Database;
  readonly clock: Clock;
  /** These keys of a local demo have no checksum, and are looked up anyway (D3). */
  readonly extraKeys?: Iterable<string>;
}

const freshMs = 5_000;
const usableMs = 10_000;
/** About 5 MB. More keys within 5 s only cost look-ups. */
const knownMax = 10_000;
/** Keys of one tenant never push out all others. */
const knownOfOneMax = 1_000;
/** Made-up keys are kept apart, so that they do not push out real ones. */
const unknownMax = 10_000;
const lookUpsMax = 100;
/**
 * Unknown keys that wait for one statement after the other: all of the database that made-up keys can take.
 * After a start, all keys pass here in tens of milliseconds.
 */
const waitingMax = 2_000;

/** Creates a directory that caches hashes of keys, and never keys. */
export const createKeyDirectory = ({ db, clock, extraKeys = [] }: KeyDirectoryOptions): KeyDirectory => {
  const extra = new Set(extraKeys);
  const sharedSet = createSharedSets();
  const lookUp = (hashes: readonly string[]) => loadKeys(db, hashes, sharedSet);
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
      if (!isApiKeyText(keyText) && !extra.has(keyText)) return malformedKey;
      const known = await byHash.find(hashOfKey(keyText).toString('hex'));
      return known === null ? unknownKey : atItsEnd(known, clock.now());
    },
  };
};

const atItsEnd = (known: KnownKey, nowMs: number): KeyResult => {
  const { state, key } = known;
  const hasEnded = key.expiresAtMs !== null && key.expiresAtMs <= nowMs;
  return state === 'valid' && hasEnded ? { state: 'expired', key } : known;
};

/** Keys with the same permissions share one set. */
type SharedSet = (names: readonly string[]) => ReadonlySet<string>;

/** Few texts are in use at once: the roles of a programme. Each set has at most a few KiB. */
const setsMax = 1_000;

const createSharedSets = (): SharedSet => {
  const kept = createLruMap<string, ReadonlySet<string>>(setsMax);
  return (names) => {
    const text = names.join(' ');
    const known = kept.get(text);
    if (known !== undefined) return known;
    const set = new Set(names);
    kept.set(text, set);
    return set;
  };
};

/**
 * The cache finds keys by hash: real keys, also revoked ones, have a share for each environment; made-up keys
 * are apart.
 */
const createKeyCache = () => {
  const known = createSharedLruMap<HeldValue<KnownKey>>({
    sizeMax: knownMax,
    shareMax: knownOfOneMax,
    ownerOf: ({ value }) => value.key.environmentId,
  });
  const unknown = createLruMap<string, HeldValue<null>>(unknownMax);
  return {
    isKnown: (hash: string): boolean => known.get(hash) !== undefined,
    held: {
      get: (hash: string): HeldValue<KnownKey | null> | undefined => known.get(hash) ?? unknown.get(hash),
      set: (hash: string, { value, askedAtMs }: HeldValue<KnownKey | null>): void => {
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
                k.rate_limit_per_minute AS "rateLimitPerMinute", e.secret, e.closed,
                ${permissionsOfKey('k')} AS permissions,
                (extract(epoch FROM k.expires_at) * 1000)::float8 AS "expiresAtMs",
                k.last_used_on::text AS "lastUsedOn", k.used_permissions AS "usedPermissions",
                k.revoked_at IS NOT NULL AS "isRevoked"
           FROM api_keys k
           JOIN environments e ON e.id = k.environment_id
          WHERE k.hash = ANY ($1::bytea[])`,
};

type LoadedKey = Omit<KeyRecord, 'permissions' | 'usedPermissions'> & {
  readonly hash: string;
  readonly isRevoked: boolean;
  readonly permissions: readonly string[] | null;
  readonly usedPermissions: readonly string[];
};

/**
 * Keys are in the order of the hashes. A narrow key is stored under the other hash (D216), which wins if both
 * exist.
 */
const loadKeys = async (
  db: Queryable,
  hashes: readonly string[],
  sharedSet: SharedSet,
): Promise<readonly (KnownKey | null)[]> => {
  const plain = hashes.map((hash) => Buffer.from(hash, 'hex'));
  const narrow = plain.map(narrowHashOf);
  const rows = await db.query<LoadedKey>(loadStatement, [[...plain, ...narrow]]);
  const found = new Map(
    rows.map(({ hash, isRevoked, permissions, usedPermissions, ...key }): [string, KnownKey] => [
      hash,
      {
        state: isRevoked ? 'revoked' : 'valid',
        key: {
          ...key,
          permissions: permissions === null ? null : sharedSet(permissions),
          usedPermissions: sharedSet(usedPermissions),
        },
      },
    ]),
  );
  return hashes.map((hash, at) => found.get(narrow[at]?.toString('hex') ?? '') ?? found.get(hash) ?? null);
};

/**
 * Finds environments for bearer tokens, which name a tenant and a mode (D4). Results may be up to 10 s old.
 */
export interface EnvironmentDirectory {
  /** Returns null if there is no such tenant. Throws a retriable Fault if the database is down. */
  find(tenantId: string, mode: Mode): Promise<EnvironmentRecord | null>;
  /**
   * Decides between 404 `TENANT_NOT_FOUND` and 403 `FORBIDDEN` (D2). Throws a retriable Fault if the database
   * is down.
   */
  tenantExists(tenantId: string): Promise<boolean>;
}

/** Tenants and environments are only added. A new one may be missed for 10 s if it was looked up before. */
const keptMs = 10_000;
const sizeMax = 10_000;

/** Creates a directory that keeps at most 10,000 results of each kind. */
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
 * Finds the browser origins that environments allow in their settings (D84). Results may be up to 10 s old
 * (D87).
 */
export interface BrowserOriginDirectory {
  /**
   * Returns true if this mode allows the origin or, for null, if any environment of the tenant does. Never
   * throws.
   */
  allows(asked: {
    readonly tenantId: string;
    readonly mode: Mode | null;
    readonly origin: string;
  }): Promise<boolean>;
}

const originsFreshMs = 10_000;
/** While the database is unavailable, portals continue for as long as the tills do. */
const originsUsableMs = 600_000;

/** Few environments name origins: an index holds those alone. */
const originsStatement: Statement = {
  name: 'browser-origins',
  text: `SELECT tenant_id AS "tenantId", mode, settings FROM environments WHERE settings ? 'corsOrigins'`,
};

/** The place is a tenant and mode, as in `<tenant>/live`. */
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
 * Creates a directory that reads all tenants' origins together when a browser calls, at most every 10 s, so
 * that invented tenants cost nothing.
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
