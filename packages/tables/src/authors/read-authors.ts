import type { EnvironmentId } from '@loyalty/kernel';
import { type Queryable, rowArrays, type Statement } from '@loyalty/storage';
import { readApiKeyNames } from '../tenants/api-keys.ts';
import type { RequestKey } from '../transactions/transactions.ts';
import { type Author, authorIn } from './author.ts';

/** An author as the API shows it. The name is the present one of the key, and null for other authors. */
export interface AuthorRecord extends Author {
  readonly name: string | null;
}

/**
 * The author of something that was done, and the store that they named (D303). Each is null if it is not
 * known.
 */
export interface Act {
  readonly author: AuthorRecord | null;
  readonly storeRef: string | null;
}

/** Returns the author of each row, in their order; null if nobody is known. */
export const readAuthors = async (
  db: Queryable,
  environmentId: EnvironmentId,
  rows: readonly (Buffer | null)[],
): Promise<readonly (AuthorRecord | null)[]> => {
  const authors = rows.map((bytes) => (bytes === null ? null : authorIn(bytes)));
  const keyIds = authors.flatMap((author) => (author?.kind === 'KEY' ? [author.id] : []));
  const names =
    keyIds.length === 0
      ? new Map<string, string>()
      : await readApiKeyNames(db, environmentId, [...new Set(keyIds)]);
  return authors.map((author) => author && { ...author, name: names.get(author.id) ?? null });
};

const namedRows = rowArrays<Pick<RequestKey, 'operation' | 'ref'>>((fields) =>
  fields('operation text', 'ref text'),
).from(2);
const transactionsStatement: Statement = {
  name: 'transaction-authors-read',
  // Key by key: each lookup picks its partition at run time, whatever the planner's statistics say.
  text: `SELECT n.place::int AS place, t.author, t.store_ref AS "storeRef"
           FROM unnest(${namedRows.arrays}) WITH ORDINALITY AS n (${namedRows.names}, place)
          CROSS JOIN LATERAL (SELECT author, store_ref FROM transactions
                               WHERE environment_id = $1 AND operation = n.operation AND ref = n.ref
                               LIMIT 1) t`,
};

/** Returns the acts in the order of the names. Nothing is known about an unknown transaction. */
export const readTransactionActs = async (
  db: Queryable,
  environmentId: EnvironmentId,
  names: readonly Pick<RequestKey, 'operation' | 'ref'>[],
): Promise<readonly Act[]> => {
  if (names.length === 0) return [];
  type Row = { readonly place: number; readonly author: Buffer | null; readonly storeRef: string | null };
  const rows = await db.query<Row>(transactionsStatement, [environmentId, ...namedRows.valuesOf(names)]);
  const found = new Map(rows.map((row) => [row.place, row]));
  const ordered = names.map((_, at) => found.get(at + 1));
  const authors = await readAuthors(
    db,
    environmentId,
    ordered.map((row) => row?.author ?? null),
  );
  return ordered.map((row, at) => ({ author: authors[at] ?? null, storeRef: row?.storeRef ?? null }));
};

/** A kind of rows with an author of their own: who enrolled a member, or who last changed a reward. */
export type AuthoredRow = 'consent' | 'member' | 'reward';

const rowStatements: Readonly<Record<AuthoredRow, Statement>> = {
  consent: {
    name: 'consent-authors-read',
    text: `SELECT id, author, NULL AS "storeRef" FROM consents
            WHERE environment_id = $1 AND member_id = $3 AND id = ANY ($2::uuid[])`,
  },
  member: {
    name: 'member-authors-read',
    text: `SELECT id, enrolled_by AS author, NULL AS "storeRef" FROM members
            WHERE environment_id = $1 AND id = ANY ($2::uuid[]) AND id = $3`,
  },
  reward: {
    name: 'reward-authors-read',
    text: `SELECT id, changed_by AS author, redeemed_store_ref AS "storeRef" FROM rewards
            WHERE environment_id = $1 AND id = ANY ($2::uuid[]) AND ($3::uuid IS NULL OR member_id = $3)`,
  },
};

/** Returns the acts in the order of the ids. Consents must belong to one member. */
export const readActs = async (
  db: Queryable,
  environmentId: EnvironmentId,
  {
    of,
    ids,
    memberId = null,
  }: { readonly of: AuthoredRow; readonly ids: readonly string[]; readonly memberId?: string | null },
): Promise<readonly Act[]> => {
  if (ids.length === 0) return [];
  type Row = { readonly id: string; readonly author: Buffer | null; readonly storeRef: string | null };
  const rows = await db.query<Row>(rowStatements[of], [environmentId, ids, memberId]);
  const found = new Map(rows.map((row) => [row.id, row]));
  const authors = await readAuthors(
    db,
    environmentId,
    ids.map((id) => found.get(id)?.author ?? null),
  );
  return ids.map((id, at) => ({ author: authors[at] ?? null, storeRef: found.get(id)?.storeRef ?? null }));
};
