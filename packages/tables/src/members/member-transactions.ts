import type { EnvironmentId } from '@loyalty/kernel';
import type { Database, Queryable, Statement } from '@loyalty/storage';
import {
  type BoundedList,
  type Knex,
  type ListCursor,
  pageNewestFirst,
  readBoundedPage,
  sql,
} from '@loyalty/storage/lists';
import type { RequestOperation } from '../transactions/transactions.ts';

/** Callers query them by reference (D36). Adjustments and credits appear in the ledger. */
type ListedOperation = Exclude<RequestOperation, 'adjust' | 'credit'>;

/** No index serves «not», nor IS NOT DISTINCT FROM below: see `sortedTransactions`. */
const isListed = `operation <> ALL ('{adjust,credit}')`;

export interface MemberTransaction {
  readonly id: string;
  readonly operation: ListedOperation;
  readonly ref: string;
  readonly createdAt: Date;
  /** The JSON as the caller got it. */
  readonly response: Buffer;
}

export interface MemberTransactionQuery {
  readonly memberId: string;
  readonly operation?: ListedOperation;
  /** The first instant that is included. */
  readonly from?: Date;
  readonly to?: Date;
  readonly before?: ListCursor;
  readonly limit: number;
}

interface MemberTransactionPage {
  readonly transactions: readonly MemberTransaction[];
  /** Null at the end. A page may be short, even empty, before the end of the list. */
  readonly next: ListCursor | null;
}

/** Some 50 ms: the most that a search for a rare operation may cost. */
const lookedAtMax = 20_000;

/**
 * Lists transactions, newest first by (createdAt, id). It has its own index, so no page depends on the
 * environment's size.
 */
export const listMemberTransactions = async (
  source: { readonly db: Database; readonly environmentId: EnvironmentId },
  query: MemberTransactionQuery,
  lookedAt = lookedAtMax,
): Promise<MemberTransactionPage> => {
  const { rows, next } = await readBoundedPage<MemberTransaction>(source.db, {
    sorted: () => sortedTransactions(source.environmentId, query),
    columns,
    bytes: 'octet_length(r.answer)',
    narrowing: narrowingOf(query),
    limit: query.limit,
    lookedAt,
  });
  return { transactions: rows, next };
};

const columns = 'r.id, r.operation, r.ref, r.created_at AS "createdAt", r.answer AS response';

/** Avoids `=`: without statistics the planner takes the primary key and reads the whole environment. */
const sortedTransactions = (
  environmentId: EnvironmentId,
  { memberId, from, to, before }: MemberTransactionQuery,
): Knex.QueryBuilder => {
  const query = sql({ r: 'transactions' })
    .where('r.member_id', memberId)
    .whereRaw('r.environment_id IS NOT DISTINCT FROM ?', [environmentId]);
  if (from !== undefined) void query.where('r.created_at', '>=', from);
  if (to !== undefined) void query.where('r.created_at', '<=', to);
  return pageNewestFirst(query, 'r', { before });
};

const narrowingOf = ({ operation }: MemberTransactionQuery): BoundedList['narrowing'] => [
  operation === undefined ? [`r.${isListed}`, []] : ['r.operation IS NOT DISTINCT FROM ?', [operation]],
];

const byIdStatement: Statement = {
  name: 'transactions-by-id',
  text: `SELECT operation, ref, answer AS response FROM transactions
          WHERE id = $2 AND environment_id IS NOT DISTINCT FROM $1 AND ${isListed}`,
};

export type FoundTransaction = Pick<MemberTransaction, 'operation' | 'ref' | 'response'>;

export const findTransactionResponse = async (
  db: Queryable,
  environmentId: EnvironmentId,
  id: string,
): Promise<FoundTransaction | null> => {
  const [row] = await db.query<FoundTransaction>(byIdStatement, [environmentId, id]);
  return row ?? null;
};
