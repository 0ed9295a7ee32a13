import type { InvariantFinding } from '@loyalty/accounts';
import { randomId } from '@loyalty/kernel';
import type { TenantRecord } from '@loyalty/programme';
import { createDatabase, type Database } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry';
import { documentOf, loyaltyctl } from '../testing/loyaltyctl-on-stack.ts';
import { stackVariables } from '../testing/stack-variables.ts';

let db: Database;
beforeAll(() => {
  const url = stackVariables()['DATABASE_URL'] ?? '';
  db = createDatabase({ url, applicationName: 'cli-test', poolMax: 1, logger: silentLogger });
});
afterAll(() => db.close());

test('a sound database passes, one line for each promise', async () => {
  const { exitCode, out } = await loyaltyctl(['check']);
  expect(out).not.toContain('✗');
  expect(out).toMatch(/^✓ I1 {2}.+\n(✓ .+\n)+All \d+ checks hold\.\n$/);
  expect(exitCode).toBe(0);
});

test('a balance without entries is found, shown and ends with exit code 1', async () => {
  const tenant = await documentOf<TenantRecord>('tenants', 'create', 'Test of check');
  const environmentId = tenant.environmentIds.test;
  const memberId = randomId();
  await db.query(
    `INSERT INTO members (environment_id, id, member_key, external_ref, points_balance, lifetime_points, ledger_seq,
                          enrolled_at, created_at, updated_at)
     VALUES ($1, $2, '\\x00', 'm', 5, 0, 0, now(), now(), now())`,
    [environmentId, memberId],
  );
  try {
    const { exitCode, out } = await loyaltyctl(['check']);
    expect(exitCode).toBe(1);
    expect(out).toContain(`: 1 violations (${environmentId.toString()}/${memberId})`);
    const { out: json } = await loyaltyctl(['check', '--json']);
    const { holds, checks } = JSON.parse(json) as { holds: boolean; checks: InvariantFinding[] };
    expect(holds).toBe(false);
    expect(checks.filter(({ violations }) => violations > 0)).toMatchObject([
      { invariant: 'I1', violations: 1 },
    ]);
  } finally {
    await db.query('DELETE FROM members WHERE environment_id = $1 AND id = $2', [environmentId, memberId]);
  }
});
