import type { Credential, Handler, Problem } from '@loyalty/http/api';
import type { EnvironmentDirectory } from '@loyalty/tables/tenants/directories';
import { loadEnvironment, type Routes } from '../routes.ts';
import { refuseBeyond, type TakeTokens } from './rate-limiter.ts';

export type LimitEvaluate = (credential: Credential) => Promise<Problem | null>;

interface LimitEvaluateOptions {
  readonly takeTokens: TakeTokens;
  readonly environments: Pick<EnvironmentDirectory, 'find'>;
  /** The limit when an environment's setting gives none; null is off. */
  readonly perMinute: number | null;
}

/** Optional (D5): the environment's setting, which acts within 10 s (D87), else that of the process. */
export const createLimitEvaluate =
  ({ takeTokens, environments, perMinute }: LimitEvaluateOptions): LimitEvaluate =>
  async (credential) => {
    const { evaluateRateLimitPerMinute } = await loadEnvironment(environments, credential);
    const limit = evaluateRateLimitPerMinute ?? perMinute;
    if (limit === null) return null;
    const key = `rate:evaluate:${credential.kind}:${credential.id}`;
    return refuseBeyond(takeTokens, { key, perMinute: limit, of: 'evaluate' });
  };

export type LimitBulkItems = (credential: Credential, items: number) => Promise<Problem | null>;

/** Items a minute of an environment whose settings do not say (D85). */
const itemsPerMinute = { live: 60_000, test: 6_000 } as const;

/** The environment's, so that more keys are not more items (D85); its setting acts within 10 s (D87). */
export const createLimitBulkItems =
  ({
    takeTokens,
    environments,
  }: {
    readonly takeTokens: TakeTokens;
    readonly environments: Pick<EnvironmentDirectory, 'find'>;
  }): LimitBulkItems =>
  async (credential, items) => {
    const { environmentId, bulkItemsPerMinute } = await loadEnvironment(environments, credential);
    const perMinute = bulkItemsPerMinute ?? itemsPerMinute[credential.mode];
    const key = `rate:bulk-items:${environmentId.toString()}`;
    return refuseBeyond(takeTokens, { key, perMinute, of: 'bulk_items', count: items });
  };

/** Each makes engines, ingress or followers read something again. */
const configurationWrites = [
  'createCampaign',
  'updateCampaign',
  'archiveCampaign',
  'activateCampaign',
  'pauseCampaign',
  'resumeCampaign',
  'createTier',
  'updateTier',
  'deleteTier',
  'createSegment',
  'updateSegment',
  'deleteSegment',
  'createEventDefinition',
  'updateEventDefinition',
  'updateEventDefinitionByKey',
  'createWebhook',
  'updateWebhook',
  'deleteWebhook',
  'createApiKey',
  'narrowApiKey',
  'rotateApiKey',
  'revokeApiKey',
] as const satisfies readonly (keyof Routes)[];

/** Where the settings do not say (D5): an environment can be filled to its limits (D74) at once. */
const writesPerMinute = 3_000;

type LimitConfigurationWrites = (credential: Credential) => Promise<Problem | null>;

/**
 * The limit is the environment's, so more keys are not more writes (D5); its setting acts within 10 s (D87).
 */
export const createLimitConfigurationWrites =
  ({
    takeTokens,
    environments,
  }: {
    readonly takeTokens: TakeTokens;
    readonly environments: Pick<EnvironmentDirectory, 'find'>;
  }): LimitConfigurationWrites =>
  async (credential) => {
    const { environmentId, configurationWritesPerMinute } = await loadEnvironment(environments, credential);
    const perMinute = configurationWritesPerMinute ?? writesPerMinute;
    const key = `rate:configuration:${environmentId.toString()}`;
    return refuseBeyond(takeTokens, { key, perMinute, of: 'configuration_writes' });
  };

export const limitingWrites = (routes: Routes, limit: LimitConfigurationWrites): Routes => {
  const limited: Partial<Record<keyof Routes, Handler<never, never, never>>> = {};
  for (const operation of configurationWrites) {
    const handle = routes[operation] as Handler<never, never, never>;
    limited[operation] = async (request) => (await limit(request.credential)) ?? handle(request);
  }
  // Each handler takes what the one behind it takes.
  return Object.assign({}, routes, limited as Partial<Routes>);
};
