import type { EnvironmentId } from '@loyalty/kernel';
import type { Queryable } from '@loyalty/storage';
import { readWebhooksVersions, loadVersions } from '@loyalty/configuration';
import type { WebhookCache, Webhooks } from './webhook-directory.ts';

/** Loads the newest webhooks of these environments: checks their versions, and reads the changed ones. */
export const loadNewestWebhooks = async (
  held: WebhookCache,
  db: Queryable,
  environmentIds: readonly EnvironmentId[],
): Promise<Map<EnvironmentId, Webhooks>> =>
  loadVersions(held, await readWebhooksVersions(db, environmentIds));
