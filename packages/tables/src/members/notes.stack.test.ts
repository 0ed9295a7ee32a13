import { randomUUID } from 'node:crypto';
import { type EnvironmentId, type MemberId, randomId } from '@loyalty/kernel';
import { rulesVersion } from '@loyalty/rules';
import type { Database } from '@loyalty/storage';
import { forgetProcess, noteProcess } from '@loyalty/storage/processes';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { authorBytesOf } from '../authors/author.ts';
import { runInvariantCheck } from '../checks/invariant-checks.ts';
import { erasureChecks } from '../checks/subject-checks.ts';
import { eraseMember } from '../erasure/erase-member.ts';
import { createTenant } from '../tenants/tenants.ts';
import { enrolMember } from '../testing/enrol-member.ts';
import { giveReference, keyOfReference } from '../testing/give-reference.ts';
import type { Scope } from './members.ts';
import { addNote, deleteNote, listNotes, notesMax } from './notes.ts';

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
afterAll(() => scratch.drop());

const thandi = authorBytesOf({ kind: 'PERSON', id: 'thandi' });

const add = (text: string, over: { readonly memberId?: string; readonly atMs?: number } = {}) => {
  const order = { environmentId, memberId, text, author: thandi, atMs: Date.now(), ...over };
  return db.transaction((tx) => addNote(tx, order));
};

const textsOf = async (of: string = memberId): Promise<readonly string[]> =>
  (await listNotes(db, { environmentId, memberId: of, limit: notesMax })).rows.map(({ text }) => text);

test('a note has its text, its author and its time, and the newest comes first (D370)', async () => {
  const atMs = Date.parse('2026-03-01T08:00:00.123Z');
  await add('later', { atMs: atMs + 1 });
  expect(await add('first', { atMs })).toMatchObject({
    outcome: 'added',
    note: {
      memberId,
      text: 'first',
      author: { kind: 'PERSON', id: 'thandi', name: null },
      createdAt: '2026-03-01T08:00:00.123Z',
    },
  });
  expect(await textsOf()).toEqual(['later', 'first']);
});

test('a member has 100 notes at most, also when several are added at once (D370)', async () => {
  for (let at = 0; at < notesMax - 2; at += 1) await add(`note ${at.toString()}`);
  const added = await Promise.all(Array.from({ length: 6 }, (_, at) => add(`more ${at.toString()}`)));
  expect(added.map(({ outcome }) => outcome).toSorted()).toEqual([
    'added',
    'added',
    ...Array<string>(4).fill('limit-exceeded'),
  ]);
  expect(await textsOf()).toHaveLength(notesMax);
});

test('a note is deleted once, and only from its own member (D370)', async () => {
  const added = await add('one');
  if (added.outcome !== 'added') throw new Error(added.outcome);
  const other = await enrolMember(db, environmentId, { externalRef: 'other' });
  const remove = (of: string) =>
    db.transaction((tx) => deleteNote(tx, { environmentId, memberId: of, noteId: added.note.id }));
  expect(await remove(other)).toMatchObject({ outcome: 'unchanged' });
  expect(await remove(randomUUID())).toEqual({ outcome: 'not-found' });
  expect(await textsOf()).toEqual(['one']);
  expect(await remove(memberId)).toEqual({ outcome: 'deleted', memberId });
  expect(await remove(memberId)).toEqual({ outcome: 'unchanged', memberId });
});

test('▲ an erasure deletes the notes, nobody adds one afterwards, and the check finds one that is left (D370)', async () => {
  await add('her address');
  const other = await enrolMember(db, environmentId, { externalRef: 'other' });
  await add('of somebody else', { memberId: other });
  await db.transaction((tx) => eraseMember(tx, scope, memberId));
  expect([await textsOf(), await textsOf(other)]).toEqual([[], ['of somebody else']]);
  expect(await add('again')).toEqual({ outcome: 'erased' });
  const violations = async (): Promise<number> => {
    let count = 0;
    for (const check of erasureChecks) count += (await runInvariantCheck(db, check)).violations;
    return count;
  };
  expect(await violations()).toBe(0);
  await db.query(
    `INSERT INTO member_notes (environment_id, member_id, id, text, author) VALUES ($1, $2, $3, 'left', $4)`,
    [environmentId, memberId, randomUUID(), thandi],
  );
  expect(await violations()).toBe(1);
  await db.query('DELETE FROM member_notes WHERE environment_id = $1 AND member_id = $2', [
    environmentId,
    memberId,
  ]);
});

test('▲ nobody adds a note while a process runs that would leave it at an erasure (D370)', async () => {
  const id = randomUUID();
  const known = rulesVersion - 1;
  const older = { id, service: 'ingress', version: '0.3.0', rulesVersion: known, schema: '' };
  await noteProcess(db, older);
  try {
    expect(await add('too early')).toEqual({ outcome: 'not-yet-available', needs: 9, known });
  } finally {
    await forgetProcess(db, id);
  }
  expect((await add('in time')).outcome).toBe('added');
});

test('a further reference has no notes, and a member with a note is nobody whose reference is given away (D345)', async () => {
  expect(await add('by nobody', { memberId: randomUUID() })).toEqual({ outcome: 'not-found' });
  const memberKey = keyOfReference('card');
  const holder = await enrolMember(db, environmentId, { externalRef: 'card', memberKey });
  await add('her card', { memberId: holder });
  expect(await giveReference(db, environmentId, { memberId, reference: 'card' })).toMatchObject({
    outcome: 'taken',
    memberId: holder,
  });
});
