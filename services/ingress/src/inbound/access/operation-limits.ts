import { type OperationId, operations } from '@loyalty/contracts/http';
import { type Credential, type Handler, problem, type Problem } from '@loyalty/http/api';
import type { Clock } from '@loyalty/kernel';
import { type AuditDay, secondsOfDayLeft } from '@loyalty/tables/audit';
import type { EnvironmentDirectory } from '@loyalty/tables/keys';
import { loadEnvironment, type Routes } from '../routes.ts';
import {
  bulkItemsPerMinuteOf,
  configurationWritesPerMinuteOf,
  evaluatePerMinuteOf,
  importLinesPerMinuteOf,
} from './environment-rates.ts';
import { refuseBeyond, type TakeTokens } from './rate-limiter.ts';

export type LimitEvaluate = (credential: Credential) => Promise<Problem | null>;

interface LimitEvaluateOptions {
  readonly takeTokens: TakeTokens;
  readonly environments: Pick<EnvironmentDirectory, 'find'>;
  /** The limit when an environment's setting gives none; null is off. */
  readonly perMinute: number | null;
}

/**
 * Creates a limiter of evaluate calls, which limits them only if a limit is set (D5). It is the environment's
 * setting, which takes effect within 10 s (D87), or otherwise that of the process.
 */
export const createLimitEvaluate =
  ({ takeTokens, environments, perMinute }: LimitEvaluateOptions): LimitEvaluate =>
  async (credential) => {
    const limit = evaluatePerMinuteOf(await loadEnvironment(environments, credential), perMinute);
    if (limit === null) return null;
    const key = `rate:evaluate:${credential.kind}:${credential.id}`;
    return refuseBeyond(takeTokens, { key, perMinute: limit, of: 'evaluate' });
  };

export type LimitBulkItems = (credential: Credential, items: number) => Promise<Problem | null>;

/**
 * Creates a limiter of the items of bulk calls in an environment, so that more keys do not allow more items
 * (D85). Its setting takes effect within 10 s (D87).
 */
export const createLimitBulkItems =
  ({
    takeTokens,
    environments,
  }: {
    readonly takeTokens: TakeTokens;
    readonly environments: Pick<EnvironmentDirectory, 'find'>;
  }): LimitBulkItems =>
  async (credential, items) => {
    const environment = await loadEnvironment(environments, credential);
    const perMinute = bulkItemsPerMinuteOf(environment, credential);
    const key = `rate:bulk-items:${environment.environmentId.toString()}`;
    return refuseBeyond(takeTokens, { key, perMinute, of: 'bulk_items', count: items });
  };

export type LimitImportLines = (credential: Credential, lines: number) => Promise<Problem | null>;

/** Creates a limiter of the lines of imports in an environment, as that of the items of bulk calls (D341). */
export const createLimitImportLines =
  ({
    takeTokens,
    environments,
  }: {
    readonly takeTokens: TakeTokens;
    readonly environments: Pick<EnvironmentDirectory, 'find'>;
  }): LimitImportLines =>
  async (credential, lines) => {
    const environment = await loadEnvironment(environments, credential);
    const perMinute = importLinesPerMinuteOf(environment);
    const key = `rate:import-lines:${environment.environmentId.toString()}`;
    return refuseBeyond(takeTokens, { key, perMinute, of: 'import_lines', count: lines });
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
  'updateSettings',
  'putCodePool',
  'addPoolCodes',
  'putImport',
  'closeImport',
] as const satisfies readonly (keyof Routes)[];

type LimitConfigurationWrites = (credential: Credential) => Promise<Problem | null>;

/**
 * Creates a limiter of the writes of configuration in an environment, so that more keys do not allow more
 * writes (D5). Its setting takes effect within 10 s (D87).
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
    const environment = await loadEnvironment(environments, credential);
    const perMinute = configurationWritesPerMinuteOf(environment);
    const key = `rate:configuration:${environment.environmentId.toString()}`;
    return refuseBeyond(takeTokens, { key, perMinute, of: 'configuration_writes' });
  };

type JudgeCaller = (credential: Credential) => Promise<Problem | null>;

/** The handlers of these operations run only where the judge refuses nothing. */
const judging = (routes: Routes, operations: readonly (keyof Routes)[], judge: JudgeCaller): Routes => {
  const judged: Partial<Record<keyof Routes, Handler<never, never, never>>> = {};
  for (const operation of operations) {
    const handle = routes[operation] as Handler<never, never, never>;
    judged[operation] = async (request) => (await judge(request.credential)) ?? handle(request);
  }
  // Each handler takes what the one behind it takes.
  return Object.assign({}, routes, judged as Partial<Routes>);
};

export const limitingWrites = (routes: Routes, limit: LimitConfigurationWrites): Routes =>
  judging(routes, configurationWrites, limit);

/**
 * Done however many changes there were today: each takes something away, and erasing is the right of a member. None can be
 * done again and again, because its opposite is bounded.
 */
const everDone: ReadonlySet<OperationId> = new Set<OperationId>([
  'revokeApiKey',
  'narrowApiKey',
  'pauseCampaign',
  'archiveCampaign',
  'deleteWebhook',
  'suspendMember',
  'eraseMember',
]);

const boundedChanges = operations.flatMap(({ operationId, auditAction }) =>
  auditAction === null || everDone.has(operationId) ? [] : [operationId],
) as readonly (keyof Routes)[];

interface BoundChangesOptions {
  readonly auditDay: Pick<AuditDay, 'countToday'>;
  readonly perDay: number;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * Bounds changes, so that there is no change without its row of the audit log, and no more rows a day than a
 * database can keep (D208).
 */
export const boundingChanges = (routes: Routes, { auditDay, perDay, clock }: BoundChangesOptions): Routes =>
  judging(routes, boundedChanges, async ({ environmentId }) => {
    if ((await auditDay.countToday(environmentId)) < perDay) return null;
    return problem('RATE_LIMITED', {
      reason: 'audit_entries',
      retryAfterS: secondsOfDayLeft(clock.now()),
      detail:
        'This environment has reached the maximum number of changes for today. Changes that only take something away are still possible.',
    });
  });

/**
 * Refuses changes of configuration by a key that was revoked or has expired, although it was let in by its
 * state some seconds ago. What tills do goes on without that look-up, for the 10 s of D3.
 */
export const refusingRevoked = (
  routes: Routes,
  isInForce: (credential: Credential) => Promise<boolean>,
): Routes =>
  judging(routes, configurationWrites, async (credential) =>
    credential.kind === 'token' || (await isInForce(credential)) ? null : revoked,
  );

const revoked = problem('UNAUTHORIZED', {
  headers: { 'WWW-Authenticate': 'Bearer' },
  reason: 'revoked_key',
  detail: 'The API key in X-API-Key is not valid.',
});
