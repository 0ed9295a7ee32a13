import type { EnvironmentId, MemberId, TransactionId } from '@loyalty/kernel';
import type { EarnedEntry, ReceiptAward, ReceiptReturns, StoredReceipt } from '@loyalty/rules/returns';
import type { Queryable, Statement, Transaction } from '@loyalty/storage';

/** A receipt by its reference. */
export interface ReceiptName {
  readonly environmentId: EnvironmentId;
  readonly ref: string;
}

/** A receipt without its entries. */
export interface ReadReceipt extends ReceiptName, Omit<StoredReceipt, 'entries'> {
  /** The number of its last entry; null where it is not known. */
  readonly ledgerSeq: number | null;
  /** As its answer says; they may have matured since. */
  readonly pointsPending: number;
}

interface ReceiptRow extends Omit<ReadReceipt, 'awards' | 'pointsPending' | 'pending' | 'returned'> {
  readonly response: Buffer;
  readonly amountReturned: number | null;
  readonly kept: ReceiptReturns['kept'] | null;
  readonly returnIds: ReceiptReturns['returnIds'] | null;
  readonly fromPending: number | null;
  readonly pending: StoredReceipt['pending'] | null;
}

const receiptsStatement: Statement = {
  name: 'receipts-to-return',
  // Key by key: each lookup picks its partition at run time, whatever the planner's statistics say.
  text: `SELECT n.environment_id AS "environmentId", n.ref, t.id AS "transactionId", t.member_id AS "memberId",
                t.answer AS response, t.amount_cents AS "amountCents", t.ledger_seq AS "ledgerSeq",
                (extract(epoch FROM t.occurred_at) * 1000)::bigint AS "occurredAtMs",
                r.amount_returned AS "amountReturned", to_jsonb(r.kept) AS kept, to_jsonb(r.return_ids) AS "returnIds",
                r.points_from_pending AS "fromPending", p.pending
           FROM (SELECT DISTINCT * FROM unnest($1::int[], $2::text[])) AS n (environment_id, ref)
          CROSS JOIN LATERAL (SELECT * FROM transactions
                               WHERE environment_id = n.environment_id AND operation = 'evaluate' AND ref = n.ref
                               LIMIT 1) t
           LEFT JOIN LATERAL (SELECT * FROM returned_transactions
                               WHERE environment_id = n.environment_id AND transaction_id = t.id
                               LIMIT 1) r ON true
          CROSS JOIN LATERAL (SELECT jsonb_agg(jsonb_build_object('n', q.n, 'points', q.points) ORDER BY q.n) AS pending
                                FROM pending_points q
                               WHERE q.environment_id = n.environment_id AND q.member_id = t.member_id
                                 AND q.transaction_id = t.id) p`,
};

/** Behind the locks of their members: what earlier returns left changes. Unknown ones are left out. */
export const readReceipts = async (
  tx: Transaction,
  names: readonly ReceiptName[],
): Promise<ReadReceipt[]> => {
  const rows = await tx.query<ReceiptRow>(receiptsStatement, [
    names.map(({ environmentId }) => environmentId),
    names.map(({ ref }) => ref),
  ]);
  return rows.map(({ response, amountReturned, kept, returnIds, fromPending, pending, ...receipt }) => ({
    ...receipt,
    ...saidIn(response),
    pending: pending ?? [],
    returned:
      kept === null
        ? null
        : { amountCents: amountReturned, kept, returnIds: returnIds ?? [], fromPending: fromPending ?? 0 },
  }));
};

/** Our own JSON: the stored response of a receipt. */
const saidIn = (response: Buffer): Pick<ReadReceipt, 'awards' | 'pointsPending'> => {
  const { campaigns, pointsPending = 0 } = JSON.parse(response.toString()) as {
    readonly campaigns: readonly ReceiptAward[];
    readonly pointsPending?: number;
  };
  const awards = campaigns.map(({ campaignId, campaignName, pointsEarned }) => ({
    campaignId,
    campaignName,
    pointsEarned,
  }));
  return { awards, pointsPending };
};

/** The entries of a transaction are among so many that end with `lastSeq`. */
export interface EntriesAsked {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
  readonly transactionId: TransactionId;
  readonly lastSeq: number;
  readonly entriesMax: number;
}

const entriesStatement: Statement = {
  name: 'entries-of-receipts',
  text: `SELECT w.transaction_id AS "transactionId", e.points, e.sliding_days AS "slidingDays",
                (extract(epoch FROM e.expires_at) * 1000)::bigint AS "expiresAtMs",
                (extract(epoch FROM e.created_at) * 1000)::bigint AS "addedAtMs"
           FROM unnest($1::int[], $2::uuid[], $3::uuid[], $4::bigint[], $5::int[])
                AS w (environment_id, member_id, transaction_id, last_seq, entries)
          CROSS JOIN LATERAL (SELECT * FROM ledger_entries l
                               WHERE l.environment_id = w.environment_id AND l.member_id = w.member_id
                                 AND l.seq <= w.last_seq AND l.seq > w.last_seq - w.entries OFFSET 0) e
          WHERE e.type = 'EARN' AND e.transaction_id = w.transaction_id
          ORDER BY w.environment_id, w.member_id, e.seq`,
};

type EntryRow = Omit<EarnedEntry, 'slidingDays'> & {
  readonly transactionId: TransactionId;
  readonly slidingDays: number | null;
};

/** By transaction; each in the order of their numbers. */
export const readEntries = async (
  tx: Transaction,
  asked: readonly EntriesAsked[],
): Promise<ReadonlyMap<TransactionId, readonly EarnedEntry[]>> => {
  const entries = new Map<TransactionId, EarnedEntry[]>();
  if (asked.length === 0) return entries;
  const rows = await tx.query<EntryRow>(entriesStatement, [
    asked.map(({ environmentId }) => environmentId),
    asked.map(({ memberId }) => memberId),
    asked.map(({ transactionId }) => transactionId),
    asked.map(({ lastSeq }) => lastSeq),
    asked.map(({ entriesMax }) => entriesMax),
  ]);
  for (const { transactionId, slidingDays, ...entry } of rows) {
    const own = entries.get(transactionId) ?? [];
    own.push(slidingDays === null ? entry : { ...entry, slidingDays });
    entries.set(transactionId, own);
  }
  return entries;
};

export interface ReturnedReceiptWrite extends ReceiptReturns {
  readonly environmentId: EnvironmentId;
  readonly transactionId: TransactionId;
  readonly memberId: MemberId;
}

const writeStatement: Statement = {
  name: 'returned-receipts-write',
  // An array cannot hold arrays of different lengths, so lists travel as JSON.
  text: `INSERT INTO returned_transactions (environment_id, transaction_id, member_id, amount_returned, kept, return_ids,
                                            points_from_pending)
         SELECT environment_id, transaction_id, member_id, amount,
                ARRAY(SELECT value::bigint FROM jsonb_array_elements_text(kept) WITH ORDINALITY AS k (value, place) ORDER BY place),
                ARRAY(SELECT value::uuid FROM jsonb_array_elements_text(ids) WITH ORDINALITY AS i (value, place) ORDER BY place),
                from_pending
           FROM unnest($1::int[], $2::uuid[], $3::uuid[], $4::bigint[], $5::jsonb[], $6::jsonb[], $7::bigint[])
                AS w (environment_id, transaction_id, member_id, amount, kept, ids, from_pending)
         ON CONFLICT (environment_id, transaction_id)
         DO UPDATE SET amount_returned = EXCLUDED.amount_returned, kept = EXCLUDED.kept,
                       return_ids = EXCLUDED.return_ids, points_from_pending = EXCLUDED.points_from_pending`,
};

/** Absolute values, read under the members' locks in this transaction; each receipt once. */
export const writeReturnedReceipts = async (
  tx: Queryable,
  writes: readonly ReturnedReceiptWrite[],
): Promise<void> => {
  if (writes.length === 0) return;
  await tx.query(writeStatement, [
    writes.map(({ environmentId }) => environmentId),
    writes.map(({ transactionId }) => transactionId),
    writes.map(({ memberId }) => memberId),
    writes.map(({ amountCents }) => amountCents),
    writes.map(({ kept }) => JSON.stringify(kept)),
    writes.map(({ returnIds }) => JSON.stringify(returnIds)),
    writes.map(({ fromPending }) => fromPending),
  ]);
};
