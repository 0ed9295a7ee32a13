import type { TierThreshold, WindowDays } from '@loyalty/rules';
import { epochDay } from '../statistics/write-member-days.ts';
import { memberColumns, windowSumsIn, windowsIn, type InputColumn, type WindowSum } from './input-columns.ts';
import { rangeOpenings, scannedDaysMax, type MemberRange } from './range-openings.ts';
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

/** The members of an environment, and the inputs that rules need; values are parameters, as text. */
export interface MemberInputsQuery {
  readonly environment: string;
  /** Null: all members. Each window is then looked up for each member. */
  readonly range: MemberRange | null;
  readonly columns: ReadonlySet<InputColumn>;
  readonly tiers: readonly TierThreshold[];
  /** The day on which windows end. */
  readonly today: string;
}

/**
 * Returns SQL that selects members with the inputs of rules: the columns that `ruleSql` reads. Windows are those of `windowOf`. Days
 * of a range whose member does not exist make a row without id and state, which no rule matches.
 */
export const memberInputsSql = (query: MemberInputsQuery, values: SqlValues): string => {
  const { environment, range, columns, tiers, today } = query;
  const within = range === null ? '' : `AND m.id > ${range.after} AND m.id <= ${range.end}`;
  const { joins, sums } = windowsSql(query);
  const figures = memberFigures.filter(([column]) => columns.has(column));
  const tier = columns.has('tier_id') ? [tierSql(tiers, values)] : [];
  const selected = [`${today} AS today`, ...figures.map(([, sql]) => sql), ...tier, ...sums];
  return `
    SELECT m.id, m.state, ${selected.join(', ')}
      FROM (SELECT * FROM members m WHERE m.environment_id = ${environment} ${within}) m ${joins.join(' ')}`;
};

const memberFigures: readonly (readonly [InputColumn, string])[] = [
  [memberColumns.pointsBalance, 'm.points_balance'],
  [memberColumns.lifetimePoints, 'm.lifetime_points'],
  [memberColumns.spendCents, 'm.spend_cents'],
  [memberColumns.txnCount, 'm.txn_count'],
  [memberColumns.lastTxn, `${lastTxnOn} AS last_txn_on`],
  [memberColumns.enrolled, `${enrolledOn} AS enrolled_on`],
];

interface WindowsSql {
  readonly joins: readonly string[];
  readonly sums: readonly string[];
}

/** The short windows of a range come from one scan; any other is looked up. */
const windowsSql = ({ environment, range, columns, today }: MemberInputsQuery): WindowsSql => {
  const all = windowsIn(columns);
  const scanned = range === null ? [] : all.filter((days) => days <= scannedDaysMax);
  const looked = all.filter((days) => !scanned.includes(days));
  const openingOf = (days: WindowDays, { before }: WindowSum): string =>
    scanned.includes(days) ? `w.${before}_${days.toString()}` : `w${days.toString()}.${before}`;
  const joins = looked.map((days) => `LEFT JOIN ${windowOpening(days, today)} w${days.toString()} ON true`);
  if (range !== null && scanned.length > 0) {
    const openings = rangeOpenings(range, { environment, windows: scanned, columns, today });
    joins.unshift(`FULL JOIN ${openings} w ON w.member_id = m.id`);
  }
  const sums = all.flatMap((days) =>
    windowSumsIn(columns, days).map((sum) => sumSql(sum, openingOf(days, sum))),
  );
  return { joins, sums };
};

/** A sum is limited to ±(2^53−1), and is 0 without purchases. */
const sumSql = ({ column, total }: WindowSum, opening: string): string =>
  `CASE WHEN ${opening} IS NULL THEN 0
        ELSE greatest(-9007199254740991, least(9007199254740991, m.${total} - ${opening})) END AS ${column}`;

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
