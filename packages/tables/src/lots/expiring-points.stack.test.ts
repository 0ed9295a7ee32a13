import { dayMs, type EnvironmentId, type MemberId, randomId, utcDayOf } from '@loyalty/kernel';
import { createDatabase, type Database, type Statement } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry/logger';
import { lockAccountsById } from '../accounts/accounts.ts';
import { updateAccounts } from '../accounts/write-accounts.ts';
import { createTenant } from '../tenants/tenants.ts';
import { enrolMember, forgetMembers } from '../testing/enrol-member.ts';
import { addLots, readExpiringPoints, writeLots } from './lots.ts';

const asOfMs = Date.UTC(2100, 0);

let db: Database;
let environmentId: EnvironmentId;
let memberId: MemberId;
beforeAll(async () => {
  // eslint-disable-next-line n/no-process-env -- tests get their database from the runner, not from a config.ts.
  const url = process.env['DATABASE_URL'] ?? '';
  db = createDatabase({ url, applicationName: 'accounts-test', poolMax: 2, logger: silentLogger });
  environmentId = (await createTenant(db, { name: `Lots ${randomId()}` })).environmentIds.live;
});
beforeEach(async () => {
  memberId = await enrolMember(db, environmentId, { pointsBalance: 100 });
  const whose = { environmentId, memberId, addedAtMs: asOfMs };
  const expiresAtMs = asOfMs + 5 * dayMs;
  const dated = { slidingDays: 0, expiresOn: utcDayOf(expiresAtMs), expiresAtMs };
  const sliding = { slidingDays: 3, expiresOn: 0, expiresAtMs: null };
  await db.transaction((tx) =>
    addLots(tx, [
      { ...whose, ...dated, points: 60 },
      { ...whose, ...sliding, points: 30 },
    ]),
  );
});
afterEach(() => forgetMembers(db, environmentId));
afterAll(() => db.close());

const read = (withinDays: number, from: Database = db) =>
  readExpiringPoints(from, environmentId, { memberId, asOfMs, withinDays });

const day = (days: number): string => new Date(asOfMs + days * dayMs).toISOString();

test('a member sees which points expire when, the earliest first, and which never do', async () => {
  const asOf = day(0);
  const balance = { memberId, asOf, pointsBalance: 100, pointsWithoutExpiry: 10 };
  const soon = { expiresAt: day(3), points: 30, basis: 'INACTIVITY' };
  expect(await read(5)).toEqual({
    ...balance,
    expiring: [soon, { expiresAt: day(5), points: 60, basis: 'DATE' }],
  });
  expect(await read(4)).toEqual({ ...balance, expiring: [soon] });
  expect(await read(1)).toEqual({ ...balance, expiring: [] });
});

test('a member who does not exist has no expiring points', async () => {
  const asked = { memberId: randomId(), asOfMs, withinDays: 5 };
  expect(await readExpiringPoints(db, environmentId, asked)).toBeNull();
});

/** Another process spends all points in sliding lots. */
const spend = (): Promise<void> =>
  db.transaction(async (tx) => {
    const [known] = await lockAccountsById(tx, environmentId, [memberId]);
    if (known === undefined) throw new Error('the member is gone');
    const account = { ...known.account, pointsBalance: 70 };
    await updateAccounts(tx, [{ environmentId, account, atMs: asOfMs }]);
    await writeLots(tx, [
      { environmentId, memberId, slidingDays: 3, expiresOn: 0, points: 0, expiresAtMs: null },
    ]);
  });

/** A database in which points are spent between the reads of the balance and of the lots. */
const spendingMeanwhile = (): Database => ({
  ...db,
  readConsistently: (work) =>
    db.readConsistently((tx) =>
      work({
        ...tx,
        query: async <Row>(statement: Statement | string, values?: readonly unknown[]) => {
          if (typeof statement !== 'string' && statement.name === 'lots-all') await spend();
          return tx.query<Row>(statement, values);
        },
      }),
    ),
});

test('▲ balance and lots are of one moment, also when points are spent between the two reads', async () => {
  const before = await read(5);
  expect(await read(5, spendingMeanwhile())).toEqual(before);
  expect(await read(5)).toMatchObject({
    pointsBalance: 70,
    pointsWithoutExpiry: 10,
    expiring: [{ points: 60 }],
  });
});
