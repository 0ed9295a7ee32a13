import type { Credential } from '@loyalty/http/api';
import type { EnvironmentId, TenantId } from '@loyalty/kernel';
import { createLimitBulkItems } from './operation-limits.ts';

const tenantId = '0198c0de-0000-7000-8000-00000000000a' as TenantId;

const credentialOf = (mode: 'live' | 'test'): Credential => ({
  kind: 'key',
  id: 'k',
  tenantId,
  environmentId: 3 as EnvironmentId,
  mode,
  subject: 'k',
  permissions: new Set(['admin']),
  rateLimitPerMinute: 600,
});

/** The limit of an environment with this setting, whose bucket allows, or lacks tokens for another 1.5 s. */
const limitOf = (setting: number | null, allowed = true) => {
  const taken: unknown[][] = [];
  const limitBulkItems = createLimitBulkItems({
    environments: {
      find: () =>
        Promise.resolve({
          tenantId,
          environmentId: 3 as EnvironmentId,
          secret: Buffer.alloc(32),
          evaluateRateLimitPerMinute: null,
          requestsPerMinute: null,
          bulkItemsPerMinute: setting,
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
        }),
    },
    takeTokens: (...asked) => {
      taken.push(asked);
      return Promise.resolve({ allowed, remaining: 0, retryAfterMs: 1_500 });
    },
  });
  return { limitBulkItems, taken };
};

test.each([
  ['live', null, 60_000],
  ['test', null, 6_000],
  ['live', 1_000, 1_000],
  ['test', 90_000, 90_000],
] as const)('of %s with a setting of %j it is %j a minute, of the whole environment', async (...row) => {
  const [mode, setting, limit] = row;
  const { limitBulkItems, taken } = limitOf(setting);
  expect(await limitBulkItems(credentialOf(mode), 250)).toBeNull();
  expect(taken).toEqual([['rate:bulk-items:3', limit, 250]]);
});

test('a call with more items than are left is refused, with the figures of this limit', async () => {
  expect(await limitOf(6_000, false).limitBulkItems(credentialOf('test'), 250)).toEqual({
    problem: 'RATE_LIMITED',
    reason: 'bulk_items',
    retryAfterS: 1.5,
    headers: { 'RateLimit-Limit': '6000', 'RateLimit-Remaining': '0', 'RateLimit-Reset': '60' },
  });
});
