import { type EnvironmentId, type MemberId, randomId } from '@loyalty/kernel';
import { rulesVersion } from '@loyalty/rules';
import type { Database, Transaction } from '@loyalty/storage';
import { forgetProcess, noteProcess } from '@loyalty/storage/processes';
import { createSchemaDatabase, readConfigVersion, type ScratchDatabase } from '@loyalty/testkit/database';
import { jobAuthor } from '../authors/author.ts';
import { runInvariantCheck } from '../checks/invariant-checks.ts';
import { referenceChecks } from '../checks/reference-checks.ts';
import { eraseMember } from '../erasure/erase-member.ts';
import { addSegmentMembers, readSegmentStates } from '../memberships.ts';
import { createSegment } from '../segments/change-segment.ts';
import { createTenant } from '../tenants/tenants.ts';
import { enrolMember, keyOfMember } from '../testing/enrol-member.ts';
import { giveReference, keyOfReference } from '../testing/give-reference.ts';
import { findMember, findMemberByKey, lockMembers, readMemberStates, type Scope } from './members.ts';
import { listReferences, putReference, referencesMax, releaseReference } from './references.ts';

let scratch: ScratchDatabase;
let db: Database;
let scope: Scope;
let environmentId: EnvironmentId;
let memberId: MemberId;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  ({ db } = scratch);
});
beforeEach(async () => {
  const { id: tenantId, environmentIds } = await createTenant(db, { name: `Test ${randomId()}` });
  environmentId = environmentIds.live;
  scope = { tenantId, environmentId };
  memberId = await enrolMember(db, environmentId, { externalRef: 'first' });
});
afterEach(() => expectSound());
afterAll(() => scratch.drop());

const expectSound = async (): Promise<void> => {
  for (const check of referenceChecks)
    expect(await runInvariantCheck(db, check)).toMatchObject({ violations: 0 });
};

const give = (reference: string, given: Partial<Parameters<typeof giveReference>[2]> = {}) =>
  giveReference(db, environmentId, { memberId, reference, ...given });

const release = (reference: string, of: string = memberId, memberKey = keyOfReference(reference)) => {
  const order = { environmentId, memberId: of, reference, memberKey, atMs: Date.now() };
  return db.transaction((tx) => releaseReference(tx, order));
};

const enrol = (externalRef: string): Promise<MemberId> =>
  enrolMember(db, environmentId, { externalRef, memberKey: keyOfReference(externalRef) });

const referencesOf = async (of: string): Promise<string[]> =>
  (await listReferences(db, environmentId, of)).map(({ reference }) => reference);

/** What a transaction writes, by the server's own count. */
const rowsWritten = async (work: (tx: Transaction) => Promise<unknown>): Promise<number> =>
  db.transaction(async (tx) => {
    const count = async () =>
      (
        await tx.query<{ rows: number }>(
          `SELECT sum(n_tup_ins + n_tup_upd + n_tup_del)::int AS rows FROM pg_stat_xact_user_tables`,
        )
      )[0]?.rows ?? 0;
    const before = await count();
    await work(tx);
    return (await count()) - before;
  });

test('a further reference is added, is listed after the first one, and finds its member (D345)', async () => {
  expect(await give('card', { kind: 'CARD' })).toMatchObject({
    outcome: 'added',
    memberId,
    memberKey: keyOfMember(memberId),
    reference: { reference: 'card', kind: 'CARD', state: 'ACTIVE', isPrimary: false },
    from: null,
  });
  expect(await listReferences(db, environmentId, memberId)).toMatchObject([
    { reference: 'first', kind: null, state: 'ACTIVE', isPrimary: true },
    { reference: 'card', kind: 'CARD', state: 'ACTIVE', isPrimary: false },
  ]);
  const found = await findMemberByKey(db, scope, keyOfReference('card'));
  expect(found).toEqual(await findMember(db, scope, memberId));
  expect(found?.externalRef).toBe('first');
});

test('a reference is changed, and a repetition writes nothing', async () => {
  await give('card', { kind: 'CARD', state: 'EARN_ONLY' });
  expect(await give('card', { state: 'BLOCKED' })).toMatchObject({
    outcome: 'changed',
    reference: { kind: 'CARD', state: 'BLOCKED' },
    from: { kind: 'CARD', state: 'EARN_ONLY' },
  });
  const written = await rowsWritten((tx) =>
    putReference(tx, {
      environmentId,
      memberId,
      reference: 'card',
      memberKey: keyOfReference('card'),
      state: 'BLOCKED',
      atMs: Date.now(),
      author: jobAuthor('a test'),
    }),
  );
  expect(written).toBe(0);
  expect(await give('card', { kind: null, state: 'ACTIVE' })).toMatchObject({
    outcome: 'changed',
    reference: { kind: null, state: 'ACTIVE' },
  });
});

test("the member's first reference can be blocked, but not released", async () => {
  const first = { memberKey: keyOfMember(memberId), state: 'BLOCKED' } as const;
  expect(await give('first', first)).toMatchObject({
    outcome: 'changed',
    reference: { isPrimary: true, state: 'BLOCKED' },
  });
  expect(await release('first', memberId, keyOfMember(memberId))).toEqual({ outcome: 'primary' });
});

test('a reference that enrolled somebody who never did anything is taken over, and leaves their dynamic segments', async () => {
  const bare = await enrol('card');
  const segment = { environmentId, segmentId: randomId() };
  await db.transaction((tx) => addSegmentMembers(tx, segment, [bare]));
  await db.query(`UPDATE members SET tier_id = gen_random_uuid() WHERE id = $1`, [bare]);
  expect(await give('card')).toMatchObject({ outcome: 'added', reference: { reference: 'card' } });
  const states = await readSegmentStates(db, environmentId, [segment.segmentId]);
  expect([...states.values()]).toMatchObject([{ memberCount: 0 }]);
  expect(await referencesOf(memberId)).toEqual(['first', 'card']);
});

test('a member of a STATIC segment is not taken over', async () => {
  const chosen = await enrol('chosen');
  const made = await createSegment(db, environmentId, { name: 'Chosen', type: 'STATIC' });
  if (made.outcome !== 'created') throw new Error(made.outcome);
  const segment = { environmentId, segmentId: made.record.id };
  await db.transaction((tx) => addSegmentMembers(tx, segment, [chosen]));
  expect(await give('chosen')).toEqual({ outcome: 'taken', memberId: chosen });
});

test('nobody sees a reference as a member, not even by the id of its row', async () => {
  const bare = await enrol('card');
  await give('card');
  expect(await findMember(db, scope, bare)).toBeNull();
  expect(await readMemberStates(db, environmentId, [bare])).toEqual([]);
  expect(await db.transaction((tx) => lockMembers(tx, environmentId, [bare]))).toEqual([]);
  expect(await listReferences(db, environmentId, bare)).toEqual([]);
  expect(await giveReference(db, environmentId, { memberId: bare, reference: 'more' })).toEqual({
    outcome: 'not-found',
  });
});

test('a reference by which another member lives is taken, whichever of theirs it is', async () => {
  const rich = await enrol('rich');
  await db.query(`UPDATE members SET points_balance = 5, lifetime_points = 5, ledger_seq = 1 WHERE id = $1`, [
    rich,
  ]);
  expect(await give('rich')).toEqual({ outcome: 'taken', memberId: rich });
  await giveReference(db, environmentId, { memberId: rich, reference: 'card' });
  expect(await give('card')).toEqual({ outcome: 'taken', memberId: rich });
  const linked = await enrol('linked');
  await giveReference(db, environmentId, { memberId: linked, reference: 'theirs' });
  expect(await give('linked')).toEqual({ outcome: 'taken', memberId: linked });
});

test('nobody has more references than the limit', async () => {
  for (let n = 1; n < referencesMax; n += 1)
    expect(await give(`card-${n.toString()}`)).toMatchObject({ outcome: 'added' });
  expect(await give('one-more')).toEqual({
    outcome: 'limit-exceeded',
    limit: referencesMax,
    of: 'memberReferences',
  });
  expect(await give('card-1', { state: 'BLOCKED' })).toMatchObject({ outcome: 'changed' });
});

test('nobody who is erased gets a reference, and nobody gets one of theirs', async () => {
  const gone = await enrol('gone');
  await giveReference(db, environmentId, { memberId: gone, reference: 'gone-card' });
  await db.transaction((tx) => eraseMember(tx, scope, gone));
  expect(await give('card', { memberId: gone })).toEqual({ outcome: 'erased' });
  expect(await give('gone')).toEqual({ outcome: 'erased' });
  expect(await give('gone-card')).toEqual({ outcome: 'erased' });
});

test('a released reference names a member of its own again', async () => {
  await give('card', { kind: 'CARD', state: 'EARN_ONLY' });
  const released = await release('card');
  expect(released).toMatchObject({ outcome: 'released', memberId, memberKey: keyOfMember(memberId) });
  const found = await findMemberByKey(db, scope, keyOfReference('card'));
  expect(found).toMatchObject({ externalRef: 'card', state: 'active', pointsBalance: 0 });
  expect(released).toMatchObject({ released: { memberId: found?.id, memberKey: keyOfReference('card') } });
  expect(await referencesOf(memberId)).toEqual(['first']);
  expect(await release('card')).toEqual({ outcome: 'unchanged' });
  expect(await release('never')).toEqual({ outcome: 'unchanged' });
  expect(await give('card')).toMatchObject({ outcome: 'added', reference: { kind: null, state: 'ACTIVE' } });
});

test("the first reference raises the engines' version once, and a kind alone does not", async () => {
  const versionOf = () => readConfigVersion(db, environmentId, 'engines');
  const before = await versionOf();
  await give('first', { memberKey: keyOfMember(memberId), kind: 'APP' });
  expect(await versionOf()).toBe(before);
  await give('card');
  expect(await versionOf()).toBe(before + 1);
  await give('card-2', { state: 'BLOCKED' });
  expect(await versionOf()).toBe(before + 1);
});

test('a reference waits until every running process knows references (D345)', async () => {
  const older = { service: 'earn-engine', version: 'older', schema: 'any', rulesVersion: rulesVersion - 1 };
  const id = randomId();
  await noteProcess(db, { id, ...older });
  const tooEarly = { outcome: 'not-yet-available', needs: rulesVersion, known: rulesVersion - 1 };
  expect(await give('card')).toEqual(tooEarly);
  const first = { memberKey: keyOfMember(memberId) };
  expect(await give('first', { ...first, state: 'BLOCKED' })).toEqual(tooEarly);
  expect(await give('first', { ...first, kind: 'APP' })).toMatchObject({ outcome: 'changed' });
  await forgetProcess(db, id);
  expect(await give('card')).toMatchObject({ outcome: 'added' });
});
