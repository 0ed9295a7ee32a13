import { type Job, wholeDatabase } from '@loyalty/jobs/job';
import { utcDayOf } from '@loyalty/kernel';
import { windowDays } from '@loyalty/rules/statistics';
import { onlyRow, type Queryable, type Statement, type Transaction } from '@loyalty/storage';
import { epochDay } from '../accounts/member-days.ts';

/** The days of the longest window, and one more for a process whose clock is still at yesterday. */
const keptDays = Math.max(...windowDays) + 1;

/** Pages of a chunk: 4 MiB, some 40,000 days. Deleting all takes a tenth of a second; most nights take a few milliseconds. */
const pagesPerChunk = 500;

/**
 * Deletes days of purchase that no window reaches any more. Totals stay; a later receipt of such a day still counts in them, and its day
 * is deleted the next night. The job scans the table page by page, so each chunk costs the same; the cursor is the next page.
 */
export const createForgetDaysJob = (): Job<Transaction, number> => ({
  name: 'forget-days',
  schedule: { dailyAtHourUtc: 3 },
  sizes: { min: pagesPerChunk, max: pagesPerChunk },
  environments: () => Promise.resolve([wholeDatabase]),
  chunk: async (tx, { atMs, cursor, size }) => {
    const from = cursor ?? 0;
    const to = from + size;
    const taken = await forgetDays(tx, { from, to, before: utcDayOf(atMs) - keptDays });
    return { cursor: to < (await readMemberDayPages(tx)) ? to : null, taken };
  },
});

const pagesStatement: Statement = {
  name: 'member-days-pages',
  text: `SELECT pg_relation_size('member_days') / current_setting('block_size')::int AS pages`,
};

/** Returns how many pages the table of days has now. */
export const readMemberDayPages = async (db: Queryable): Promise<number> =>
  onlyRow(await db.query<{ pages: number }>(pagesStatement, []), 'a size').pages;

// Skips locked days: their owner is storing receipts, and the next run finds them again.
const forgetStatement: Statement = {
  name: 'member-days-forget',
  text: `DELETE FROM member_days
          WHERE ctid = ANY (ARRAY(SELECT ctid FROM member_days
                                   WHERE ctid >= format('(%s,0)', $1::bigint)::tid AND ctid < format('(%s,0)', $2::bigint)::tid
                                     AND day < ${epochDay} + $3::int
                                   FOR UPDATE SKIP LOCKED))
         RETURNING 1 AS forgotten`,
};

/** A range of pages of the table of days. */
interface MemberDayPages {
  /** The first page. */
  readonly from: number;
  /** The page after the last one. */
  readonly to: number;
  /** A UTC day, counted from 1970-01-01: older days are deleted. */
  readonly before: number;
}

/**
 * Deletes the days before `before` in these pages. Returns how many. It goes by pages, because free pages are used again: a BRIN
 * index would soon count every range as old. A B-tree index would cost each receipt a write.
 */
export const forgetDays = async (tx: Transaction, { from, to, before }: MemberDayPages): Promise<number> =>
  (await tx.query(forgetStatement, [from, to, before])).length;
