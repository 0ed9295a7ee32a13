import { type EnvironmentId, type MemberId, randomId } from '@loyalty/kernel';
import type { LedgerPosting } from '@loyalty/rules/earning';
import { createDatabase, type Database, type Transaction } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry/logger';
import { insertPostings } from '../accounts/write-accounts.ts';
import { invariantChecks, runInvariantCheck } from '../checks/invariant-checks.ts';
import { createTenant } from '../tenants/tenants.ts';
import { enrolMember, forgetMembers } from '../testing/enrol-member.ts';
import { addLots } from './lots.ts';

const expiresAtMs = Date.UTC(2100, 0, 3, 23, 59, 59, 999);
const expiresOn = Math.floor(expiresAtMs / 86_400_000);
const checks = invariantChecks.filter(({ invariant }) => invariant === 'I13');

let db: Database;
let environmentId: EnvironmentId;
let memberId: MemberId;
beforeAll(async () => {
  // eslint-disable-next-line n/no-process-env -- tests get their database from the runner, not from a config.ts.
  const url = process.env['DATABASE_URL'] ?? '';
  db = createDatabase({ url, applicationName: 'accounts-test', poolMax: 2, logger: silentLogger });
  environmentId = (await createTenant(db, { name: `Lots ${randomId()}` })).environmentIds.live;
});
afterEach(() => forgetMembers(db, environmentId));
afterAll(() => db.close());

const entry = (seq: number, given: Partial<LedgerPosting>): LedgerPosting => ({
  id: randomId(),
  seq,
  type: 'ADJUST',
  points: 0,
  balanceAfter: 0,
  description: 'x',
  expiresAtMs: null,
  ...given,
});

const fromLots = [
  { slidingDays: 0, expiresOn, points: 4 },
  { slidingDays: 30, expiresOn: 0, points: 2 },
];
/** Points given, spent and expired: 6 are left in the dated lot, none in the sliding one. */
const entries = [
  entry(1, { points: 10, balanceAfter: 10, expiresAtMs }),
  entry(2, { points: 5, balanceAfter: 15, slidingDays: 30 }),
  entry(3, { points: -6, balanceAfter: 9, type: 'REDEEM', fromLots }),
  entry(4, { points: -3, balanceAfter: 6, type: 'EXPIRE', slidingDays: 30 }),
];

/** Returns how many violations the checks find when these lots are stored for the member. */
const violationsOf = async (points: number, balance = 6): Promise<number> => {
  memberId = await enrolMember(db, environmentId, { pointsBalance: balance });
  const found: number[] = [];
  const undone = db.transaction(async (tx: Transaction) => {
    const whose = { environmentId, memberId };
    await insertPostings(
      tx,
      entries.map((posting) => ({ ...whose, transactionId: null, posting, atMs: 0 })),
    );
    await addLots(tx, [{ ...whose, slidingDays: 0, expiresOn, points, expiresAtMs, addedAtMs: 0 }]);
    for (const check of checks) {
      const own = `SELECT example FROM (${check.sql}) AS found WHERE example LIKE '%${memberId}%'`;
      found.push((await runInvariantCheck(tx, { ...check, sql: own })).violations);
    }
    throw new Error('entries are for ever');
  });
  await expect(undone).rejects.toThrow('for ever');
  return found.reduce((sum, violations) => sum + violations, 0);
};

test('I13 lots that agree with the ledger are found in order', async () => {
  expect(checks).toHaveLength(2);
  expect(await violationsOf(6)).toBe(0);
});

test.each([5, 7])('I13 a lot of 6 that says %d is found', async (points) => {
  expect(await violationsOf(points, 7)).toBe(1);
});

test('▲ I13 lots beyond the balance are found', async () => {
  expect(await violationsOf(6, 5)).toBe(1);
});
