import { type Job, wholeDatabase } from '@loyalty/jobs/job';
import { awaitAll, type EnvironmentId, type MemberId, utcDayOf } from '@loyalty/kernel';
import type { MemberState } from '@loyalty/rules';
import {
  type CountedPurchase,
  type DayOpening,
  type MemberFigures,
  windowDays,
  type WindowDays,
  type WindowOpenings,
} from '@loyalty/rules/statistics';
import { onlyRow, type Queryable, rowArrays, type Statement, type Transaction } from '@loyalty/storage';
import { isMember } from '../members/members.ts';

interface MemberDay {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
}

export type OpenedDay = MemberDay & DayOpening;

/** A purchase on a day before the member's last stored one. */
export type BackdatedPurchase = MemberDay & CountedPurchase;

export interface MemberDayWrites {
  readonly opened: readonly OpenedDay[];
  readonly backdated: readonly BackdatedPurchase[];
}

/**
 * The first day in SQL. Days are sent and returned as whole numbers, because a date as text depends on the
 * session's time zone.
 */
export const epochDay = `DATE '1970-01-01'`;

const dayRows = rowArrays<MemberDay & { readonly day: number }>((fields) =>
  fields('environment_id int', 'member_id uuid', 'day int'),
);
const fillStatement: Statement = {
  name: 'member-days-fill',
  text: `INSERT INTO member_days (environment_id, member_id, day, spend_before, txns_before)
         SELECT DISTINCT ON (b.environment_id, b.member_id, b.day)
                b.environment_id, b.member_id, ${epochDay} + b.day, n.spend_before, n.txns_before
           FROM ${dayRows.as('b')}
          CROSS JOIN LATERAL (SELECT spend_before, txns_before FROM member_days d
                               WHERE d.environment_id = b.environment_id AND d.member_id = b.member_id
                                 AND d.day > ${epochDay} + b.day
                               ORDER BY d.day LIMIT 1) n
         ON CONFLICT DO NOTHING`,
};

/** SQL: the sum, which ends at ±(2^53−1). */
export const boundedTotal = (sum: string): string =>
  `greatest(-9007199254740991, least(9007199254740991, ${sum}))::bigint`;

const backdatedRows = rowArrays<BackdatedPurchase>((fields, rows) => [
  ...dayRows.columnsOf(rows),
  ...fields('cents bigint', 'txns int'),
]);
const shiftStatement: Statement = {
  name: 'member-days-shift',
  // Summed first, because an UPDATE takes only one of several matching rows. Joined by `ctid`, because each
  // row was just found.
  text: `UPDATE member_days d
            SET spend_before = ${boundedTotal('d.spend_before + s.cents')}, txns_before = ${boundedTotal('d.txns_before + s.txns')}
           FROM (SELECT x.ctid AS place, sum(b.cents) AS cents, sum(b.txns) AS txns
                   FROM ${backdatedRows.as('b')}
                  CROSS JOIN LATERAL (SELECT ctid FROM member_days l
                                       WHERE l.environment_id = b.environment_id AND l.member_id = b.member_id
                                         AND l.day > ${epochDay} + b.day
                                      OFFSET 0) x
                  GROUP BY x.ctid) s
          WHERE d.ctid = s.place`,
};

const openedRows = rowArrays<OpenedDay>((fields, rows) => [
  ...dayRows.columnsOf(rows),
  ...fields('spend_before bigint', 'txns_before bigint'),
]);
const openStatement: Statement = {
  name: 'member-days-open',
  text: `INSERT INTO member_days (environment_id, member_id, day, spend_before, txns_before)
         SELECT environment_id, member_id, ${epochDay} + day, spend_before, txns_before
           FROM ${openedRows.as('o')}
         ON CONFLICT DO NOTHING
         RETURNING 1 AS opened`,
};

/**
 * Writes days. The members must be locked or created. Returns how many opened days existed, which is normally
 * 0; existing days stay as they are.
 */
export const writeMemberDays = async (
  tx: Queryable,
  { opened, backdated }: MemberDayWrites,
): Promise<number> => {
  const [, conflicts] = await awaitAll([shiftDays(tx, backdated), openDays(tx, opened)]);
  return conflicts;
};

/** Creates the missing days with the totals of the day after them; then raises all later days. */
const shiftDays = async (tx: Queryable, backdated: readonly BackdatedPurchase[]): Promise<void> => {
  if (backdated.length === 0) return;
  await awaitAll([
    tx.query(fillStatement, dayRows.valuesOf(backdated)),
    tx.query(shiftStatement, backdatedRows.valuesOf(backdated)),
  ]);
};

const openDays = async (tx: Queryable, opened: readonly OpenedDay[]): Promise<number> => {
  if (opened.length === 0) return 0;
  const rows = await tx.query(openStatement, openedRows.valuesOf(opened));
  return opened.length - rows.length;
};

/** The inputs of statistics, from one consistent read. */
export interface StatisticsInputs {
  readonly figures: MemberFigures;
  readonly openings: WindowOpenings;
  readonly pointsBalance: number;
  readonly lifetimePoints: number;
  readonly state: MemberState;
  readonly enrolledAtMs: number;
}

interface WindowRow extends MemberFigures, Omit<StatisticsInputs, 'figures' | 'openings' | 'enrolledAtMs'> {
  readonly enrolledAt: Date;
  readonly days: WindowDays;
  readonly spendBefore: number | null;
  readonly txnsBefore: number | null;
}

/**
 * Returns an SQL FROM item. Join it with the totals in one statement, because a receipt may be stored between
 * two statements.
 */
export const openingAfter = (day: string): string =>
  `LATERAL (SELECT spend_before, txns_before FROM member_days d
             WHERE d.environment_id = m.environment_id AND d.member_id = m.id AND d.day > ${epochDay} + ${day}
             ORDER BY d.day LIMIT 1)`;

const readStatement: Statement = {
  name: 'statistics-read',
  text: `SELECT m.spend_cents AS "spendCents", m.txn_count AS "txnCount", m.last_txn_day - ${epochDay} AS "lastTxnDay",
                m.points_balance AS "pointsBalance", m.lifetime_points AS "lifetimePoints", m.state,
                m.enrolled_at AS "enrolledAt", w.days, o.spend_before AS "spendBefore", o.txns_before AS "txnsBefore"
           FROM members m
          CROSS JOIN unnest($3::int[]) AS w (days)
           LEFT JOIN ${openingAfter('($4::int - w.days)')} o ON true
          WHERE m.environment_id = $1 AND m.id = $2 AND ${isMember}`,
};

export const readStatisticsInputs = async (
  db: Queryable,
  { environmentId, memberId }: { readonly environmentId: EnvironmentId; readonly memberId: string },
  today: number,
): Promise<StatisticsInputs | null> => {
  const rows = await db.query<WindowRow>(readStatement, [environmentId, memberId, windowDays, today]);
  const [member] = rows;
  if (member === undefined) return null;
  const { spendCents, txnCount, lastTxnDay, pointsBalance, lifetimePoints, state, enrolledAt } = member;
  return {
    figures: { spendCents, txnCount, lastTxnDay },
    openings: openingsOf(rows),
    pointsBalance,
    lifetimePoints,
    state,
    enrolledAtMs: enrolledAt.getTime(),
  };
};

const openingsOf = (rows: readonly WindowRow[]): WindowOpenings => {
  const opening = (asked: WindowDays): WindowOpenings[WindowDays] => {
    const { spendBefore, txnsBefore } = rows.find(({ days }) => days === asked) ?? none;
    return spendBefore === null || txnsBefore === null ? null : { spendBefore, txnsBefore };
  };
  return { 7: opening(7), 30: opening(30), 90: opening(90), 365: opening(365) };
};

const none = { spendBefore: null, txnsBefore: null };

/** The days of the longest window, and one more for a process whose clock is still at yesterday. */
const keptDays = Math.max(...windowDays) + 1;

/** 4 MiB, some 40,000 days: deleting all takes a tenth of a second, most nights a few milliseconds. */
const pagesPerChunk = 500;

/**
 * Creates a job that deletes days that no window reaches any more; totals stay. The cursor is the next page
 * of the table.
 */
export const createForgetDaysJob = (): Job<Transaction, number> => ({
  name: 'forget-days',
  schedule: { dailyAtHourUtc: 3 },
  destroysByTime: true,
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

interface MemberDayPages {
  readonly from: number;
  /** The page `to` is not included. */
  readonly to: number;
  /** A UTC day, counted from 1970-01-01: older days are deleted. */
  readonly before: number;
}

/**
 * Deletes days page by page. A BRIN index would soon count every range as old, and a B-tree index would cost
 * each receipt a write.
 */
export const forgetDays = async (tx: Transaction, { from, to, before }: MemberDayPages): Promise<number> =>
  (await tx.query(forgetStatement, [from, to, before])).length;
