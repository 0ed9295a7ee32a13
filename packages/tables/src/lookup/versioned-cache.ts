import type { EnvironmentId } from '@loyalty/kernel';
import type { Database, Queryable } from '@loyalty/storage';
import { type ConfigurationReader, readVersions } from '../configuration/config-version.ts';
import { createLruMap } from './lru-map.ts';
import { renewed } from './timed-lookup.ts';

interface Versioned {
  readonly version: number;
}

/** A cache of values in memory, each of which is valid for its version (D33). */
export interface VersionedCache<T> {
  readonly reader: ConfigurationReader;
  /**
   * Returns the values of these versions, which must have just been read on the primary. Values of other
   * versions are read again, and may be newer. Unknown environments are left out.
   */
  getAll(versions: ReadonlyMap<EnvironmentId, number>): Promise<Map<EnvironmentId, T>>;
  get(environmentId: EnvironmentId, version: number): Promise<T | null>;
  /** Returns the last value that was read, however old. */
  peek(environmentId: EnvironmentId): T | null;
}

/**
 * Returns values as committed now, without unknown ones. It may keep what has not changed of the cached
 * values it gets.
 */
type ReadValues<T> = (held: ReadonlyMap<EnvironmentId, T | null>) => Promise<ReadonlyMap<EnvironmentId, T>>;

interface VersionedCacheOptions<T> {
  readonly db: Pick<Database, 'onHistoryChange'>;
  readonly reader: ConfigurationReader;
  readonly read: ReadValues<T>;
  readonly bytesOf: (value: T) => number;
  /** The default is 128 MiB, which hold the configurations of about 16,000 environments with ten campaigns each. */
  readonly bytesMax?: number;
  /** It is called when a version had changed. */
  readonly reloaded?: () => void;
}

const defaultBytesMax = 128 * 1_024 * 1_024;
/** Bounds the memory and the time of a read's statements. */
const environmentsPerRead = 100;

/**
 * Creates a cache from which the least recently used values are removed. A change of the history empties it,
 * because versions may then mean something else.
 */
export const createVersionedCache = <T extends Versioned>(
  options: VersionedCacheOptions<T>,
): VersionedCache<T> => {
  const held = renewed(options.db, () => holdVersions(options));
  return {
    reader: options.reader,
    getAll: (versions) => held().getAll(versions),
    get: async (environmentId, version) =>
      (await held().getAll(new Map([[environmentId, version]]))).get(environmentId) ?? null,
    peek: (environmentId) => held().peek(environmentId),
  };
};

const holdVersions = <T extends Versioned>({
  read,
  bytesOf,
  bytesMax = defaultBytesMax,
  reloaded = () => undefined,
}: VersionedCacheOptions<T>): Pick<VersionedCache<T>, 'getAll' | 'peek'> => {
  const held = createLruMap<EnvironmentId, T>(bytesMax, bytesOf);
  const peek = (id: EnvironmentId): T | null => held.get(id) ?? null;

  const load = groupFlight(environmentsPerRead, async (ids: readonly EnvironmentId[]) => {
    const before = new Map(ids.map((id) => [id, peek(id)]));
    const values = await read(before);
    for (const [id, value] of values) {
      if (before.get(id) !== null) reloaded();
      held.set(id, value);
    }
    return values;
  });

  const getAll = async (versions: ReadonlyMap<EnvironmentId, number>): Promise<Map<EnvironmentId, T>> => {
    const found = new Map<EnvironmentId, T>();
    const wanted = new Map<EnvironmentId, number>();
    for (const [id, version] of versions) {
      const current = held.get(id);
      if (current?.version === version) found.set(id, current);
      else wanted.set(id, version);
    }
    if (wanted.size > 0) settle(found, wanted, await load([...wanted.keys()]));
    // A load that was running before the caller read the version may have missed that change. One that starts
    // now cannot.
    for (const [id, value] of wanted.size > 0 ? await load([...wanted.keys()]) : []) found.set(id, value);
    return found;
  };
  return { getAll, peek };
};

/** Moves values of at least their version from `wanted` to `found`; one without a value is not wanted. */
const settle = <T extends Versioned>(
  found: Map<EnvironmentId, T>,
  wanted: Map<EnvironmentId, number>,
  values: ReadonlyMap<EnvironmentId, T>,
): void => {
  for (const [id, version] of wanted) {
    const value = values.get(id);
    if (value !== undefined && value.version < version) continue;
    wanted.delete(id);
    if (value !== undefined) found.set(id, value);
  }
};

/** Loads values as they are committed now (D33), without unknown ones. */
export const loadNewest = async <T>(
  cache: Pick<VersionedCache<T>, 'getAll' | 'reader'>,
  db: Queryable,
  environmentIds: readonly EnvironmentId[],
): Promise<Map<EnvironmentId, T>> => cache.getAll(await readVersions(db, environmentIds, cache.reader));

type Results<K, V> = ReadonlyMap<K, V>;

/**
 * Callers with the same key share its running call; the other keys of one caller are asked for together, at
 * most `keysMax` in a call, one call after the other. Keys without a result are left out.
 */
const groupFlight = <K, V>(
  keysMax: number,
  call: (keys: readonly K[]) => Promise<Results<K, V>>,
): ((keys: readonly K[]) => Promise<Results<K, V>>) => {
  const underWay = new Map<K, Promise<Results<K, V>>>();

  const start = (keys: readonly K[], before: Promise<unknown> | null): Promise<unknown> => {
    // Deleted before the result is delivered, so that a later caller starts a new call.
    const started = (before === null ? call(keys) : before.then(() => call(keys))).finally(() => {
      for (const key of keys) underWay.delete(key);
    });
    for (const key of keys) underWay.set(key, started);
    return started.catch(() => undefined);
  };

  return async (keys) => {
    const fresh = keys.filter((key) => !underWay.has(key));
    let before: Promise<unknown> | null = null;
    for (let from = 0; from < fresh.length; from += keysMax)
      before = start(fresh.slice(from, from + keysMax), before);
    const calls = new Set(keys.flatMap((key) => underWay.get(key) ?? []));
    return resultsFor(keys, await Promise.all(calls));
  };
};

const resultsFor = <K, V>(keys: readonly K[], calls: readonly Results<K, V>[]): Results<K, V> => {
  const wanted = new Set(keys);
  const results = calls.flatMap((call) => [...call]);
  return new Map(results.filter(([key]) => wanted.has(key)));
};

/** The costs are for 64 bits, as measured on configurations; see `approximate-bytes.test.ts`. */
const costs = { text: 24, number: 8, object: 24, member: 8, listed: 8, keyed: 40, other: 64 } as const;

/**
 * Returns the approximate size of a value with everything in it; what is in several places counts several
 * times. A function counts little.
 */
export const memoryBytesOf = (value: unknown): number => {
  let bytes = 0;
  const left: unknown[] = [value];
  while (left.length > 0) bytes += ownBytes(left.pop(), left);
  return bytes;
};

/** Members are not counted, but added to `left`. */
const ownBytes = (value: unknown, left: unknown[]): number => {
  if (typeof value === 'string') return costs.text + value.length;
  if (typeof value !== 'object' || value === null) return costs.number;
  if (Array.isArray(value)) return addAll(left, value) * costs.listed + costs.object;
  if (value instanceof Set) return addAll(left, value) * costs.keyed + costs.other;
  if (value instanceof Map)
    return addAll(left, value.values()) + addAll(left, value.keys()) * costs.keyed + costs.other;
  if (ArrayBuffer.isView(value)) return costs.other + value.byteLength;
  return addAll(left, Object.values(value)) * costs.member + costs.object;
};

const addAll = (left: unknown[], values: Iterable<unknown>): number => {
  const before = left.length;
  for (const value of values) left.push(value);
  return left.length - before;
};
