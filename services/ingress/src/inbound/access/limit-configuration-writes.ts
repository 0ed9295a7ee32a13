import type { EnvironmentDirectory } from '@loyalty/configuration';
import type { Credential, Handler, Problem } from '@loyalty/http';
import { loadEnvironment } from '../load-secret.ts';
import type { Routes } from '../routes.ts';
import { refuseBeyond, type TakeTokens } from './rate-limiter.ts';

/** The operations that write configuration: each makes engines, ingress or followers read something again. */
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
] as const satisfies readonly (keyof Routes)[];

/** Writes a minute of an environment whose settings do not say (D5): it can be filled to its limits (D74) at once. */
const writesPerMinute = 3_000;

/** Refuses a write of configuration above its environment's limit; null when it is within. */
export type LimitConfigurationWrites = (credential: Credential) => Promise<Problem | null>;

/** Creates the limit of writes (D5). It is the environment's, so more keys are not more writes; its setting acts within 10 s (D87). */
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
    return refuseBeyond(takeTokens, { key: `rate:configuration:${environmentId.toString()}`, perMinute });
  };

/** Returns these routes, with the limit before the handler of each operation that writes configuration. */
export const limitingWrites = (routes: Routes, limit: LimitConfigurationWrites): Routes => {
  const limited: Partial<Record<keyof Routes, Handler<never, never, never>>> = {};
  for (const operation of configurationWrites) {
    const handle = routes[operation] as Handler<never, never, never>;
    limited[operation] = async (request) => (await limit(request.credential)) ?? handle(request);
  }
  // Each handler takes what the one behind it takes.
  return Object.assign({}, routes, limited as Partial<Routes>);
};
