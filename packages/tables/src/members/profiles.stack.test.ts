import { randomId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { eraseMember } from '../erasure/erase-member.ts';
import { enrolMember, unusedEnvironmentId } from '../testing/enrol-member.ts';
import { type Profile, updateProfile } from './change-member.ts';
import { fillGrams } from './fill-profiles.ts';
import { findMember, type Scope } from './members.ts';

// A database of its own: the stack's tier-service fills grams too.
let scratch: ScratchDatabase;
let db: Database;
let scope: Scope;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  db = scratch.db;
  scope = { tenantId: randomId(), environmentId: unusedEnvironmentId() };
});
afterAll(() => scratch.drop());

const patch = (memberId: string, changes: Partial<Profile>, of = scope) =>
  db.transaction((tx) => updateProfile(tx, of, { memberId, patch: changes }));

const storedOf = async (memberId: string) => {
  const [row] = await db.query<{ searchText: string; grams: number[] | null }>(
    'SELECT search_text AS "searchText", grams FROM member_profiles WHERE environment_id = $1 AND member_id = $2',
    [scope.environmentId, memberId],
  );
  return row;
};

test('a patch changes the fields that it names, null clears one, and an empty change writes nothing (D45)', async () => {
  const memberId = await enrolMember(db, scope.environmentId);
  const first = await patch(memberId, { name: 'Ünal', email: 'u@example.com' });
  expect(first).toMatchObject({ member: { name: 'Ünal', email: 'u@example.com', phone: null } });
  expect(await patch(memberId, { name: 'Ünal' })).toEqual({ ...first, changed: [] });
  const cleared = await patch(memberId, { email: null, phone: '+27 82 555 0142' });
  expect(cleared).toMatchObject({ member: { name: 'Ünal', email: null, phone: '+27 82 555 0142' } });
  const shown = await findMember(db, scope, memberId);
  expect(cleared).toMatchObject({ member: shown });
});

test('grams of an old text are deleted with it; the digits of a telephone number are searched too', async () => {
  const memberId = await enrolMember(db, scope.environmentId);
  while ((await fillGrams(db, scope.environmentId, 100)) > 0);
  expect((await storedOf(memberId))?.grams).not.toBeNull();
  await patch(memberId, { name: 'ANNA' });
  expect(await storedOf(memberId)).toEqual({ searchText: `${memberId}\uffffanna\uffff`, grams: null });
  await patch(memberId, { phone: '+27 82 555 0142' });
  const searchText = `${memberId}\uffffanna\uffff\uffff+27825550142\uffff`;
  expect(await storedOf(memberId)).toEqual({ searchText, grams: null });
});

test('a member whom a build without profiles enrolled gets one with the first patch', async () => {
  const memberId = await enrolMember(db, scope.environmentId);
  await db.query('DELETE FROM member_profiles WHERE member_id = $1', [memberId]);
  expect(await patch(memberId, { name: 'Anna' })).toMatchObject({ member: { name: 'Anna' } });
});

test('no patch changes an erased member, a missing member, or a member of another environment', async () => {
  const memberId = await enrolMember(db, scope.environmentId);
  expect(await patch(randomId(), { name: 'A' })).toEqual({ outcome: 'not-found' });
  const elsewhere = { ...scope, environmentId: (scope.environmentId + 1) as Scope['environmentId'] };
  expect(await patch(memberId, { name: 'A' }, elsewhere)).toEqual({ outcome: 'not-found' });
  await db.transaction((tx) => eraseMember(tx, scope, memberId));
  expect(await patch(memberId, { name: 'A' })).toMatchObject({ outcome: 'refused', from: 'anonymized' });
});

test('▲ grams that were computed from an older text are not stored: the member was changed or erased meanwhile', async () => {
  const [changed, erased] = [
    await enrolMember(db, scope.environmentId),
    await enrolMember(db, scope.environmentId),
  ];
  await db.transaction(async (job) => {
    // The read returns the old text; the change happens between the job's read and its write.
    const meanwhile: Pick<Database, 'query'> = {
      query: async (statement, values) => {
        if (typeof statement !== 'string' && statement.name === 'profiles-fill') {
          await patch(changed, { name: 'Anna' });
          await db.transaction((tx) => eraseMember(tx, scope, erased));
        }
        return job.query(statement, values);
      },
    };
    while ((await fillGrams(meanwhile, scope.environmentId, 1_000)) === 1_000);
  });
  expect((await storedOf(changed))?.grams).toBeNull();
  expect(await storedOf(erased)).toEqual({ searchText: '', grams: [] });
});
