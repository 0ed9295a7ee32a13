import type { EnvironmentId } from '@loyalty/kernel';
import type { MemberState } from '@loyalty/rules';
import {
  type MemberFigures,
  windowDays,
  type WindowDays,
  type WindowOpenings,
} from '@loyalty/rules/statistics';
import type { Queryable, Statement } from '@loyalty/storage';
import { epochDay } from '../accounts/member-days.ts';

/** The inputs of a member's statistics, from one consistent read. */
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
 * A FROM item: the totals of a member `m` before their first day of purchase after `day`. One index lookup, however long the window
 * is. It must be joined with the totals in one statement, because a receipt may be stored between two statements.
 */
export const openingAfter = (day: string): string =>
  `LATERAL (SELECT spend_before, txns_before FROM member_days d
             WHERE d.environment_id = m.environment_id AND d.member_id = m.id AND d.day > ${epochDay} + ${day}
             ORDER BY d.day LIMIT 1)`;

const statement: Statement = {
  name: 'statistics-read',
  text: `SELECT m.spend_cents AS "spendCents", m.txn_count AS "txnCount", m.last_txn_day - ${epochDay} AS "lastTxnDay",
                m.points_balance AS "pointsBalance", m.lifetime_points AS "lifetimePoints", m.state,
                m.enrolled_at AS "enrolledAt", w.days, o.spend_before AS "spendBefore", o.txns_before AS "txnsBefore"
           FROM members m
          CROSS JOIN unnest($3::int[]) AS w (days)
           LEFT JOIN ${openingAfter('($4::int - w.days)')} o ON true
          WHERE m.environment_id = $1 AND m.id = $2`,
};

/** Returns the inputs of one member's statistics on a day, or null when there is no such member. */
export const readStatisticsInputs = async (
  db: Queryable,
  { environmentId, memberId }: { readonly environmentId: EnvironmentId; readonly memberId: string },
  today: number,
): Promise<StatisticsInputs | null> => {
  const rows = await db.query<WindowRow>(statement, [environmentId, memberId, windowDays, today]);
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
