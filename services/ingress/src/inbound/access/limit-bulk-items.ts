import type { EnvironmentDirectory } from '@loyalty/configuration';
import type { Credential, Problem } from '@loyalty/http';
import { refuseBeyond, type TakeTokens } from '../access/rate-limiter.ts';
import { loadEnvironment } from '../load-secret.ts';

/** Refuses a bulk call whose items the environment's limit does not allow; null when it does. */
export type LimitBulkItems = (credential: Credential, items: number) => Promise<Problem | null>;

export interface LimitBulkItemsOptions {
  readonly takeTokens: TakeTokens;
  readonly environments: Pick<EnvironmentDirectory, 'find'>;
}

/** Items a minute of an environment whose settings do not say (D85). */
const itemsPerMinute = { live: 60_000, test: 6_000 } as const;

/** Creates the limit of items (D85). It is the environment's, so that more keys are not more items; its setting acts within 10 s (D87). */
export const createLimitBulkItems =
  ({ takeTokens, environments }: LimitBulkItemsOptions): LimitBulkItems =>
  async (credential, items) => {
    const { environmentId, bulkItemsPerMinute } = await loadEnvironment(environments, credential);
    const perMinute = bulkItemsPerMinute ?? itemsPerMinute[credential.mode];
    const key = `rate:bulk-items:${environmentId.toString()}`;
    return refuseBeyond(takeTokens, { key, perMinute, count: items });
  };
