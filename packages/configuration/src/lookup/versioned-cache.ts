import type { EnvironmentId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { createLruMap } from './lru-map.ts';
import { renewed } from './renewed.ts';
import { singleFlight } from './single-flight.ts';

/** Something of an environment's configuration, as one version of it says. */
interface Versioned {
  readonly version: number;
}

/** What follows from configurations, held in memory, each as good as its version (D33). */
export interface VersionedCache<T> {
  /**
   * What follows from `version`, which the caller has just read on the primary: what is held when its version is that, otherwise
   * read afresh, which may bring a newer one. Null when there is no such environment. Throws what the database throws.
   */
  get(environmentId: EnvironmentId, version: number): Promise<T | null>;
  /** What was last read, however old; null when none is held. */
  peek(environmentId: EnvironmentId): T | null;
}

/** Environments that one process works for at once; each weighs as much as its configuration. */
const environmentsMax = 2_000;

/**
 * An empty holder; `reloaded` is told of what was read again because its version had changed. When the history of `db` changes it is empty
 * again: the same version may then say something else.
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
      // A load that was under way before the caller read the version may have missed that change; one that starts now
      // cannot.
      return load(environmentId);
    },
    peek: (environmentId) => held.get(environmentId) ?? null,
  };
};
