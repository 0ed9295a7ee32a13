import { type EnvironmentId, type MemberId, randomIdAt } from '@loyalty/kernel';
import { notesVersion } from '@loyalty/rules';
import { type Database, onlyRow, type Queryable, type Statement, type Transaction } from '@loyalty/storage';
import { boundedList, type BoundedPage, type PageQuery } from '@loyalty/storage/lists';
import { readOldestRulesVersion } from '@loyalty/storage/processes';
import { type AuthorRecord, readAuthors } from '../authors/read-authors.ts';
import { lockMembers } from './members.ts';

/** A note on a member, as the API shows it (D370). */
export interface NoteRecord {
  readonly id: string;
  readonly memberId: string;
  readonly text: string;
  /** Null for an author of a kind that a later build wrote. */
  readonly author: AuthorRecord | null;
  readonly createdAt: string;
}

interface NoteRow {
  readonly id: string;
  readonly memberId: string;
  readonly text: string;
  readonly author: Buffer;
  readonly createdAt: Date;
}

/** An erasure deletes as many at once, and a page of notes has all of them. */
export const notesMax = 100;

const columns = 'r.id, r.member_id AS "memberId", r.text, r.author, r.created_at AS "createdAt"';

interface NoteQuery extends PageQuery {
  readonly environmentId: EnvironmentId;
  readonly memberId: string;
}

const readNotes = boundedList<NoteQuery, NoteRow, NoteRow>('member_notes', {
  columns,
  index: ({ environmentId, memberId }) => [
    ['r.environment_id = ?', environmentId],
    ['r.member_id = ?', memberId],
  ],
  filters: () => [],
  lookedAt: notesMax,
  recordOf: (row) => row,
});

/** Lists the notes on a member, newest first by (createdAt, id). */
export const listNotes = async (db: Database, query: NoteQuery): Promise<BoundedPage<NoteRecord>> => {
  const { rows, next } = await readNotes(db, query);
  return { rows: await recordsOf(db, query.environmentId, rows), next };
};

const recordsOf = async (
  db: Queryable,
  environmentId: EnvironmentId,
  rows: readonly NoteRow[],
): Promise<NoteRecord[]> => {
  const bytes = rows.map(({ author }) => author);
  const authors = await readAuthors(db, environmentId, bytes);
  return rows.map(({ id, memberId, text, createdAt }, at) => ({
    id,
    memberId,
    text,
    author: authors[at] ?? null,
    createdAt: createdAt.toISOString(),
  }));
};

export interface NoteOrder {
  readonly environmentId: EnvironmentId;
  readonly memberId: string;
  readonly text: string;
  /** In the form of `authorBytesOf` (D303). */
  readonly author: Buffer;
  readonly atMs: number;
}

export type AddNoteResult =
  | { readonly outcome: 'added'; readonly note: NoteRecord }
  | { readonly outcome: 'not-found' | 'erased' }
  | { readonly outcome: 'limit-exceeded'; readonly limit: number; readonly of: 'memberNotes' }
  | { readonly outcome: 'not-yet-available'; readonly needs: number; readonly known: number };

const countStatement: Statement = {
  name: 'notes-count',
  text: 'SELECT count(*) AS count FROM member_notes WHERE environment_id = $1 AND member_id = $2',
};

const insertStatement: Statement = {
  name: 'notes-insert',
  text: `INSERT INTO member_notes AS r (environment_id, member_id, created_at, id, text, author)
         VALUES ($1, $2, to_timestamp($3::bigint / 1000.0), $4, $5, $6)
         RETURNING ${columns}`,
};

/** Adds a note under the lock of the member, so that no erasure misses it and no two notes pass the limit. */
export const addNote = async (tx: Transaction, order: NoteOrder): Promise<AddNoteResult> => {
  const { environmentId, text, author, atMs } = order;
  const [member] = await lockMembers(tx, environmentId, [order.memberId]);
  if (member === undefined) return { outcome: 'not-found' };
  const { memberId, state } = member;
  if (state === 'anonymized') return { outcome: 'erased' };
  const refusal = await findRefusal(tx, environmentId, memberId);
  if (refusal !== null) return refusal;
  const values = [environmentId, memberId, atMs, randomIdAt(atMs), text, author];
  const rows = await tx.query<NoteRow>(insertStatement, values);
  return { outcome: 'added', note: onlyRow(await recordsOf(tx, environmentId, rows), 'a note') };
};

/** An older process would leave the notes of a member whom it erases. */
const findRefusal = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  memberId: MemberId,
): Promise<AddNoteResult | null> => {
  const counted = await tx.query<{ readonly count: number }>(countStatement, [environmentId, memberId]);
  if (onlyRow(counted, 'a count').count >= notesMax)
    return { outcome: 'limit-exceeded', limit: notesMax, of: 'memberNotes' };
  const known = await readOldestRulesVersion(tx);
  if (known === null || known >= notesVersion) return null;
  return { outcome: 'not-yet-available', needs: notesVersion, known };
};

const deleteStatement: Statement = {
  name: 'notes-delete',
  text: 'DELETE FROM member_notes WHERE environment_id = $1 AND member_id = $2 AND id = $3 RETURNING 1',
};

/** Deletes a note under the lock of the member. `unchanged`: the member has no such note. */
export const deleteNote = async (
  tx: Transaction,
  {
    environmentId,
    memberId: wanted,
    noteId,
  }: Pick<NoteOrder, 'environmentId' | 'memberId'> & { readonly noteId: string },
): Promise<
  | { readonly outcome: 'deleted' | 'unchanged'; readonly memberId: MemberId }
  | { readonly outcome: 'not-found' }
> => {
  const [member] = await lockMembers(tx, environmentId, [wanted]);
  if (member === undefined) return { outcome: 'not-found' };
  const { memberId } = member;
  const deleted = await tx.query(deleteStatement, [environmentId, memberId, noteId]);
  return { outcome: deleted.length > 0 ? 'deleted' : 'unchanged', memberId };
};
