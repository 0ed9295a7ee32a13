import type { EnvironmentId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { createLruMap } from './lru-map.ts';
import { renewed } from './renewed.ts';
import { singleFlight } from './single-flight.ts';

/** A value that follows from one version of an environment's configuration. */
interface Versioned {
  readonly version: number;
}

/** Values that follow from configurations, cached in memory, each valid for its version (D33). */
export interface VersionedCache<T> {
  /**
   * Returns the value of `version`, which the caller has just read on the primary. A cached value of another version is read again,
   * which may return a newer one. Null when there is no such environment. Throws the failures of the database.
   */
  get(environmentId: EnvironmentId, version: number): Promise<T | null>;
  /** Returns the last value that was read, however old; null when none is cached. */
  peek(environmentId: EnvironmentId): T | null;
}

/** Environments for which one process works at once; each takes the memory of its configuration. */
const environmentsMax = 2_000;

/**
 * Creates an empty cache. `reloaded` is called when a value was read again because its version had changed. A change of the history
 * of `db` empties the cache: the same version may then mean something else.
 */
export const createVersionedCache = <T extends Versioned>(
  db: Pick<Database, 'onHistoryChange'>,
  read: (environmentId: EnvironmentId) => Promise<T | null>,
  reloaded?: () => void,
): VersionedCache<T> => {
  const held = renewed(db, () => holdVersions(read, reloaded));
  return {
    get: (environmentId, version) => held().get(environmentId, version),
    peek: (environmentId) => held().peek(environmentId),
  };
};

const holdVersions = <T extends Versioned>(
  read: (environmentId: EnvironmentId) => Promise<T | null>,
  reloaded: () => void = () => undefined,
): VersionedCache<T> => {
  const held = createLruMap<EnvironmentId, T>(environmentsMax);

  const load = singleFlight(async (environmentId: EnvironmentId): Promise<T | null> => {
    const found = await read(environmentId);
    if (found === null) return null;
    if (held.get(environmentId) !== undefined) reloaded();
    held.set(environmentId, found);
    return found;
  });

  return {
    get: async (environmentId, version) => {
      const current = held.get(environmentId);
      if (current?.version === version) return current;
      const shared = await load(environmentId);
      if (shared === null || shared.version >= version) return shared;
      // A load that was running before the caller read the version may have missed that change. One that starts now cannot.
      return load(environmentId);
    },
    peek: (environmentId) => held.get(environmentId) ?? null,
  };
};
