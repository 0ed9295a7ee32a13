import { type EnvironmentId, type MemberId, memberKeyOf, randomId } from '@loyalty/kernel';
import { type Database, writeTransaction } from '@loyalty/storage';
import { createSchemaDatabase, type ScratchDatabase, untilLockWaits } from '@loyalty/testkit/database';
import { invariantChecks, runInvariantCheck } from '../checks/invariant-checks.ts';
import { listEvents } from '../events/event-feed.ts';
import { insertEvents } from '../events.ts';
import { findMember, findMemberByKey, type Scope } from '../members/members.ts';
import { createTenant, findEnvironment } from '../tenants/tenants.ts';
import { enrolMember } from '../testing/enrol-member.ts';
import { giveReference } from '../testing/give-reference.ts';
import { insertFailedRequests, readFailedRequest } from '../transactions/transactions.ts';
import { eraseMember, listErasures, reapplyErasure } from './erase-member.ts';
import { placeholderOfMember } from './erased-references.ts';
import { findDueErasure } from './pending-erasures.ts';
import { scrubErased } from './scrub-erased.ts';

const texts = ['first', 'card', 'phone', 'app'];

// A database of its own: in the shared one the stack's jobs would erase too.
let scratch: ScratchDatabase;
let db: Database;
let scope: Scope;
let environmentId: EnvironmentId;
let secret: Uint8Array;
let memberId: MemberId;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  ({ db } = scratch);
});
beforeEach(async () => {
  const { id: tenantId, environmentIds } = await createTenant(db, { name: `Test ${randomId()}` });
  environmentId = environmentIds.live;
  scope = { tenantId, environmentId };
  secret = (await findEnvironment(db, tenantId, 'live'))?.secret ?? Buffer.alloc(0);
  memberId = await enrol('first');
  for (const reference of ['card', 'phone', 'app']) await give(reference);
});
afterEach(() => expectSound());
afterAll(() => scratch.drop());

const expectSound = async (): Promise<void> => {
  // Events without a stored request would be found, too.
  await db.query('DELETE FROM events WHERE environment_id = $1', [environmentId]);
  const findings = [];
  for (const check of invariantChecks) findings.push(await runInvariantCheck(db, check));
  expect(findings.filter(({ violations }) => violations > 0)).toEqual([]);
};

const keyOf = (reference: string): Buffer => memberKeyOf(secret, reference);

const enrol = (externalRef: string): Promise<MemberId> =>
  enrolMember(db, environmentId, { externalRef, memberKey: keyOf(externalRef) });

const give = (reference: string, of = memberId) =>
  giveReference(db, environmentId, {
    memberId: of,
    reference,
    memberKey: keyOf(reference),
    kind: 'CARD',
    state: 'BLOCKED',
  });

const erase = (of: string = memberId) => db.transaction((tx) => eraseMember(tx, scope, of));

const rowsOf = () =>
  db.query<{ id: string; ref: string; state: string; kind: string | null; leadsTo: string | null }>(
    `SELECT id, external_ref AS ref, state, reference_kind AS kind, leads_to AS "leadsTo"
       FROM members WHERE environment_id = $1`,
    [environmentId],
  );

/** Runs the second phase of all erasures, as if its pause were over. */
const scrub = async (): Promise<void> => {
  await db.query(`UPDATE erasures SET scrub_after = now() - interval '1 minute' WHERE environment_id = $1`, [
    environmentId,
  ]);
  let isDone = false;
  while (!isDone)
    isDone = await db.transaction(async (tx) => {
      const due = await findDueErasure(tx, environmentId);
      if (due !== null) await scrubErased(tx, due, { environmentId, secret, size: 100 });
      return due === null;
    });
};

test('▲ I28 an erasure erases each reference of the member, with a record by its own key (D345)', async () => {
  const erased = await erase();
  if (erased.outcome !== 'erased') throw new Error(erased.outcome);
  expect(erased).toMatchObject({ memberId, memberKey: keyOf('first') });
  const keys = erased.references.map(({ memberKey }) => memberKey.toString('hex')).sort();
  expect(keys).toEqual(['card', 'phone', 'app'].map((reference) => keyOf(reference).toString('hex')).sort());
  const rows = await rowsOf();
  expect(rows.map(({ state, kind }) => [state, kind])).toEqual(Array(4).fill(['anonymized', null]));
  expect(new Set(rows.map(({ ref }) => ref)).size).toBe(4);
  expect(rows.filter(({ ref }) => texts.includes(ref))).toEqual([]);
  for (const reference of texts)
    expect(await findMemberByKey(db, scope, keyOf(reference))).toMatchObject({
      id: memberId,
      state: 'anonymized',
    });
  expect(await erase()).toEqual({ ...erased, outcome: 'already' });
  for (const { memberId: id } of erased.references) expect(await erase(id)).toEqual({ outcome: 'not-found' });
});

test('▲ the second phase finds what was refused of each reference, and what names it in events of others', async () => {
  const name = (ref: string) => ({ environmentId, operation: 'evaluate' as const, ref });
  const refused = { code: 'REFERENCE_BLOCKED', context: {}, atMs: Date.now() };
  for (const reference of texts)
    await insertFailedRequests(db, [
      { ...name(reference), ...refused, id: randomId(), memberKey: keyOf(reference) },
    ]);
  const other = await enrol('other');
  await insertEvents(
    db,
    texts.map((reference) => ({
      environmentId,
      id: randomId(),
      eventKey: 'a',
      ref: randomId(),
      memberId: other,
      payload: Buffer.from(JSON.stringify({ referrerRef: reference })),
      referrerKey: keyOf(reference),
      definitionVersion: null,
      pointsAwarded: 0,
      atMs: Date.now(),
    })),
  );
  await erase();
  await scrub();
  for (const reference of texts) expect(await readFailedRequest(db, name(reference))).toBeNull();
  const { rows } = await listEvents(db, { environmentId, memberId: other, limit: 10 });
  const named = (await rowsOf()).map(({ id }) => placeholderOfMember(id as MemberId));
  expect(rows.map(({ payload }) => (payload as { referrerRef: string }).referrerRef).sort()).toEqual(
    named.filter((placeholder) => placeholder !== placeholderOfMember(other)).sort(),
  );
});

test('▲ a reference that is given while its member is erased is erased with them, or refused', async () => {
  const racing: Promise<unknown>[] = [];
  await db.transaction(async (tx) => {
    await tx.query('SELECT FROM members WHERE id = $1 FOR NO KEY UPDATE', [memberId]);
    racing.push(give('late'));
    await untilLockWaits(scratch.db, 'SELECT %FROM members%FOR NO KEY UPDATE');
    racing.push(writeTransaction(db, (other) => eraseMember(other, scope, memberId)));
  });
  const [given] = await Promise.all(racing);
  const late = (await rowsOf()).filter(({ leadsTo }) => leadsTo === memberId);
  expect(late.every(({ state }) => state === 'anonymized')).toBe(true);
  expect([3, 4]).toContain(late.length);
  expect(['added', 'erased']).toContain((given as { outcome: string }).outcome);
});

test('▲ a database from before a link still refuses the erased reference, and one from after it does too', async () => {
  await erase();
  const after = {
    environmentId: 0 as EnvironmentId,
    memberId: '00000000-0000-0000-0000-000000000000' as MemberId,
  };
  const kept = (await listErasures(db, after, 100)).filter((one) => one.environmentId === environmentId);
  expect(kept).toHaveLength(4);
  const reapply = async () => {
    const outcomes = [];
    for (const erasure of kept) outcomes.push(await db.transaction((tx) => reapplyErasure(tx, erasure)));
    return outcomes.sort();
  };
  const forget = async () => {
    for (const table of ['erasures', 'member_profiles', 'members'])
      await db.query(`DELETE FROM ${table} WHERE environment_id = $1`, [environmentId]);
  };
  expect(await reapply()).toEqual(Array(4).fill('already'));
  await forget();
  memberId = await enrol('first');
  await enrol('card');
  expect(await reapply()).toEqual(['erased', 'erased', 'tombstone', 'tombstone']);
  await forget();
  memberId = await enrol('first');
  await give('card');
  const loyal = await enrol('loyal');
  // The history that was lost took this reference from its member and gave it to the one who was erased.
  await give('phone', loyal);
  expect((await reapply()).filter((outcome) => outcome === 'tombstone')).toHaveLength(1);
  expect(await findMemberByKey(db, scope, keyOf('phone'))).toMatchObject({ state: 'anonymized' });
  expect(await findMember(db, scope, loyal)).toMatchObject({ state: 'active' });
});
