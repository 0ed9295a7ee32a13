import type { TierThreshold, WindowDays } from '@loyalty/rules';
import { epochDay } from '../statistics/write-member-days.ts';
import type { SqlValues } from './sql-values.ts';

/**
 * The days of enrolment and of the last purchase of a member `m`, as `utcDayOf` counts days. They are UTC days, whatever the time
 * zone of the session.
 */
export const enrolledOn = `(m.enrolled_at AT TIME ZONE 'UTC')::date - ${epochDay}`;
export const lastTxnOn = `m.last_txn_day - ${epochDay}`;

/**
 * A FROM item: the totals of a member `m` before a window. Its first condition needs only the member, so no days are searched for
 * members without a purchase in the window.
 */
export const windowOpening = (days: WindowDays, today: string): string => {
  const before = `${epochDay} + (${today} - ${days.toString()})`;
  return `LATERAL (SELECT d.spend_before, d.txns_before FROM member_days d
                    WHERE m.last_txn_day > ${before}
                      AND d.environment_id = m.environment_id AND d.member_id = m.id AND d.day > ${before}
                    ORDER BY d.day LIMIT 1)`;
};

/** Selects members, and the inputs that rules need. */
export interface MemberInputsQuery {
  /** A condition on members `m`. */
  readonly where: string;
  readonly windows: readonly WindowDays[];
  readonly tiers: readonly TierThreshold[];
  /** The parameter with the day on which windows end, as text. */
  readonly today: string;
}

/** Returns SQL that selects members with the inputs of a rule: the columns that `ruleSql` reads. Windows are those of `windowOf`. */
export const memberInputsSql = (
  { where, windows, tiers, today }: MemberInputsQuery,
  values: SqlValues,
): string => {
  const sums = windows.flatMap(windowSums);
  const joins = windows.map((days) => `LEFT JOIN ${windowOpening(days, today)} w${days.toString()} ON true`);
  return `
    SELECT ${[...memberColumns, `${today} AS today`, tierSql(tiers, values), ...sums].join(', ')}
      FROM members m ${joins.join(' ')}
     WHERE ${where}`;
};

const memberColumns: readonly string[] = [
  'm.id',
  'm.state',
  'm.points_balance',
  'm.lifetime_points',
  'm.spend_cents',
  'm.txn_count',
  `${lastTxnOn} AS last_txn_on`,
  `${enrolledOn} AS enrolled_on`,
];

/** Both sums are limited to ±(2^53−1), and are 0 without purchases. */
const windowSums = (days: WindowDays): string[] => {
  const window = days.toString();
  const since = (total: string, before: string): string =>
    `greatest(-9007199254740991, least(9007199254740991, ${total} - w${window}.${before}))`;
  const orNone = (sum: string): string => `CASE WHEN w${window}.spend_before IS NULL THEN 0 ELSE ${sum} END`;
  return [
    `${orNone(since('m.spend_cents', 'spend_before'))} AS spend_${window}`,
    `${orNone(since('m.txn_count', 'txns_before'))} AS txns_${window}`,
  ];
};

/** The tier of `tierOf`: thresholds ascend. `width_bucket` returns 0 below the first one, and element 0 of an array is null. */
const tierSql = (tiers: readonly TierThreshold[], values: SqlValues): string => {
  const steps = ascending(tiers);
  const ids = values.place(
    steps.map(({ id }) => id),
    'uuid[]',
  );
  const from = values.place(
    steps.map(({ minLifetimePoints }) => minLifetimePoints),
    'bigint[]',
  );
  return `(${ids})[width_bucket(m.lifetime_points, ${from})] AS tier_id`;
};

/** Sorts tiers by threshold. Of two tiers with one threshold the first counts. */
const ascending = (tiers: readonly TierThreshold[]): TierThreshold[] => {
  const first = new Map<number, TierThreshold>();
  for (const tier of tiers) if (!first.has(tier.minLifetimePoints)) first.set(tier.minLifetimePoints, tier);
  return [...first.values()].sort((one, other) => one.minLifetimePoints - other.minLifetimePoints);
};
