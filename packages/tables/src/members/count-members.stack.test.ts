import { type EnvironmentId, randomId, systemClock } from '@loyalty/kernel';
import type { LifetimePointsRange } from '@loyalty/rules/tiers';
import { createDatabase, type Database } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createTenant } from '../tenants/tenants.ts';
import { enrolMember, forgetMembers } from '../testing/enrol-member.ts';
import { countMembers } from './list-members.ts';

// eslint-disable-next-line n/no-process-env -- tests get their database from the runner, not from a config.ts.
const url = process.env['DATABASE_URL'] ?? '';

let db: Database;
let environmentId: EnvironmentId;
let elsewhere: EnvironmentId;
beforeAll(async () => {
  db = createDatabase({ url, applicationName: 'accounts-test', poolMax: 2, logger: silentLogger });
  const { environmentIds } = await createTenant(db, { name: `Test ${randomId()}` });
  [environmentId, elsewhere] = [environmentIds.live, environmentIds.test];
  for (const lifetimePoints of [0, 99, 100, 199, 200])
    await enrolMember(db, environmentId, { lifetimePoints });
  const erased = await enrolMember(db, environmentId, { lifetimePoints: 150 });
  await db.query(`UPDATE members SET state = 'anonymized' WHERE id = $1`, [erased]);
  for (let n = 0; n < 5; n += 1) await enrolMember(db, elsewhere, { lifetimePoints: 100 });
});
afterAll(async () => {
  for (const id of [environmentId, elsewhere]) await forgetMembers(db, id);
  await db.close();
});

const bounds = { size: 2, found: 1_000, budgetMs: 60_000, clock: systemClock };
const all = { from: 0, below: null };

test.each<[LifetimePointsRange, number]>([
  [{ from: 0, below: 100 }, 2],
  [{ from: 100, below: 200 }, 2],
  [{ from: 200, below: null }, 1],
  [{ from: 201, below: null }, 0],
])('▲ members by lifetime points %j are counted, erased ones left out (D54)', async (range, memberCount) => {
  const expected = { memberCount, isWhole: true };
  expect(await countMembers(db, { environmentId, range })).toEqual(expected);
  expect(await countMembers(db, { environmentId, range }, bounds)).toEqual(expected);
});

test('▲ the scan stops when enough members were found or the time is over', async () => {
  const enough = await countMembers(db, { environmentId: elsewhere, range: all }, { ...bounds, found: 3 });
  expect(enough).toEqual({ memberCount: 4, isWhole: false });
  const late = await countMembers(db, { environmentId: elsewhere, range: all }, { ...bounds, budgetMs: 0 });
  expect(late).toEqual({ memberCount: 2, isWhole: false });
  const nobody = { from: 1_000, below: null };
  const unknown = await countMembers(
    db,
    { environmentId: elsewhere, range: nobody },
    { ...bounds, budgetMs: 0 },
  );
  expect(unknown).toEqual({ memberCount: 0, isWhole: false });
});
