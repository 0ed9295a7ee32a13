import type { Credential } from '@loyalty/http/api';
import type { EnvironmentId, TenantId } from '@loyalty/kernel';
import type { EnvironmentRecord } from '@loyalty/tables/tenants';
import { createLimitEvaluate } from './operation-limits.ts';

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

/** The sub-limit of an environment with this setting, in a process with that one; every bucket is empty. */
const limitOf = (setting: number | null, perMinute: number | null) => {
  const taken: [string, number][] = [];
  const environment: EnvironmentRecord = {
    tenantId,
    environmentId: credential.environmentId,
    secret: Buffer.alloc(32),
    evaluateRateLimitPerMinute: setting,
    requestsPerMinute: null,
    bulkItemsPerMinute: null,
    configurationWritesPerMinute: null,
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
  const limitEvaluate = createLimitEvaluate({
    environments: { find: () => Promise.resolve(environment) },
    takeTokens: (key, limit) => {
      taken.push([key, limit]);
      return Promise.resolve({ allowed: false, remaining: 0, retryAfterMs: 1_500 });
    },
    perMinute,
  });
  return { limitEvaluate, taken };
};

test('no bucket is asked where neither the environment nor the process limits evaluate', async () => {
  const { limitEvaluate, taken } = limitOf(null, null);
  expect([await limitEvaluate(credential), taken]).toEqual([null, []]);
});

test.each([
  [30, null, 30],
  [null, 100, 100],
  [30, 100, 30],
])('a setting of %j and a process of %j make a limit of %j for each credential', async (...row) => {
  const [setting, perMinute, limit] = row;
  const { limitEvaluate, taken } = limitOf(setting, perMinute);
  await limitEvaluate(credential);
  expect(taken).toEqual([['rate:evaluate:key:k', limit]]);
});

test('a refusal shows the figures of its own bucket (D5)', async () => {
  expect(await limitOf(30, null).limitEvaluate(credential)).toEqual({
    problem: 'RATE_LIMITED',
    reason: 'evaluate',
    retryAfterS: 1.5,
    headers: { 'RateLimit-Limit': '30', 'RateLimit-Remaining': '0', 'RateLimit-Reset': '60' },
  });
});
