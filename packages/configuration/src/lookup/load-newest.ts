import type { EnvironmentId } from '@loyalty/kernel';
import type { Queryable } from '@loyalty/storage';
import { readConfigVersions } from '../config-version.ts';
import type { VersionedCache } from './versioned-cache.ts';

/** What follows from the configurations of these environments as they are committed now; one that does not exist is left out. */
export const loadNewest = async <T>(
  held: VersionedCache<T>,
  db: Queryable,
  environmentIds: readonly EnvironmentId[],
): Promise<Map<EnvironmentId, T>> => loadVersions(held, await readConfigVersions(db, environmentIds));

/** What follows from these versions of configurations, or newer ones; an environment that does not exist is left out. */
export const loadVersions = async <T>(
  held: VersionedCache<T>,
  versions: ReadonlyMap<EnvironmentId, number>,
): Promise<Map<EnvironmentId, T>> => {
  const newest = new Map<EnvironmentId, T>();
  for (const [environmentId, version] of versions) {
    const found = await held.get(environmentId, version);
    if (found !== null) newest.set(environmentId, found);
  }
  return newest;
};
