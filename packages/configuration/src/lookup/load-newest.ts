import type { EnvironmentId } from '@loyalty/kernel';
import type { Queryable } from '@loyalty/storage';
import { readConfigVersions } from '../config-version.ts';
import type { VersionedCache } from './versioned-cache.ts';

/** Returns what follows from the configurations of these environments as they are committed now (D33), without unknown ones. */
export const loadNewest = async <T>(
  cache: Pick<VersionedCache<T>, 'get'>,
  db: Queryable,
  environmentIds: readonly EnvironmentId[],
): Promise<Map<EnvironmentId, T>> => loadVersions(cache, await readConfigVersions(db, environmentIds));

/** Returns what follows from these versions of configurations, or newer ones, without unknown environments. */
export const loadVersions = async <T>(
  cache: Pick<VersionedCache<T>, 'get'>,
  versions: ReadonlyMap<EnvironmentId, number>,
): Promise<Map<EnvironmentId, T>> => {
  const newest = new Map<EnvironmentId, T>();
  for (const [environmentId, version] of versions) {
    const found = await cache.get(environmentId, version);
    if (found !== null) newest.set(environmentId, found);
  }
  return newest;
};
