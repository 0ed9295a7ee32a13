import { type EnvironmentId, type MemberId, randomId } from '@loyalty/kernel';
import { eraseMember } from '../erasure/erase-member.ts';
import { createTenant } from '../tenants/tenants.ts';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { enrolMember, keyOfMember } from '../testing/enrol-member.ts';
import {
  type EnrolledMember,
  findEnrolledMembers,
  hasEnrolledMembers,
  noteEnrolledMembers,
  purgeEnrolledMembers,
} from './enrolled-members.ts';

let scratch: ScratchDatabase;
let environmentId: EnvironmentId;
let tenantId: string;
beforeEach(async () => {
  scratch = await createSchemaDatabase();
  const tenant = await createTenant(scratch.db, { name: 'Test' });
  tenantId = tenant.id;
  environmentId = tenant.environmentIds.live;
});
afterEach(() => scratch.drop());

const lost = (memberId = randomId() as MemberId): EnrolledMember => ({
  environmentId,
  memberId,
  memberKey: keyOfMember(memberId),
});

const note = (...members: readonly EnrolledMember[]): Promise<void> =>
  scratch.db.transaction((tx) =>
    noteEnrolledMembers(tx, { epoch: randomId(), members, hasRoom: () => true }),
  );

const idsOf = async (...members: readonly EnrolledMember[]): Promise<string[]> =>
  (await findEnrolledMembers(scratch.db, members)).map(({ memberId }) => memberId);

test('an id that another member has, erased or not, is not found', async () => {
  const memberId = await enrolMember(scratch.db, environmentId);
  const taken = { environmentId, memberId, memberKey: Buffer.alloc(16, 1) };
  const free = lost();
  await note(taken, free);
  expect(await idsOf(taken, free)).toEqual([free.memberId]);
  await scratch.db.transaction((tx) => eraseMember(tx, { environmentId, tenantId }, memberId));
  expect(await idsOf(taken, free)).toEqual([free.memberId]);
});

test('▲ rows of members who exist again, and of those who have not come back for 90 days, are purged', async () => {
  const [back, erased, old, young] = [lost(), lost(), lost(), lost()];
  await note(back, erased, old, young);
  for (const { memberId } of [back, erased])
    await scratch.db.query(
      `INSERT INTO members (environment_id, id, member_key, external_ref, points_balance, lifetime_points, ledger_seq,
                            enrolled_at, created_at, updated_at)
       VALUES ($1, $2, $3, $4, 0, 0, 0, now(), now(), now())`,
      [environmentId, memberId, keyOfMember(memberId), memberId],
    );
  await scratch.db.transaction((tx) => eraseMember(tx, { environmentId, tenantId }, erased.memberId));
  await scratch.db.query(
    `UPDATE history_enrolled_members SET noted_at = now() - interval '91 days' WHERE member_id = $1`,
    [old.memberId],
  );
  await purgeEnrolledMembers(scratch.db);
  expect(await scratch.db.query('SELECT member_id AS "memberId" FROM history_enrolled_members')).toEqual([
    { memberId: young.memberId },
  ]);
  expect(await hasEnrolledMembers(scratch.db)).toBe(true);
});
