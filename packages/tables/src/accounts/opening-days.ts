import { dayMs, type EnvironmentId, type MemberId, utcDayOf } from '@loyalty/kernel';
import type { MemberFigures } from '@loyalty/rules/statistics';
import { rowArrays, type Statement, type Transaction } from '@loyalty/storage';
import { boundedTotal, epochDay } from './member-days.ts';

interface OpeningTotals {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
  readonly spendCents: number;
  readonly txnCount: number;
}

type OpeningDay = OpeningTotals & { readonly day: number };

const totalRows = rowArrays<OpeningTotals>((fields) =>
  fields('environment_id int', 'member_id uuid', 'spend_cents bigint', 'txn_count bigint'),
);
const dayRows = rowArrays<OpeningDay>((fields, rows) => [...totalRows.columnsOf(rows), ...fields('day int')]);

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

const raiseStatement: Statement = {
  name: 'opening-days-raise',
  text: `UPDATE member_days d
            SET spend_before = ${boundedTotal('d.spend_before + r.spend_cents')},
                txns_before = ${boundedTotal('d.txns_before + r.txn_count')}
           FROM ${totalRows.as('r')}
          WHERE d.environment_id = r.environment_id AND d.member_id = r.member_id`,
};

/** What a member bought elsewhere, and their figures before it is added. */
export interface OpeningPurchases {
  readonly memberId: MemberId;
  readonly before: MemberFigures;
  readonly spendCents: number;
  readonly txnCount: number;
  /** The day of the last purchase, counted as in `utcDayOf`; null if none is known. */
  readonly lastTxnDay: number | null;
}

/**
 * Adds the day of the last purchase, on which nothing was bought with us, and raises all days of the member by
 * what was bought before: it lies before them all (D341). The members must be locked or created.
 */
export const addOpeningPurchases = async (
  tx: Transaction,
  { environmentId, atMs }: { readonly environmentId: EnvironmentId; readonly atMs: number },
  purchases: readonly OpeningPurchases[],
): Promise<void> => {
  const oldestDay = utcDayOf(atMs - keptDays * dayMs);
  const days = purchases.flatMap(({ memberId, before: { spendCents, txnCount }, lastTxnDay: day }) =>
    day !== null && day >= oldestDay ? [{ environmentId, memberId, day, spendCents, txnCount }] : [],
  );
  const raised = purchases
    .filter(({ spendCents, txnCount }) => spendCents !== 0 || txnCount !== 0)
    .map(({ memberId, spendCents, txnCount }) => ({ environmentId, memberId, spendCents, txnCount }));
  if (days.length > 0) await tx.query(openStatement, dayRows.valuesOf(days));
  if (raised.length > 0) await tx.query(raiseStatement, totalRows.valuesOf(raised));
};

/** Windows reach 365 days back, and a process whose clock is still at yesterday one day further. */
const keptDays = 366;
