import type { InvariantFinding } from '@loyalty/accounts';
import { randomId } from '@loyalty/kernel';
import { loyaltyctl } from '../support/loyaltyctl.ts';
import { openStoredRows, type StoredRows } from '../support/stored-rows.ts';
import { createTenantRecord } from '../support/tenant.ts';

let stored: StoredRows;
beforeAll(() => {
  stored = openStoredRows();
});
afterAll(() => stored.close());

test('a sound database passes, one line for each promise', async () => {
  const { code, stdout } = await loyaltyctl('check');
  expect(stdout).not.toContain('✗');
  expect(stdout).toMatch(/^✓ I1 {2}.+\n(✓ .+\n)+All \d+ checks hold\.\n$/);
  expect(code).toBe(0);
});

test('a balance without entries is found, shown and ends with exit code 1', async () => {
  const { environmentIds } = await createTenantRecord('Test of check');
  const environmentId = environmentIds.test;
  const memberId = randomId();
  await stored.rowsOf(
    `INSERT INTO members (environment_id, id, member_key, external_ref, points_balance, lifetime_points, ledger_seq,
                          enrolled_at, created_at, updated_at)
     VALUES ($1, $2, '\\x00', 'm', 5, 0, 0, now(), now(), now())`,
    [environmentId, memberId],
  );
  try {
    const { code, stdout } = await loyaltyctl('check');
    expect(code).toBe(1);
    expect(stdout).toContain(`: 1 violations (${environmentId.toString()}/${memberId})`);
    const json = await loyaltyctl('check', '--json');
    const { holds, checks } = JSON.parse(json.stdout) as { holds: boolean; checks: InvariantFinding[] };
    expect(holds).toBe(false);
    expect(checks.filter(({ violations }) => violations > 0)).toMatchObject([
      { invariant: 'I1', violations: 1 },
    ]);
  } finally {
    await stored.rowsOf('DELETE FROM members WHERE environment_id = $1 AND id = $2', [
      environmentId,
      memberId,
    ]);
    // A job completes profiles: the member may have one by now.
    await stored.rowsOf('DELETE FROM member_profiles WHERE member_id = $1', [memberId]);
  }
});
