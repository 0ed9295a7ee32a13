import { onlyRow, type Queryable, type Statement, type Transaction } from '@loyalty/storage';
import { epochDay } from './write-member-days.ts';

const pagesStatement: Statement = {
  name: 'member-days-pages',
  text: `SELECT pg_relation_size('member_days') / current_setting('block_size')::int AS pages`,
};

/** How many pages the table of days has now. */
export const readMemberDayPages = async (db: Queryable): Promise<number> =>
  onlyRow(await db.query<{ pages: number }>(pagesStatement, []), 'a size').pages;

// No day is waited for: who holds one is storing receipts, and the next run finds it again.
const forgetStatement: Statement = {
  name: 'member-days-forget',
  text: `DELETE FROM member_days
          WHERE ctid = ANY (ARRAY(SELECT ctid FROM member_days
                                   WHERE ctid >= format('(%s,0)', $1::bigint)::tid AND ctid < format('(%s,0)', $2::bigint)::tid
                                     AND day < ${epochDay} + $3::int
                                   FOR UPDATE SKIP LOCKED))
         RETURNING 1 AS forgotten`,
};

/** Some pages of the table of days. */
export interface MemberDayPages {
  /** The first page. */
  readonly from: number;
  /** The page behind the last. */
  readonly to: number;
  /** A UTC day, counted from 1970-01-01: days before it are forgotten. */
  readonly before: number;
}

/**
 * Deletes, of these pages, the days that begin before a day; answers how many. Pages and not an index of days: with the pages
 * that are used again, an index of ranges soon knows every range as old, and one of all days would cost each receipt.
 */
export const forgetDays = async (tx: Transaction, { from, to, before }: MemberDayPages): Promise<number> =>
  (await tx.query(forgetStatement, [from, to, before])).length;
