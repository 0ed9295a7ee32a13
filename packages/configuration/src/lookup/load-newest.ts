import type { EnvironmentId } from '@loyalty/kernel';
import type { Queryable } from '@loyalty/storage';
import { readConfigVersions, readWebhooksVersions } from '../config-version.ts';
import type { WebhookCache, Webhooks } from '../webhooks/webhook-directory.ts';
import type { VersionedCache } from './versioned-cache.ts';

/** What follows from the configurations of these environments as they are committed now; one that does not exist is left out. */
export const loadNewest = async <T>(
  held: VersionedCache<T>,
  db: Queryable,
  environmentIds: readonly EnvironmentId[],
): Promise<Map<EnvironmentId, T>> => ofVersions(held, await readConfigVersions(db, environmentIds));

/** The webhooks of these environments, in the same way. */
export const loadNewestWebhooks = async (
  held: WebhookCache,
  db: Queryable,
  environmentIds: readonly EnvironmentId[],
): Promise<Map<EnvironmentId, Webhooks>> => ofVersions(held, await readWebhooksVersions(db, environmentIds));

const ofVersions = async <T>(
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
