import { onlyRow, type Queryable, type Statement, type Transaction } from '@loyalty/storage';
import { epochDay } from './write-member-days.ts';

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
export interface MemberDayPages {
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
