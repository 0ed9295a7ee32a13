import { type EnvironmentId, randomId } from '@loyalty/kernel';
import { createDatabase, type Database } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createTenant } from '../tenants/tenants.ts';
import { enrolMember, forgetMembers, keyOfMember } from '../testing/enrol-member.ts';
import { findMember, findMemberByKey, type Scope } from './members.ts';

// eslint-disable-next-line n/no-process-env -- tests get their database from the runner, not from a config.ts.
const url = process.env['DATABASE_URL'] ?? '';

let db: Database;
let scope: Scope;
let elsewhere: EnvironmentId;
beforeAll(async () => {
  db = createDatabase({ url, applicationName: 'accounts-test', poolMax: 2, logger: silentLogger });
  const { id: tenantId, environmentIds } = await createTenant(db, { name: `Test ${randomId()}` });
  scope = { tenantId, environmentId: environmentIds.live };
  elsewhere = environmentIds.test;
});
afterAll(async () => {
  for (const environmentId of [scope.environmentId, elsewhere]) await forgetMembers(db, environmentId);
  await db.close();
});

test('a member is found by id and by key, only in their own environment', async () => {
  const memberId = await enrolMember(db, scope.environmentId);
  const found = await findMember(db, scope, memberId);
  expect(found).toMatchObject({ id: memberId, name: null, stateReason: null, stateChangedAt: null });
  expect(await findMemberByKey(db, scope, keyOfMember(memberId))).toEqual(found);
  const stranger = { ...scope, environmentId: elsewhere };
  expect(await findMember(db, stranger, memberId)).toBeNull();
  expect(await findMemberByKey(db, stranger, keyOfMember(memberId))).toBeNull();
});
