import { awaitAll, type EnvironmentId, type MemberId } from '@loyalty/kernel';
import type { CountedPurchase, DayOpening } from '@loyalty/rules/statistics';
import type { Queryable, Statement } from '@loyalty/storage';

/** The member to whom a day belongs. */
interface MemberDay {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
}

/** A day that begins, with the member's totals before it. */
export type OpenedDay = MemberDay & DayOpening;

/** A purchase on a day before the member's last one that is stored. */
export type BackdatedPurchase = MemberDay & CountedPurchase;

/** The changes of a batch to its members' days. */
export interface MemberDayWrites {
  readonly opened: readonly OpenedDay[];
  readonly backdated: readonly BackdatedPurchase[];
}

/** Days are sent and returned as whole numbers, because a date as text depends on the session's time zone. */
export const epochDay = `DATE '1970-01-01'`;

const fillStatement: Statement = {
  name: 'member-days-fill',
  text: `INSERT INTO member_days (environment_id, member_id, day, spend_before, txns_before)
         SELECT DISTINCT ON (b.environment_id, b.member_id, b.day)
                b.environment_id, b.member_id, ${epochDay} + b.day, n.spend_before, n.txns_before
           FROM unnest($1::int[], $2::uuid[], $3::int[]) AS b (environment_id, member_id, day)
          CROSS JOIN LATERAL (SELECT spend_before, txns_before FROM member_days d
                               WHERE d.environment_id = b.environment_id AND d.member_id = b.member_id
                                 AND d.day > ${epochDay} + b.day
                               ORDER BY d.day LIMIT 1) n
         ON CONFLICT DO NOTHING`,
};

const clamped = (sum: string): string =>
  `greatest(-9007199254740991, least(9007199254740991, ${sum}))::bigint`;

const shiftStatement: Statement = {
  name: 'member-days-shift',
  // Summed first, because an UPDATE takes only one of several matching rows. Joined by `ctid`, because each row was just found.
  text: `UPDATE member_days d
            SET spend_before = ${clamped('d.spend_before + s.cents')}, txns_before = ${clamped('d.txns_before + s.txns')}
           FROM (SELECT x.ctid AS place, sum(b.cents) AS cents, sum(b.txns) AS txns
                   FROM unnest($1::int[], $2::uuid[], $3::int[], $4::bigint[], $5::int[])
                        AS b (environment_id, member_id, day, cents, txns)
                  CROSS JOIN LATERAL (SELECT ctid FROM member_days l
                                       WHERE l.environment_id = b.environment_id AND l.member_id = b.member_id
                                         AND l.day > ${epochDay} + b.day
                                      OFFSET 0) x
                  GROUP BY x.ctid) s
          WHERE d.ctid = s.place`,
};

const openStatement: Statement = {
  name: 'member-days-open',
  text: `INSERT INTO member_days (environment_id, member_id, day, spend_before, txns_before)
         SELECT environment_id, member_id, ${epochDay} + day, spend_before, txns_before
           FROM unnest($1::int[], $2::uuid[], $3::int[], $4::bigint[], $5::bigint[])
                AS o (environment_id, member_id, day, spend_before, txns_before)
         ON CONFLICT DO NOTHING
         RETURNING 1 AS opened`,
};

/**
 * Writes days of members whose rows this transaction has locked or creates. Returns how many of the opened days existed already:
 * none, unless a member's row and days disagree. Such a day stays as it is, and no receipt is refused because of it.
 */
export const writeMemberDays = async (
  tx: Queryable,
  { opened, backdated }: MemberDayWrites,
): Promise<number> => {
  const [, conflicts] = await awaitAll([shiftDays(tx, backdated), openDays(tx, opened)]);
  return conflicts;
};

/**
 * Counts purchases on days before the last one. First creates the missing days, with the totals of the day after them; then raises
 * all later days.
 */
const shiftDays = async (tx: Queryable, backdated: readonly BackdatedPurchase[]): Promise<void> => {
  if (backdated.length === 0) return;
  const days = daysOf(backdated);
  await awaitAll([
    tx.query(fillStatement, days),
    tx.query(shiftStatement, [
      ...days,
      backdated.map(({ cents }) => cents),
      backdated.map(({ txns }) => txns),
    ]),
  ]);
};

const openDays = async (tx: Queryable, opened: readonly OpenedDay[]): Promise<number> => {
  if (opened.length === 0) return 0;
  const rows = await tx.query(openStatement, [
    ...daysOf(opened),
    opened.map(({ spendBefore }) => spendBefore),
    opened.map(({ txnsBefore }) => txnsBefore),
  ]);
  return opened.length - rows.length;
};

const daysOf = (days: readonly (MemberDay & { readonly day: number })[]): unknown[] => [
  days.map(({ environmentId }) => environmentId),
  days.map(({ memberId }) => memberId),
  days.map(({ day }) => day),
];
