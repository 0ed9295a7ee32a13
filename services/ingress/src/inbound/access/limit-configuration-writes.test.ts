import type { Credential } from '@loyalty/http/api';
import type { EnvironmentId, TenantId } from '@loyalty/kernel';
import type { EnvironmentRecord } from '@loyalty/tables/tenants';
import type { Routes } from '../routes.ts';
import {
  boundingChanges,
  createLimitConfigurationWrites,
  limitingWrites,
  refusingRevoked,
} from './operation-limits.ts';

const tenantId = '0198c0de-0000-7000-8000-00000000000a' as TenantId;
const credential: Credential = {
  kind: 'key',
  id: 'k',
  tenantId,
  environmentId: 3 as EnvironmentId,
  mode: 'live',
  subject: 'k',
  permissions: new Set(['admin']),
  rateLimitPerMinute: 600,
};

/** The limit of an environment with this setting; its bucket has so many tokens left. */
const limitOf = (setting: number | null, left: number) => {
  const taken: [string, number][] = [];
  const environment: EnvironmentRecord = {
    tenantId,
    environmentId: credential.environmentId,
    secret: Buffer.alloc(32),
    evaluateRateLimitPerMinute: null,
    requestsPerMinute: null,
    bulkItemsPerMinute: null,
    configurationWritesPerMinute: setting,
    importLinesPerMinute: null,
    importsUntil: null,
    keyRequestsPerMinuteMax: null,
    adjustedPointsPerDay: null,
    totalAdjustedPointsPerDay: null,
    rewardRedeemNeedsRef: false,
    currency: 'ZAR',
    phoneCountry: null,
    closed: null,
  };
  let tokens = left;
  const limit = createLimitConfigurationWrites({
    environments: { find: () => Promise.resolve(environment) },
    takeTokens: (key, perMinute) => {
      taken.push([key, perMinute]);
      tokens -= 1;
      return Promise.resolve({ allowed: tokens >= 0, remaining: Math.max(0, tokens), retryAfterMs: 1_500 });
    },
  });
  return { limit, taken };
};

/** Routes whose handlers note their calls. */
const noting = () => {
  const called: string[] = [];
  const operations = [
    'createCampaign',
    'updateTier',
    'deleteWebhook',
    'pauseCampaign',
    'adjustPoints',
    'revokeApiKey',
    'eraseMember',
    'listCampaigns',
    'evaluateTransaction',
  ];
  const routes = Object.fromEntries(
    operations.map((name) => [
      name,
      () => {
        called.push(name);
        return Promise.resolve({ status: 200, body: {} });
      },
    ]),
  );
  return { called, routes: routes as unknown as Routes };
};

const call = (routes: Routes, name: keyof Routes) =>
  (routes[name] as (request: { credential: Credential }) => Promise<unknown>)({ credential });

test.each([
  [null, 3_000],
  [7, 7],
])('with a setting of %j an environment has %j writes a minute, all keys together (D5)', async (...row) => {
  const [setting, perMinute] = row;
  const { limit, taken } = limitOf(setting, 1);
  expect(await limit(credential)).toBeNull();
  expect(taken).toEqual([['rate:configuration:3', perMinute]]);
});

test('▲ a write beyond the limit is refused with the figures of its bucket, and writes nothing (D5)', async () => {
  const { called, routes } = noting();
  const limited = limitingWrites(routes, limitOf(60, 1).limit);
  expect(await call(limited, 'createCampaign')).toMatchObject({ status: 200 });
  expect(await call(limited, 'updateTier')).toEqual({
    problem: 'RATE_LIMITED',
    reason: 'configuration_writes',
    retryAfterS: 1.5,
    headers: { 'RateLimit-Limit': '60', 'RateLimit-Remaining': '0', 'RateLimit-Reset': '60' },
  });
  expect(await call(limited, 'deleteWebhook')).toMatchObject({ problem: 'RATE_LIMITED' });
  expect(called).toEqual(['createCampaign']);
});

test('reads, and calls that write no configuration, take no token of it', async () => {
  const { called, routes } = noting();
  const { limit, taken } = limitOf(60, 0);
  const limited = limitingWrites(routes, limit);
  await call(limited, 'listCampaigns');
  await call(limited, 'evaluateTransaction');
  expect([called, taken]).toEqual([['listCampaigns', 'evaluateTransaction'], []]);
});

test('▲ beyond its changes of a day an environment makes none, but what takes away, until midnight UTC (D208)', async () => {
  const { called, routes } = noting();
  let entries = 9;
  const bounded = boundingChanges(routes, {
    auditDay: { countToday: () => Promise.resolve(entries) },
    perDay: 10,
    clock: { now: () => Date.parse('2026-03-01T23:59:00.500Z') },
  });
  expect(await call(bounded, 'createCampaign')).toMatchObject({ status: 200 });
  entries = 10;
  for (const name of ['createCampaign', 'updateTier', 'adjustPoints'] as const)
    expect(await call(bounded, name)).toMatchObject({
      problem: 'RATE_LIMITED',
      reason: 'audit_entries',
      retryAfterS: 60,
    });
  const done = [
    'listCampaigns',
    'evaluateTransaction',
    'deleteWebhook',
    'pauseCampaign',
    'revokeApiKey',
    'eraseMember',
  ] as const;
  for (const name of done) expect(await call(bounded, name)).toMatchObject({ status: 200 });
  expect(called).toEqual(['createCampaign', ...done]);
});

test('▲ a key that is revoked in the table changes no configuration, and what tills do asks no table', async () => {
  const { called, routes } = noting();
  const asked: Credential['kind'][] = [];
  const guarded = refusingRevoked(routes, ({ kind }) => {
    asked.push(kind);
    return Promise.resolve(false);
  });
  expect(await call(guarded, 'updateTier')).toMatchObject({ problem: 'UNAUTHORIZED', reason: 'revoked_key' });
  expect(await call(guarded, 'evaluateTransaction')).toMatchObject({ status: 200 });
  expect([called, asked]).toEqual([['evaluateTransaction'], ['key']]);
});
