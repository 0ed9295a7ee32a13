import { randomId, type EnvironmentId } from '@loyalty/kernel';
import { createTenant } from '@loyalty/programme';
import type { LifetimePointsRange } from '@loyalty/rules';
import { createDatabase, type Database } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry';
import { enrolMember, forgetMembers } from '../testing/enrol-member.ts';
import { countMembers, listMembers, type Scope } from './members.ts';

// eslint-disable-next-line n/no-process-env -- tests are told their database by the runner, not by a config.ts.
const url = process.env['DATABASE_URL'] ?? '';

let db: Database;
let scope: Scope;
let elsewhere: EnvironmentId;
beforeAll(async () => {
  db = createDatabase({ url, applicationName: 'accounts-test', poolMax: 2, logger: silentLogger });
  const { id: tenantId, environmentIds } = await createTenant(db, { name: `Test ${randomId()}` });
  scope = { tenantId, environmentId: environmentIds.live };
  elsewhere = environmentIds.test;
  for (const lifetimePoints of [0, 99, 100, 199, 200]) {
    await enrolMember(db, environmentIds.live, { lifetimePoints });
  }
  await enrolMember(db, elsewhere, { lifetimePoints: 100 });
});
afterAll(async () => {
  for (const environmentId of [scope.environmentId, elsewhere]) await forgetMembers(db, environmentId);
  await db.close();
});

const ranges: readonly (readonly [LifetimePointsRange, number[]])[] = [
  [{ from: 0, below: 100 }, [0, 99]],
  [{ from: 100, below: 200 }, [100, 199]],
  [{ from: 200, below: null }, [200]],
  [{ from: 201, below: null }, []],
];

test.each(ranges)('members by lifetime points %j are listed and counted (D54)', async (range, expected) => {
  const members = await listMembers(db, scope, { lifetimePoints: range, limit: 10 });
  const found = members.map(({ lifetimePoints }) => lifetimePoints);
  expect(found.toSorted((a, b) => a - b)).toEqual(expected);
  expect(await countMembers(db, scope.environmentId, range)).toBe(expected.length);
});
