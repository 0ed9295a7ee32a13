import type { EnvironmentId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import type { ConfigurationReader } from '../config-version.ts';
import { groupFlight } from './group-flight.ts';
import { createLruMap } from './lru-map.ts';
import { renewed } from './renewed.ts';

/** A value that follows from one version of an environment's configuration. */
interface Versioned {
  readonly version: number;
}

/** Values that follow from configurations, cached in memory, each valid for its version (D33). */
export interface VersionedCache<T> {
  /** The reader whose versions are compared. */
  readonly reader: ConfigurationReader;
  /**
   * Returns the values of these versions, which the caller has just read on the primary, without unknown environments. Cached values
   * of other versions are read again, all together, which may return newer ones. Throws the failures of the database.
   */
  getAll(versions: ReadonlyMap<EnvironmentId, number>): Promise<Map<EnvironmentId, T>>;
  /** The same for one environment; null when it does not exist. */
  get(environmentId: EnvironmentId, version: number): Promise<T | null>;
  /** Returns the last value that was read, however old; null when none is cached. */
  peek(environmentId: EnvironmentId): T | null;
}

/**
 * Reads values of environments as they are committed now, without unknown environments. It gets the cached value of each, or null, and
 * may keep what has not changed of it.
 */
export type ReadValues<T> = (
  held: ReadonlyMap<EnvironmentId, T | null>,
) => Promise<ReadonlyMap<EnvironmentId, T>>;

export interface VersionedCacheOptions<T> {
  readonly db: Pick<Database, 'onHistoryChange'>;
  readonly reader: ConfigurationReader;
  readonly read: ReadValues<T>;
  readonly bytesOf: (value: T) => number;
  /** Bytes of all cached values. Default: 128 MiB, the configurations of some 16,000 environments with ten campaigns each. */
  readonly bytesMax?: number;
  /** Called when a value was read again because its version had changed. */
  readonly reloaded?: () => void;
}

const defaultBytesMax = 128 * 1_024 * 1_024;
/** Environments of one read: the memory and the time of its statements have a bound. */
const environmentsPerRead = 100;

/**
 * Creates an empty cache. The values used least recently make way for others. A change of the history of `db` empties the cache: the
 * same version may then mean something else.
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
    // A load that was running before the caller read the version may have missed that change. One that starts now cannot.
    for (const [id, value] of wanted.size > 0 ? await load([...wanted.keys()]) : []) found.set(id, value);
    return found;
  };
  return { getAll, peek };
};

/** Moves the values that are at least of their version from `wanted` to `found`; an environment without a value is not wanted. */
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
