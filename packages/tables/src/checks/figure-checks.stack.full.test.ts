import type { Database } from '@loyalty/storage';
import { withScratchDatabase } from '@loyalty/testkit/database';
import { accountsMigrations } from '../migrations.ts';
import { runInvariantCheck } from './invariant-checks.ts';
import { figureChecks } from './subject-checks.ts';

const memberId = '00000000-0000-0000-0000-000000000001';

/** Stores a member with three receipts on two days of the last weeks, and figures that match them. */
const fill = async (db: Database): Promise<void> => {
  await db.query(`
    INSERT INTO transactions
    SELECT 1, 'evaluate', 'r' || n, gen_random_uuid(), '${memberId}', '', '', now(), n * 100, now() - interval '1 day' * ago
      FROM (VALUES (1, 20), (2, 20), (3, 2)) AS r (n, ago)`);
  await db.query(`
    INSERT INTO members (environment_id, id, member_key, external_ref, points_balance, lifetime_points, ledger_seq,
                         enrolled_at, created_at, updated_at, spend_cents, txn_count, last_txn_day)
    VALUES (1, '${memberId}', '', 'm', 0, 0, 0, now(), now(), now(), 600, 3, (now() AT TIME ZONE 'UTC')::date - 2)`);
  await db.query(`
    INSERT INTO member_days SELECT 1, '${memberId}', (now() AT TIME ZONE 'UTC')::date - ago, spent, bought
      FROM (VALUES (20, 0, 0), (2, 300, 2)) AS d (ago, spent, bought)`);
};

/** Returns the number of violations of each check after a change. */
const foundAfter = async (change: string): Promise<number[]> => {
  const found: number[] = [];
  await withScratchDatabase(async (db) => {
    await fill(db);
    await db.query(change);
    for (const check of figureChecks) found.push((await runInvariantCheck(db, check)).violations);
  }, accountsMigrations);
  return found;
};

test.each([
  ['nothing is wrong', 'SELECT 1', [0, 0]],
  ['a total is', 'UPDATE members SET spend_cents = 599', [1, 0]],
  ['the last day is', 'UPDATE members SET last_txn_day = NULL', [1, 0]],
  ['a day began with other totals', 'UPDATE member_days SET txns_before = 1', [0, 2]],
  ['a day is missing', 'DELETE FROM member_days WHERE spend_before = 0', [0, 1]],
  ['a day is of no receipt', `UPDATE member_days SET day = day - 1 WHERE spend_before = 0`, [0, 2]],
  ['a receipt is counted nowhere', `UPDATE transactions SET amount_cents = 500 WHERE ref = 'r3'`, [1, 0]],
])('I15 %s', async (_, change, violations) => {
  expect(await foundAfter(change)).toEqual(violations);
});

test('I15 a member with a receipt from before there were figures is left out, although their figures differ', async () => {
  const withoutAmount = `UPDATE transactions SET amount_cents = NULL, occurred_at = NULL WHERE ref = 'r1'`;
  expect(await foundAfter(withoutAmount)).toEqual([0, 0]);
});

test('a day that no window reaches may be deleted without a violation', async () => {
  const older = `
    UPDATE transactions SET occurred_at = now() - interval '400 days' WHERE ref IN ('r1', 'r2');
    DELETE FROM member_days WHERE spend_before = 0`;
  expect(await foundAfter(older)).toEqual([0, 0]);
  const begunAnew = `${older};
    INSERT INTO member_days VALUES (1, '${memberId}', (now() AT TIME ZONE 'UTC')::date - 400, 300, 2)`;
  expect(await foundAfter(begunAnew)).toEqual([0, 0]);
});
