import type { EnvironmentId } from '@loyalty/kernel';
import type { Queryable } from '@loyalty/storage';
import { readVersions } from '../config-version.ts';
import type { VersionedCache } from './versioned-cache.ts';

/** Returns what follows from the configurations of these environments as they are committed now (D33), without unknown ones. */
export const loadNewest = async <T>(
  cache: Pick<VersionedCache<T>, 'getAll' | 'reader'>,
  db: Queryable,
  environmentIds: readonly EnvironmentId[],
): Promise<Map<EnvironmentId, T>> => cache.getAll(await readVersions(db, environmentIds, cache.reader));
