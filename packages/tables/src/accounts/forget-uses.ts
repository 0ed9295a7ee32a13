import { type Job, wholeDatabase } from '@loyalty/jobs/job';
import { utcDayOf } from '@loyalty/kernel';
import { onlyRow, type Queryable, type Statement, type Transaction } from '@loyalty/storage';

/** 35 in which they count (D237), 8 that a record may wait in its log, the period, and 2 for other local days. */
const keptDays = { DAY: 46, WEEK: 52, MONTH: 77 } as const;

/** These are 4 MiB, some 40,000 rows. */
const pagesPerChunk = 500;

/**
 * Creates a job that deletes uses by which no receipt can be counted any more; those for EVER stay. The
 * cursor is the next page of the table.
 */
export const createForgetUsesJob = (): Job<Transaction, number> => ({
  name: 'forget-uses',
  schedule: { dailyAtHourUtc: 3 },
  destroysByTime: true,
  sizes: { min: pagesPerChunk, max: pagesPerChunk },
  environments: () => Promise.resolve([wholeDatabase]),
  chunk: async (tx, { atMs, cursor, size }) => {
    const from = cursor ?? 0;
    const to = from + size;
    const taken = await forgetUses(tx, { from, to, today: utcDayOf(atMs) });
    return { cursor: to < (await readPages(tx)) ? to : null, taken };
  },
});

const pagesStatement: Statement = {
  name: 'member-uses-pages',
  text: `SELECT pg_relation_size('member_uses') / current_setting('block_size')::int AS pages`,
};

const readPages = async (db: Queryable): Promise<number> =>
  onlyRow(await db.query<{ pages: number }>(pagesStatement, []), 'a size').pages;

// Skips locked rows: their owner is storing receipts, and the next run finds them again.
const forgetStatement: Statement = {
  name: 'member-uses-forget',
  text: `DELETE FROM member_uses
          WHERE ctid = ANY (ARRAY(SELECT ctid FROM member_uses
                                   WHERE ctid >= format('(%s,0)', $1::bigint)::tid AND ctid < format('(%s,0)', $2::bigint)::tid
                                     AND (period = 1 AND starts_on < $3::int - ${keptDays.DAY.toString()}
                                          OR period = 2 AND starts_on < $3::int - ${keptDays.WEEK.toString()}
                                          OR period = 3 AND starts_on < $3::int - ${keptDays.MONTH.toString()})
                                   FOR UPDATE SKIP LOCKED))
         RETURNING 1 AS forgotten`,
};

interface UsePages {
  readonly from: number;
  /** The page `to` is not included. */
  readonly to: number;
  /** A UTC day, counted from 1970-01-01. */
  readonly today: number;
}

/**
 * Deletes uses page by page, as days of purchase are deleted, because an index would cost each receipt a
 * write.
 */
export const forgetUses = async (tx: Transaction, { from, to, today }: UsePages): Promise<number> =>
  (await tx.query(forgetStatement, [from, to, today])).length;
