import type { EnvironmentId } from '@loyalty/kernel';
import type { Queryable, Statement } from '@loyalty/storage';
import { boundedList, type PageQuery } from '@loyalty/storage/lists';
import { purchaseColumns, type PurchaseRecord } from '../transactions/purchases.ts';
import type { RequestOperation } from '../transactions/transactions.ts';

/** Callers query them by reference (D36). Adjustments and credits appear in the ledger. */
type ListedOperation = Exclude<RequestOperation, 'adjust' | 'credit'>;

/** No index serves «not», nor IS NOT DISTINCT FROM below: see `listMemberTransactions`. */
const isListed = `operation <> ALL ('{adjust,credit}')`;

/** A transaction other than a receipt has a store at most. */
export interface MemberTransaction extends PurchaseRecord {
  readonly id: string;
  readonly operation: ListedOperation;
  readonly ref: string;
  readonly createdAt: Date;
  /** The JSON as the caller got it. */
  readonly response: Buffer;
}

export interface MemberTransactionQuery extends PageQuery {
  readonly environmentId: EnvironmentId;
  readonly memberId: string;
  readonly operation?: ListedOperation | undefined;
  /** Leaves out events, which have a list of their own. The default is false. */
  readonly withoutEvents?: boolean;
}

/** Lists the newest first by (createdAt, id), with an index of its own: no page depends on the environment's size. */
export const listMemberTransactions = boundedList<
  MemberTransactionQuery,
  MemberTransaction,
  MemberTransaction
>('transactions', {
  columns: `r.id, r.operation, r.ref, r.created_at AS "createdAt", r.answer AS response, ${purchaseColumns('r')}`,
  bytes: 'octet_length(r.answer)',
  // Avoids `=`: without statistics the planner takes the primary key and reads the whole environment.
  index: ({ environmentId, memberId }) => [
    ['r.member_id = ?', memberId],
    ['r.environment_id IS NOT DISTINCT FROM ?', environmentId],
  ],
  filters: ({ operation, withoutEvents = false }) => [
    operation === undefined ? [`r.${isListed}`] : ['r.operation IS NOT DISTINCT FROM ?', operation],
    withoutEvents && [`r.operation <> 'event'`],
  ],
  /** Some 50 ms: the most that a search for a rare operation may cost. */
  lookedAt: 20_000,
  recordOf: (row) => row,
});

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
