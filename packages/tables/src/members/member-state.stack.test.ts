import { type MemberId, randomId } from '@loyalty/kernel';
import { createDatabase, type Database } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry/logger';
import { eraseMember } from '../erasure/erase-member.ts';
import { createTenant } from '../tenants/tenants.ts';
import { enrolMember, keyOfMember } from '../testing/enrol-member.ts';
import { reinstateMember, suspendMember } from './change-member.ts';
import { findMember, lockMembers, type MemberRecord, type Scope } from './members.ts';

// eslint-disable-next-line n/no-process-env -- tests get their database from the runner, not from a config.ts.
const url = process.env['DATABASE_URL'] ?? '';

let db: Database;
let scope: Scope;
let elsewhere: Scope;
beforeAll(async () => {
  db = createDatabase({ url, applicationName: 'accounts-test', poolMax: 4, logger: silentLogger });
  const { id: tenantId, environmentIds } = await createTenant(db, { name: `Test ${randomId()}` });
  scope = { tenantId, environmentId: environmentIds.live };
  elsewhere = { tenantId, environmentId: environmentIds.test };
});
afterAll(() => db.close());

const suspend = (memberId: string, of = scope, given: { readonly reason?: string } = {}) =>
  db.transaction((tx) => suspendMember(tx, of, { memberId, ...given }));
const reinstate = (memberId: string, of = scope) =>
  db.transaction((tx) => reinstateMember(tx, of, { memberId }));

test('a member is suspended and reinstated; a repeat writes nothing (D44)', async () => {
  const memberId = await enrolMember(db, scope.environmentId);
  const suspended = await suspend(memberId);
  expect(suspended).toMatchObject({ outcome: 'changed', member: { state: 'suspended' } });
  const member = await findMember(db, scope, memberId);
  expect(await suspend(memberId.toUpperCase())).toEqual({ outcome: 'unchanged', member });
  expect(await reinstate(memberId)).toMatchObject({ outcome: 'changed', member: { state: 'active' } });
  expect(await reinstate(memberId)).toMatchObject({ outcome: 'unchanged', member: { state: 'active' } });
});

test('a change of state keeps its reason and its time, until the next one', async () => {
  const memberId = await enrolMember(db, scope.environmentId);
  const { member } = (await suspend(memberId, scope, { reason: 'Chargebacks' })) as { member: MemberRecord };
  expect(member.stateReason).toBe('Chargebacks');
  expect(member.stateChangedAt).toBe(member.updatedAt);
  expect(await suspend(memberId, scope, { reason: 'Once more' })).toEqual({ outcome: 'unchanged', member });
  expect(await reinstate(memberId)).toMatchObject({ from: 'suspended', member: { stateReason: null } });
});

test('a member whom a build without profiles enrolled is suspended with a reason too', async () => {
  const memberId = await enrolMember(db, scope.environmentId);
  await db.query('DELETE FROM member_profiles WHERE member_id = $1', [memberId]);
  const suspended = await suspend(memberId, scope, { reason: 'Chargebacks' });
  expect(suspended).toMatchObject({ outcome: 'changed', member: { stateReason: 'Chargebacks' } });
});

test('an erased member stays erased', async () => {
  const memberId = await enrolMember(db, scope.environmentId);
  await db.transaction((tx) => eraseMember(tx, scope, memberId));
  expect(await suspend(memberId)).toEqual({ outcome: 'refused', from: 'anonymized', to: 'suspended' });
  expect(await reinstate(memberId)).toEqual({ outcome: 'refused', from: 'anonymized', to: 'active' });
});

test('I9 a member cannot be suspended from another environment', async () => {
  const memberId = await enrolMember(db, scope.environmentId);
  expect(await suspend(memberId, elsewhere)).toEqual({ outcome: 'not-found' });
  expect(await suspend(randomId())).toEqual({ outcome: 'not-found' });
  expect(await findMember(db, scope, memberId)).toMatchObject({ state: 'active' });
});

test('members are locked in order of their ids; ids that do not exist are left out', async () => {
  const { environmentId } = scope;
  const ids = [await enrolMember(db, environmentId), await enrolMember(db, environmentId), randomId()];
  const locked = await db.transaction((tx) => lockMembers(tx, environmentId, ids.toSorted().toReversed()));
  expect(locked).toEqual(
    ids
      .slice(0, 2)
      .toSorted()
      .map((memberId) => ({ memberId, state: 'active', memberKey: keyOfMember(memberId as MemberId) })),
  );
});
