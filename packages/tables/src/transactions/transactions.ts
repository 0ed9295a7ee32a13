import { compareTexts, type EnvironmentId, type MemberId, type TransactionId } from '@loyalty/kernel';
import {
  insertNewRows,
  instantSql,
  packBytes,
  type Queryable,
  rowArrays,
  type Statement,
} from '@loyalty/storage';
import type { StoredResponse } from '@loyalty/storage/redis';
import { packAuthors } from '../authors/author.ts';
import { keptDays } from './refused-records.ts';

/** The namespaces of references (D15). */
export type RequestOperation =
  'evaluate' | 'redeem' | 'event' | 'adjust' | 'return' | 'credit' | 'capture' | 'void';

/** The key of a request, which identifies it for ever. */
export interface RequestKey {
  readonly environmentId: EnvironmentId;
  readonly operation: RequestOperation;
  readonly ref: string;
}

export interface DatedStoredResponse extends RequestKey, StoredResponse {
  /** The time of the request's record, by the broker's clock. */
  readonly atMs: number;
}

const nameRows = rowArrays<RequestKey>((fields) =>
  fields('environment_id int', 'operation text', 'ref text'),
);
const responsesStatement: Statement = {
  name: 'responses-read',
  // Key by key: each lookup picks its partition at run time, whatever the planner's statistics say.
  text: `SELECT t.environment_id AS "environmentId", t.operation, t.ref, t.fingerprint, t.answer AS response,
                (extract(epoch FROM t.created_at) * 1000)::bigint AS "atMs"
           FROM ${nameRows.as('n')}
          CROSS JOIN LATERAL (SELECT * FROM transactions
                               WHERE environment_id = n.environment_id AND operation = n.operation AND ref = n.ref
                               LIMIT 1) t`,
};

/** Returns responses of processed requests, one for each time that a request is named. */
export const readStoredResponses = (
  db: Queryable,
  names: readonly RequestKey[],
): Promise<DatedStoredResponse[]> =>
  db.query<DatedStoredResponse>(responsesStatement, nameRows.valuesOf(names));

/**
 * The member of a stored response (D123), who is the one that a merged member leads to. The key outlives an
 * erasure, as the row does.
 */
export interface TransactionMember extends RequestKey {
  readonly memberId: MemberId;
  /** The key of 16 bytes; see `memberKeyOf` in the kernel. */
  readonly memberKey: Buffer;
}

const transactionMembersStatement: Statement = {
  name: 'transaction-members-read',
  // As above; and each member by its id, whatever the planner's statistics say.
  text: `SELECT n.environment_id AS "environmentId", n.operation, n.ref, m.id AS "memberId", m.member_key AS "memberKey"
           FROM ${nameRows.as('n')}
          CROSS JOIN LATERAL (SELECT member_id FROM transactions
                               WHERE environment_id = n.environment_id AND operation = n.operation AND ref = n.ref
                               LIMIT 1) t
          CROSS JOIN LATERAL (SELECT coalesce(leads_to, id) AS id FROM members
                               WHERE environment_id = n.environment_id AND id = t.member_id
                               LIMIT 1) e
          CROSS JOIN LATERAL (SELECT id, member_key FROM members
                               WHERE environment_id = n.environment_id AND id = e.id
                               LIMIT 1) m`,
};

/**
 * Reads the members of processed requests. Ask only for those whose bodies differ, because equal bodies name
 * one member.
 */
export const readTransactionMembers = (
  db: Queryable,
  names: readonly RequestKey[],
): Promise<TransactionMember[]> =>
  names.length === 0
    ? Promise.resolve([])
    : db.query<TransactionMember>(transactionMembersStatement, nameRows.valuesOf(names));

/** A transaction to store. Its fingerprint has 16 bytes. */
export interface TransactionWrite extends DatedStoredResponse {
  readonly id: TransactionId;
  readonly memberId: MemberId;
  readonly purchase?: Purchase | null;
  /** The number of its last entry; absent if there is none. */
  readonly ledgerSeq?: number | null;
  /** The author in the form of `authorBytesOf` (D303). If it is absent, nobody is known. */
  readonly author?: Buffer | null;
  /** The store that the request named. */
  readonly storeRef?: string | null;
  /** The terms of a receipt that awarded or stamped something (D171). */
  readonly awardTerms?: Buffer | null;
}

/** A purchase that is added to its member's figures (D97). */
export interface Purchase {
  readonly amountCents: number;
  /** The time of the purchase (D35). */
  readonly occurredAtMs: number;
  /** How many purchases it counts as. Default: 1. */
  readonly txns?: number;
  /** How many receipts it returned completely. Default: 0. */
  readonly wholeReturns?: number;
}

const noTerms = Buffer.alloc(0);

const insertedRows = rowArrays<TransactionWrite>((fields, rows) => {
  // The terms of each follow its response, so they cost one array of lengths.
  const packed = packBytes(rows.flatMap(({ response, awardTerms }) => [response, awardTerms ?? noTerms]));
  const ofResponses = (numbers: readonly number[]) => rows.map((_, n) => numbers[2 * n] ?? 0);
  const authors = packAuthors(rows.map(({ author }) => author ?? null));
  return [
    ...nameRows.columnsOf(rows),
    ...fields('id uuid', 'member_id uuid'),
    ['fingerprints', null, Buffer.concat(rows.map(({ fingerprint }) => fingerprint))],
    ['packed', null, packed.bytes],
    ['answer_start', 'int', ofResponses(packed.starts)],
    ['answer_length', 'int', ofResponses(packed.lengths)],
    ['at', 'bigint', rows.map(({ atMs }) => atMs)],
    ['amount', 'bigint', rows.map(({ purchase }) => purchase?.amountCents ?? null)],
    ['occurred', 'bigint', rows.map(({ purchase }) => purchase?.occurredAtMs ?? null)],
    ['seq', 'bigint', rows.map(({ ledgerSeq }) => ledgerSeq ?? null)],
    ['terms_length', 'int', rows.map(({ awardTerms }) => awardTerms?.length ?? null)],
    ['authors', null, authors.distinct],
    ['author', 'int', authors.places],
    ['store_ref', 'text', rows.map(({ storeRef }) => storeRef ?? null)],
  ];
});
const transactionsStatement: Statement = {
  name: 'transactions-insert',
  text: `INSERT INTO transactions (environment_id, operation, ref, id, member_id, fingerprint, answer, created_at,
                                   amount_cents, occurred_at, ledger_seq, award_terms, author, store_ref)
         SELECT environment_id, operation, ref, id, member_id, substring($6::bytea FROM (place::int - 1) * 16 + 1 FOR 16),
                substring($7::bytea FROM answer_start FOR answer_length), ${instantSql('at')},
                amount, ${instantSql('occurred')}, seq,
                substring($7::bytea FROM answer_start + answer_length FOR terms_length),
                ($15::bytea[])[author], store_ref
           FROM unnest(${insertedRows.arrays}) WITH ORDINALITY AS t (${insertedRows.names}, place)`,
};

const referenceKey = ['transactions_pkey'];

/**
 * Inserts transactions, which decides what is new. Returns false if a reference exists: no other statement of
 * the transaction can then succeed, so roll back, read the stored responses, and run again. No reference may
 * be named twice.
 */
export const insertTransactions = async (
  tx: Queryable,
  transactions: readonly TransactionWrite[],
): Promise<boolean> => {
  if (transactions.length === 0) return true;
  const values = insertedRows.valuesOf(transactions.toSorted(byName));
  return insertNewRows(tx, { statement: transactionsStatement, values, keys: referenceKey });
};

/** The order in which references are inserted, so that two engines cannot deadlock. */
const byName = (a: DatedStoredResponse, b: DatedStoredResponse): number =>
  a.environmentId - b.environmentId || compareTexts(a.operation, b.operation) || compareTexts(a.ref, b.ref);

/** No caller waited for the result. */
interface FailedRequest extends RequestKey {
  readonly code: string;
  readonly context: Readonly<Record<string, unknown>>;
  readonly atMs: number;
}

export interface FailedRequestWrite extends FailedRequest {
  readonly id: string;
  /** The key by which erasure finds the request; null if the request names no member. */
  readonly memberKey: Buffer | null;
}

const failedRows = rowArrays<FailedRequestWrite>((fields, rows) => [
  ...nameRows.columnsOf(rows),
  ...fields('code text'),
  ['context', 'jsonb', rows.map(({ context }) => JSON.stringify(context))],
  ['at', 'bigint', rows.map(({ atMs }) => atMs)],
  ...fields('id uuid', 'member_key bytea'),
]);
const insertFailedStatement: Statement = {
  name: 'failed-requests-insert',
  text: `INSERT INTO failed_requests (environment_id, operation, ref, code, context, created_at, id, member_key)
         SELECT DISTINCT ON (environment_id, operation COLLATE "C", ref COLLATE "C")
                environment_id, operation, ref, code, context, ${instantSql('at')}, id, member_key
           FROM ${failedRows.as('f')}
          ORDER BY environment_id, operation COLLATE "C", ref COLLATE "C", at DESC
         ON CONFLICT (environment_id, operation, ref)
         DO UPDATE SET code = EXCLUDED.code, context = EXCLUDED.context, created_at = EXCLUDED.created_at,
                       id = EXCLUDED.id, member_key = EXCLUDED.member_key`,
};

/** Inserts failures, which are kept for 24 h; a newer failure of a reference replaces the older one (D36). */
export const insertFailedRequests = async (
  tx: Queryable,
  failed: readonly FailedRequestWrite[],
): Promise<void> => {
  if (failed.length > 0) await tx.query(insertFailedStatement, failedRows.valuesOf(failed));
};

// Producers write receipts alone.
const readFailedStatement: Statement = {
  name: 'failed-requests-read',
  text: `SELECT environment_id AS "environmentId", $2 AS operation, ref, code, context,
                (extract(epoch FROM created_at) * 1000)::bigint AS "atMs"
           FROM (SELECT environment_id, ref, code, context, created_at FROM failed_requests
                  WHERE environment_id = $1 AND operation = $2 AND ref = $3
                    AND created_at > now() - interval '24 hours'
                 UNION ALL
                 (SELECT environment_id, ref, code, context, created_at FROM refused_records
                   WHERE environment_id = $1 AND $2 = 'evaluate' AND ref = $3
                     AND created_at > now() - interval '${keptDays.toString()} days'
                   ORDER BY created_at DESC LIMIT 1)) failures
          ORDER BY created_at DESC LIMIT 1`,
};

/** Reads the newest failure of the last 24 h, or of a producer's record in the last 14 days. */
export const readFailedRequest = async (db: Queryable, name: RequestKey): Promise<FailedRequest | null> => {
  const [row] = await db.query<FailedRequest>(readFailedStatement, [
    name.environmentId,
    name.operation,
    name.ref,
  ]);
  return row ?? null;
};

const purgeFailedStatement: Statement = {
  name: 'failed-requests-purge',
  // Skips rows that another purge or an engine has locked, so nobody waits.
  text: `DELETE FROM failed_requests WHERE ctid = ANY (ARRAY(
           SELECT ctid FROM failed_requests WHERE created_at < now() - interval '24 hours'
            ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED))
         RETURNING 1`,
};

/** Deletes failures older than 24 h, oldest first, and returns how many. */
export const purgeSomeFailedRequests = async (db: Queryable, countMax: number): Promise<number> =>
  (await db.query(purgeFailedStatement, [countMax])).length;

/** Some milliseconds for each delete: neither an engine nor the database's log waits for a large purge. */
const packMax = 1_000;

/** Deletes failures older than 24 h. */
export const purgeFailedRequests = async (db: Queryable): Promise<void> => {
  let gone = packMax;
  while (gone === packMax) gone = await purgeSomeFailedRequests(db, packMax);
};
