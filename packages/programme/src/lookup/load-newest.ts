import type { EnvironmentId } from '@loyalty/kernel';
import type { Queryable } from '@loyalty/storage';
import { readConfigVersions } from '../config-version.ts';
import type { HeldVersions } from './held-versions.ts';

/** What follows from the configurations of these environments as they are committed now; one that does not exist is left out. */
export const loadNewest = async <T>(
  held: HeldVersions<T>,
  db: Queryable,
  environmentIds: readonly EnvironmentId[],
): Promise<Map<EnvironmentId, T>> => {
  const newest = new Map<EnvironmentId, T>();
  for (const [environmentId, version] of await readConfigVersions(db, environmentIds)) {
    const found = await held.get(environmentId, version);
    if (found !== null) newest.set(environmentId, found);
  }
  return newest;
};
