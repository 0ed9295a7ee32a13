import type { HttpSchemas } from '@loyalty/contracts/http';
import type { EnvironmentId, MemberId, TransactionId } from '@loyalty/kernel';
import type { LotTake } from '@loyalty/rules/lots';
import { mergedPlaceOf } from '@loyalty/rules/merging';
import {
  decodeSkus,
  type EarnedEntry,
  encodeSkus,
  type ReceiptAward,
  type ReceiptCard,
  type ReceiptReturns,
  type RefundedSums,
  type StoredReceipt,
  type StoredRedeem,
} from '@loyalty/rules/returns';
import { type Queryable, rowArrays, type Statement } from '@loyalty/storage';
import { authorKeyOf } from './authors/author.ts';

/** The reference by which a receipt is found. */
export interface ReceiptName {
  readonly environmentId: EnvironmentId;
  readonly ref: string;
}

/** A receipt whose entries are not read yet. */
export interface ReadReceipt extends ReceiptName, Omit<StoredReceipt, 'entries'> {
  /** The number of its last entry; null if it is not known. */
  readonly ledgerSeq: number | null;
  /** The number of the last entry of the member who bought. */
  readonly lastSeq: number;
  /** The pending points as its response says; they may have become available since. */
  readonly pointsPending: number;
}

interface ReceiptRow extends Omit<
  ReadReceipt,
  'awards' | 'cards' | 'pointsPending' | 'pending' | 'returned' | 'storedUnder'
> {
  readonly storedUnder: MemberId | null;
  readonly response: Buffer;
  readonly amountReturned: number | null;
  readonly amountUnnamed: number | null;
  readonly skus: Buffer | null;
  readonly kept: ReceiptReturns['kept'] | null;
  readonly returnIds: ReceiptReturns['returnIds'] | null;
  readonly redeemRef: string | null;
  readonly pointsRefunded: number | null;
  readonly discountReversed: number | null;
  readonly fromPending: number | null;
  readonly unrecovered: number | null;
  readonly pending: StoredReceipt['pending'] | null;
}

const nameRows = rowArrays<ReceiptName>((fields) => fields('environment_id int', 'ref text'));
const receiptsStatement: Statement = {
  name: 'receipts-to-return',
  // Key by key: each lookup picks its partition at run time, whatever the planner's statistics say.
  text: `SELECT n.environment_id AS "environmentId", n.ref, t.id AS "transactionId", m.id AS "memberId",
                nullif(t.member_id, m.id) AS "storedUnder", m.ledger_seq AS "lastSeq", t.answer AS response,
                t.award_terms AS terms, t.amount_cents AS "amountCents", t.ledger_seq AS "ledgerSeq",
                (extract(epoch FROM t.occurred_at) * 1000)::bigint AS "occurredAtMs",
                r.amount_returned AS "amountReturned", r.amount_unnamed AS "amountUnnamed", r.skus,
                to_jsonb(r.kept) AS kept, to_jsonb(r.return_ids) AS "returnIds", r.redeem_ref AS "redeemRef",
                r.points_refunded AS "pointsRefunded", r.discount_reversed AS "discountReversed",
                r.points_from_pending AS "fromPending", r.points_unrecovered AS unrecovered, p.pending
           FROM (SELECT DISTINCT * FROM unnest(${nameRows.arrays})) AS n (${nameRows.names})
          CROSS JOIN LATERAL (SELECT * FROM transactions
                               WHERE environment_id = n.environment_id AND operation = 'evaluate' AND ref = n.ref
                               LIMIT 1) t
          CROSS JOIN LATERAL (SELECT coalesce(leads_to, id) AS id, ledger_seq FROM members
                               WHERE environment_id = n.environment_id AND id = t.member_id LIMIT 1) m
           LEFT JOIN LATERAL (SELECT * FROM returned_transactions
                               WHERE environment_id = n.environment_id AND transaction_id = t.id
                               LIMIT 1) r ON true
          CROSS JOIN LATERAL (SELECT jsonb_agg(jsonb_build_object('n', q.n, 'points', q.points) ORDER BY q.n) AS pending
                                FROM pending_points q
                               WHERE q.environment_id = n.environment_id AND q.member_id = m.id
                                 AND q.transaction_id = t.id) p`,
};

/**
 * Reads receipts after the locks of their members, because returns change what is left. Unknown receipts are
 * left out.
 */
export const readReceipts = async (tx: Queryable, names: readonly ReceiptName[]): Promise<ReadReceipt[]> => {
  if (names.length === 0) return [];
  const rows = await tx.query<ReceiptRow>(receiptsStatement, nameRows.valuesOf(names));
  return rows.map(({ response, kept, storedUnder, ...row }) => {
    const { amountReturned, amountUnnamed, skus, returnIds, fromPending, unrecovered, pending, ...rest } =
      row;
    const { redeemRef, pointsRefunded, discountReversed, ...receipt } = rest;
    const returned = {
      amountCents: amountReturned,
      unnamedCents: amountUnnamed ?? amountReturned ?? 0,
      skus: skus === null ? [] : decodeSkus(skus),
      returnIds: returnIds ?? [],
      fromPending: fromPending ?? 0,
      unrecovered: unrecovered ?? 0,
      redeem: redeemRef === null ? null : { ref: redeemRef, ...sumsOf(pointsRefunded, discountReversed) },
    };
    return {
      ...receipt,
      ...(storedUnder !== null && { storedUnder }),
      ...givenIn(response),
      pending: pending ?? [],
      returned: kept === null ? null : { ...returned, kept },
    };
  });
};

interface ReceiptResponse {
  /** It is absent if no points waited. */
  readonly pointsPending?: number;
  readonly campaigns: readonly ReceiptAward[];
  /** Absent of responses from before they said stamps. */
  readonly stampCards?: readonly (Pick<ReceiptCard, 'campaignId' | 'stampsRequired'> & {
    readonly completed: boolean;
  })[];
}

interface ReturnsRow {
  readonly amount: number | null;
  readonly amountReturned: number;
  readonly responses: readonly Buffer[];
}

const returnsStatement: Statement = {
  name: 'returns-of-receipt',
  text: `SELECT t.amount_cents AS amount, coalesce(r.amount_returned, 0) AS "amountReturned",
                ARRAY(SELECT n.answer FROM unnest(r.return_ids) WITH ORDINALITY AS i (id, place)
                        JOIN transactions n
                          ON n.environment_id = t.environment_id AND n.member_id = t.member_id AND n.id = i.id
                       ORDER BY i.place) AS responses
           FROM transactions t
           LEFT JOIN returned_transactions r ON r.environment_id = t.environment_id AND r.transaction_id = t.id
          WHERE t.environment_id = $1 AND t.operation = 'evaluate' AND t.ref = $2`,
};

export interface ReturnsOfReceipt extends Pick<ReturnsRow, 'amount' | 'amountReturned'> {
  /** The returns as the API responded to them, oldest first. */
  readonly returns: readonly HttpSchemas['ReturnResult'][];
}

/** Finds the returns of a receipt; null for an unknown receipt. */
export const findReturns = async (
  db: Queryable,
  { environmentId, ref }: ReceiptName,
): Promise<ReturnsOfReceipt | null> => {
  const [row] = await db.query<ReturnsRow>(returnsStatement, [environmentId, ref]);
  if (row === undefined) return null;
  const { amount, amountReturned, responses } = row;
  const returns = responses.map((response) => JSON.parse(response.toString()) as HttpSchemas['ReturnResult']);
  return { amount, amountReturned, returns };
};

const sumsOf = (points: number | null, discountCents: number | null): StoredRedeem['refunded'] => ({
  points: points ?? 0,
  discountCents: discountCents ?? 0,
});

/** Our own JSON: the stored response of a receipt. */
const givenIn = (response: Buffer): Pick<ReadReceipt, 'awards' | 'cards' | 'pointsPending'> => {
  const {
    campaigns,
    stampCards = [],
    pointsPending = 0,
  } = JSON.parse(response.toString()) as ReceiptResponse;
  const awards = campaigns.map(({ campaignId, campaignName, pointsEarned, rewardIds }) => ({
    campaignId,
    campaignName,
    pointsEarned,
    rewardIds,
  }));
  const cards = stampCards.map(({ campaignId, stampsRequired, completed }) => {
    // It says whether a card was completed. Of several at once each gave a reward, if they give any.
    const of = completed ? awards.find((award) => award.campaignId === campaignId) : undefined;
    return {
      campaignId,
      stampsRequired,
      cardsCompleted: completed ? Math.max(1, of?.rewardIds.length ?? 0) : 0,
    };
  });
  return { awards, cards, pointsPending };
};

/** The entries of a transaction that are wanted: they are among this many that end with `lastSeq`. */
export interface EntriesAsked {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
  readonly transactionId: TransactionId;
  readonly lastSeq: number;
  readonly entriesMax: number;
}

/**
 * This bounds the search for entries of a receipt or a redeem from before its last entry was stored with it.
 */
const newestEntries = 500;

/**
 * Returns where the entries of a receipt are; nothing if it has no points. Entries are grouped by their
 * expiry, so there are no more of them than awards. Points that became available have entries of their own,
 * after these, among the newest ones.
 */
export const entriesOf = (receipt: ReadReceipt, newestSeq: number): readonly EntriesAsked[] => {
  const { environmentId, memberId, storedUnder, transactionId, awards, ledgerSeq, lastSeq } = receipt;
  if (!awards.some(({ pointsEarned }) => pointsEarned > 0)) return [];
  const name = { environmentId, memberId: storedUnder ?? memberId, transactionId };
  const newest = storedUnder === undefined ? newestSeq : lastSeq;
  if (ledgerSeq === null) return [{ ...name, lastSeq: newest, entriesMax: newestEntries }];
  // What was deducted of them stands behind them, in an entry of the same transaction.
  const own = { ...name, lastSeq: ledgerSeq, entriesMax: awards.length + 1 };
  if (!hasMatured(receipt)) return [own];
  const matured = { ...name, lastSeq: newest, entriesMax: Math.min(newestEntries, newest - ledgerSeq) };
  if (storedUnder === undefined) return [own, matured];
  // What matured since the merge is in the ledger of the member into whom the buyer was merged.
  return [own, matured, { ...name, memberId, lastSeq: newestSeq, entriesMax: newestEntries }];
};

const hasMatured = ({ pointsPending, pending, returned }: ReadReceipt): boolean =>
  pointsPending > pending.reduce((sum, { points }) => sum + points, returned?.fromPending ?? 0);

const askedRows = rowArrays<EntriesAsked>((fields, rows) => [
  ...fields('environment_id int', 'member_id uuid', 'transaction_id uuid', 'last_seq bigint'),
  ['entries', 'int', rows.map(({ entriesMax }) => entriesMax)],
  ['place', 'int', rows.map((_, place) => place)],
]);
const entriesStatement: Statement = {
  name: 'entries-of-receipts',
  text: `SELECT w.transaction_id AS "transactionId", e.points, e.sliding_days AS "slidingDays",
                (extract(epoch FROM e.expires_at) * 1000)::bigint AS "expiresAtMs",
                (extract(epoch FROM e.created_at) * 1000)::bigint AS "addedAtMs"
           FROM ${askedRows.as('w')}
          CROSS JOIN LATERAL (SELECT * FROM ledger_entries l
                               WHERE l.environment_id = w.environment_id AND l.member_id = w.member_id
                                 AND l.seq <= w.last_seq AND l.seq > w.last_seq - w.entries OFFSET 0) e
          WHERE e.type = 'EARN' AND e.transaction_id = w.transaction_id
          ORDER BY w.place, e.seq`,
};

type EntryRow = Omit<EarnedEntry, 'slidingDays'> & {
  readonly transactionId: TransactionId;
  readonly slidingDays: number | null;
};

/** Reads entries by transaction; each list is in the order of what was asked, and then of their numbers. */
export const readEntries = async (
  tx: Queryable,
  asked: readonly EntriesAsked[],
): Promise<ReadonlyMap<TransactionId, readonly EarnedEntry[]>> => {
  const entries = new Map<TransactionId, EarnedEntry[]>();
  if (asked.length === 0) return entries;
  const rows = await tx.query<EntryRow>(entriesStatement, askedRows.valuesOf(asked));
  for (const { transactionId, slidingDays, ...entry } of rows) {
    const own = entries.get(transactionId) ?? [];
    own.push(slidingDays === null ? entry : { ...entry, slidingDays });
    entries.set(transactionId, own);
  }
  return entries;
};

/** A redeem that was found by its reference. */
export interface ReadRedeem extends StoredRedeem {
  readonly environmentId: EnvironmentId;
}

interface RedeemRow extends Pick<
  ReadRedeem,
  'environmentId' | 'transactionRef' | 'transactionId' | 'memberId'
> {
  readonly storedUnder: MemberId | null;
  readonly response: Buffer;
  readonly pointsRefunded: number | null;
  readonly discountReversed: number | null;
  /** It is null without its entry. */
  readonly description: string | null;
  readonly seq: number;
  /** The number of the last entry of the member who redeemed. */
  readonly lastSeq: number;
  /** The lots are as `insertPostings` writes them: sliding days, day, points, and the time if it is kept. */
  readonly fromLots: readonly (readonly [number, number, number, number?])[] | null;
  readonly spentAtMs: number;
  /** Null for everything but open authorizations. */
  readonly openUntilMs: number | null;
  readonly author: Buffer | null;
  readonly capturedAtMs: number | null;
  readonly capturedBy: Buffer | null;
}

const redeemsStatement: Statement = {
  name: 'redeems-to-refund',
  // Key by key, as above. The entry is that which was stored with the redeem, or among the newest ones. What is
  // still open was not captured.
  text: `SELECT n.environment_id AS "environmentId", n.ref AS "transactionRef", t.id AS "transactionId",
                m.id AS "memberId", nullif(t.member_id, m.id) AS "storedUnder", m.ledger_seq AS "lastSeq", t.answer AS response,
                r.points_refunded AS "pointsRefunded", r.discount_reversed AS "discountReversed",
                e.seq, e.description, e.from_lots AS "fromLots", (extract(epoch FROM t.created_at) * 1000)::bigint AS "spentAtMs",
                (extract(epoch FROM o.expires_at) * 1000)::bigint AS "openUntilMs", t.author,
                (extract(epoch FROM c.created_at) * 1000)::bigint AS "capturedAtMs", c.author AS "capturedBy"
           FROM (SELECT DISTINCT * FROM unnest(${nameRows.arrays})) AS n (${nameRows.names})
          CROSS JOIN LATERAL (SELECT * FROM transactions
                               WHERE environment_id = n.environment_id AND operation = 'redeem' AND ref = n.ref
                               LIMIT 1) t
          CROSS JOIN LATERAL (SELECT coalesce(leads_to, id) AS id, ledger_seq FROM members
                               WHERE environment_id = n.environment_id AND id = t.member_id LIMIT 1) m
           LEFT JOIN LATERAL (SELECT * FROM returned_transactions
                               WHERE environment_id = n.environment_id AND transaction_id = t.id
                               LIMIT 1) r ON true
           LEFT JOIN LATERAL (SELECT * FROM (
                                SELECT * FROM ledger_entries
                                 WHERE environment_id = n.environment_id AND member_id = t.member_id
                                   AND seq <= coalesce(t.ledger_seq, m.ledger_seq)
                                   AND seq > coalesce(t.ledger_seq - 1, m.ledger_seq - ${newestEntries.toString()})
                                OFFSET 0) found
                               WHERE type = 'REDEEM' AND transaction_id = t.id LIMIT 1) e ON true
           LEFT JOIN LATERAL (SELECT expires_at FROM open_redemptions
                               WHERE environment_id = n.environment_id AND member_id = t.member_id AND ref = n.ref
                               LIMIT 1) o ON true
           LEFT JOIN LATERAL (SELECT created_at, author FROM transactions
                               WHERE o.expires_at IS NULL
                                 AND environment_id = n.environment_id AND operation = 'capture' AND ref = n.ref
                               LIMIT 1) c ON true`,
};

/**
 * Reads redeems after the locks of their members, because refunds change what is left. Unknown redeems are
 * left out.
 */
export const readRedeems = async (
  tx: Queryable,
  names: readonly ReceiptName[],
): Promise<readonly ReadRedeem[]> => {
  if (names.length === 0) return [];
  const rows = await tx.query<RedeemRow>(redeemsStatement, nameRows.valuesOf(names));
  return rows.map(
    ({
      response,
      pointsRefunded,
      discountReversed,
      seq,
      lastSeq,
      storedUnder,
      description,
      fromLots,
      spentAtMs,
      author,
      capturedAtMs,
      capturedBy,
      ...redeem
    }) => ({
      ...redeem,
      by: {
        atMs: capturedAtMs ?? spentAtMs,
        authors: [author, capturedBy].flatMap((bytes) => (bytes === null ? [] : [authorKeyOf(bytes)])),
      },
      ...(storedUnder !== null && { storedUnder }),
      ...grantedIn(response),
      refunded: sumsOf(pointsRefunded, discountReversed),
      entry:
        description === null
          ? null
          : {
              seq: storedUnder === null ? seq : mergedPlaceOf(seq, lastSeq),
              description,
              fromLots: (fromLots ?? []).map(takeOf),
              atMs: spentAtMs,
            },
    }),
  );
};

/** Our own JSON: the stored response of a redeem. */
const grantedIn = (
  response: Buffer,
): Pick<ReadRedeem, 'campaignId' | 'pointsRedeemed' | 'discountCents' | 'isAuthorized'> => {
  const { campaignId, pointsRedeemed, discountAmount, state } = JSON.parse(response.toString()) as Pick<
    ReadRedeem,
    'campaignId' | 'pointsRedeemed'
  > & { readonly discountAmount: number; readonly state: string };
  return {
    campaignId,
    pointsRedeemed,
    discountCents: discountAmount,
    isAuthorized: state === 'AUTHORIZED',
  };
};

const takeOf = ([slidingDays, expiresOn, points, timeMs]: NonNullable<
  RedeemRow['fromLots']
>[number]): LotTake => {
  const take = { slidingDays, expiresOn, points };
  if (timeMs === undefined) return take;
  return slidingDays > 0 ? { ...take, addedAtMs: timeMs } : { ...take, expiresAtMs: timeMs };
};

export interface ReturnedReceiptWrite extends ReceiptReturns {
  readonly environmentId: EnvironmentId;
  readonly transactionId: TransactionId;
  /** The member under whom the receipt is stored. */
  readonly memberId: MemberId;
}

const writtenRows = rowArrays<ReturnedReceiptWrite>((fields, rows) => [
  ...fields('environment_id int', 'transaction_id uuid', 'member_id uuid'),
  ['amount', 'bigint', rows.map(({ amountCents }) => amountCents)],
  ['kept', 'jsonb', rows.map(({ kept }) => JSON.stringify(kept))],
  ['ids', 'jsonb', rows.map(({ returnIds }) => JSON.stringify(returnIds))],
  ['unnamed', 'bigint', rows.map(({ unnamedCents }) => unnamedCents)],
  ['skus', 'text', rows.map(({ skus }) => (skus.length === 0 ? null : encodeSkus(skus).toString('hex')))],
  ['redeem_ref', 'text', rows.map(({ redeem }) => redeem?.ref ?? null)],
  ['points', 'bigint', rows.map(({ redeem }) => redeem?.points ?? 0)],
  ['discount', 'bigint', rows.map(({ redeem }) => redeem?.discountCents ?? 0)],
  ...fields('from_pending bigint', 'unrecovered bigint'),
]);
const writeStatement: Statement = {
  name: 'returned-receipts-write',
  // An array cannot hold arrays of different lengths, so lists travel as JSON.
  text: `INSERT INTO returned_transactions (environment_id, transaction_id, member_id, amount_returned, amount_unnamed,
                                            skus, redeem_ref, points_refunded, discount_reversed, kept, return_ids,
                                            points_from_pending, points_unrecovered)
         SELECT environment_id, transaction_id, member_id, amount, unnamed, decode(skus, 'hex'), redeem_ref, points,
                discount,
                ARRAY(SELECT value::bigint FROM jsonb_array_elements_text(kept) WITH ORDINALITY AS k (value, place) ORDER BY place),
                ARRAY(SELECT value::uuid FROM jsonb_array_elements_text(ids) WITH ORDINALITY AS i (value, place) ORDER BY place),
                from_pending, unrecovered
           FROM ${writtenRows.as('w')}
         ON CONFLICT (environment_id, transaction_id)
         DO UPDATE SET amount_returned = EXCLUDED.amount_returned, amount_unnamed = EXCLUDED.amount_unnamed,
                       skus = EXCLUDED.skus, kept = EXCLUDED.kept, return_ids = EXCLUDED.return_ids, redeem_ref = EXCLUDED.redeem_ref,
                       points_refunded = EXCLUDED.points_refunded, discount_reversed = EXCLUDED.discount_reversed,
                       points_from_pending = EXCLUDED.points_from_pending,
                       points_unrecovered = EXCLUDED.points_unrecovered`,
};

/** Everything that was refunded of a redeem. */
export interface RefundedRedeemWrite {
  readonly environmentId: EnvironmentId;
  readonly transactionId: TransactionId;
  /** The member under whom the redeem is stored. */
  readonly memberId: MemberId;
  readonly refunded: RefundedSums;
}

const refundedRows = rowArrays<RefundedRedeemWrite>((fields, rows) => [
  ...fields('environment_id int', 'transaction_id uuid', 'member_id uuid'),
  ['points', 'bigint', rows.map(({ refunded }) => refunded.points)],
  ['discount', 'bigint', rows.map(({ refunded }) => refunded.discountCents)],
]);
const refundedStatement: Statement = {
  name: 'refunded-redeems-write',
  text: `INSERT INTO returned_transactions (environment_id, transaction_id, member_id, kept, return_ids, points_refunded,
                                            discount_reversed)
         SELECT environment_id, transaction_id, member_id, '{}', '{}', points, discount
           FROM ${refundedRows.as('w')}
         ON CONFLICT (environment_id, transaction_id)
         DO UPDATE SET points_refunded = EXCLUDED.points_refunded, discount_reversed = EXCLUDED.discount_reversed`,
};

/** Writes absolute values, which were read under the members' locks in this transaction; each redeem once. */
export const writeRefundedRedeems = async (
  tx: Queryable,
  writes: readonly RefundedRedeemWrite[],
): Promise<void> => {
  if (writes.length > 0) await tx.query(refundedStatement, refundedRows.valuesOf(writes));
};

/**
 * Writes absolute values, which were read under the members' locks in this transaction; each receipt once.
 */
export const writeReturnedReceipts = async (
  tx: Queryable,
  writes: readonly ReturnedReceiptWrite[],
): Promise<void> => {
  if (writes.length > 0) await tx.query(writeStatement, writtenRows.valuesOf(writes));
};
