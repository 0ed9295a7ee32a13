import { dayMs, type EnvironmentId, type MemberId, utcDayOf } from '@loyalty/kernel';
import { rowArrays, type Statement, type Transaction } from '@loyalty/storage';
import { clampedTotal, epochDay } from '../accounts/member-days.ts';
import { memberOf, type OpenedLine, raisesDays } from './judge-line.ts';

interface OpeningDay {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
  readonly day: number;
  /** The totals of the member before the opening, for a day after which none is stored. */
  readonly spendCents: number;
  readonly txnCount: number;
}

const dayRows = rowArrays<OpeningDay>((fields) =>
  fields('environment_id int', 'member_id uuid', 'day int', 'spend_cents bigint', 'txn_count bigint'),
);
const openStatement: Statement = {
  name: 'opening-days-open',
  text: `INSERT INTO member_days (environment_id, member_id, day, spend_before, txns_before)
         SELECT o.environment_id, o.member_id, ${epochDay} + o.day, coalesce(n.spend_before, o.spend_cents),
                coalesce(n.txns_before, o.txn_count)
           FROM ${dayRows.as('o')}
           LEFT JOIN LATERAL (SELECT spend_before, txns_before FROM member_days d
                               WHERE d.environment_id = o.environment_id AND d.member_id = o.member_id
                                 AND d.day > ${epochDay} + o.day
                               ORDER BY d.day LIMIT 1) n ON true
         ON CONFLICT DO NOTHING`,
};

interface RaisedTotals {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
  readonly spendCents: number;
  readonly txnCount: number;
}

const raisedRows = rowArrays<RaisedTotals>((fields) =>
  fields('environment_id int', 'member_id uuid', 'spend_cents bigint', 'txn_count bigint'),
);
const raiseStatement: Statement = {
  name: 'opening-days-raise',
  text: `UPDATE member_days d
            SET spend_before = ${clampedTotal('d.spend_before + r.spend_cents')},
                txns_before = ${clampedTotal('d.txns_before + r.txn_count')}
           FROM ${raisedRows.as('r')}
          WHERE d.environment_id = r.environment_id AND d.member_id = r.member_id`,
};

/**
 * Adds the day of the last purchase, on which nothing was bought with us, and raises all days of the member by
 * what was bought before: it lies before them all (M5).
 */
export const writeOpeningDays = async (
  tx: Transaction,
  {
    environmentId,
    atMs,
    opened,
  }: { readonly environmentId: EnvironmentId; readonly atMs: number; readonly opened: readonly OpenedLine[] },
): Promise<void> => {
  const days = opened.flatMap((one) => {
    const day = keptDayOf(one, atMs);
    const { spendCents, txnCount } = one.before.figures;
    return day === null ? [] : [{ environmentId, memberId: memberOf(one), day, spendCents, txnCount }];
  });
  const raised = opened.filter(raisesDays).map((one) => {
    const { spendCents, txnCount } = one.line.opening;
    return { environmentId, memberId: memberOf(one), spendCents, txnCount };
  });
  if (days.length > 0) await tx.query(openStatement, dayRows.valuesOf(days));
  if (raised.length > 0) await tx.query(raiseStatement, raisedRows.valuesOf(raised));
};

/** Windows reach 365 days back, and a process whose clock is still at yesterday one day further. */
const keptDays = 366;

/** Returns the day of the last purchase if a window may reach it. */
const keptDayOf = ({ line: { opening } }: OpenedLine, atMs: number): number | null =>
  opening.lastTxnDay !== null && opening.lastTxnDay >= utcDayOf(atMs - keptDays * dayMs)
    ? opening.lastTxnDay
    : null;
