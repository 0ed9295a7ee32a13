import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import type { MemberState } from '@loyalty/rules';
import type { SegmentInputs } from '@loyalty/rules/segments';
import { type WindowDays, windowDays } from '@loyalty/rules/statistics';
import type { TierThreshold } from '@loyalty/rules/tiers';
import type { Queryable, Statement } from '@loyalty/storage';
import { type MemberIdentity, membersByKey } from '../accounts/accounts.ts';
import { epochDay } from '../accounts/member-days.ts';
import { isMember } from '../members/members.ts';
import {
  type InputColumn,
  memberColumns,
  type SqlValues,
  windowsIn,
  type WindowSum,
  windowSumsIn,
} from './rule-sql.ts';

/** This is the day of a member `m`, counted as in `utcDayOf`: UTC, whatever the session's time zone. */
const enrolledOn = `(m.enrolled_at AT TIME ZONE 'UTC')::date - ${epochDay}`;
const lastTxnOn = `m.last_txn_day - ${epochDay}`;

/** The first condition needs only the member: no search of days without a purchase in the window. */
const windowOpening = (days: WindowDays, today: string): string => {
  const before = `${epochDay} + (${today} - ${days.toString()})`;
  return `LATERAL (SELECT d.spend_before, d.txns_before FROM member_days d
                    WHERE m.last_txn_day > ${before}
                      AND d.environment_id = m.environment_id AND d.member_id = m.id AND d.day > ${before}
                    ORDER BY d.day LIMIT 1)`;
};

/** Values are parameters, as text. */
interface MemberInputsQuery {
  readonly environment: string;
  /** Null means all members; each window is then looked up for each of them. */
  readonly range: RangeParameters | null;
  readonly columns: ReadonlySet<InputColumn>;
  readonly tiers: readonly TierThreshold[];
  readonly today: string;
}

/**
 * Returns SQL with the columns that `ruleSql` reads. Days without their member make a row without id and
 * state, which matches no rule.
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
      FROM (SELECT * FROM members m
             WHERE m.environment_id = ${environment} ${within} AND ${isMember}) m ${joins.join(' ')}`;
};

const memberFigures: readonly (readonly [InputColumn, string])[] = [
  [memberColumns.pointsBalance, 'm.points_balance'],
  [memberColumns.lifetimePoints, 'm.lifetime_points'],
  [memberColumns.spendCents, 'm.spend_cents'],
  [memberColumns.txnCount, 'm.txn_count'],
  [memberColumns.lastTxn, `${lastTxnOn} AS last_txn_on`],
  [memberColumns.enrolled, `${enrolledOn} AS enrolled_on`],
];

/** The short windows of a range come from one scan; any other is looked up. */
const windowsSql = ({
  environment,
  range,
  columns,
  today,
}: MemberInputsQuery): { readonly joins: readonly string[]; readonly sums: readonly string[] } => {
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

/**
 * Has the result of `tierOf`. `width_bucket` returns 0 below the first threshold, and element 0 of an array
 * is null.
 */
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

/** If two tiers have one threshold, the first counts. */
const ascending = (tiers: readonly TierThreshold[]): TierThreshold[] => {
  const first = new Map<number, TierThreshold>();
  for (const tier of tiers) if (!first.has(tier.minLifetimePoints)) first.set(tier.minLifetimePoints, tier);
  return [...first.values()].sort((one, other) => one.minLifetimePoints - other.minLifetimePoints);
};

/** The range is after one id and up to another: these are parameters, as text. */
interface RangeParameters {
  readonly after: string;
  readonly end: string;
}

interface OpeningsQuery {
  readonly environment: string;
  /** There is at least one window, of at most {@link scannedDaysMax} days; the shortest is first. */
  readonly windows: readonly WindowDays[];
  readonly columns: ReadonlySet<InputColumn>;
  readonly today: string;
}

/** Longer ones are looked up by member: a scan returns every day, up to one a day of each member. */
const scannedDaysMax = 90;

/** A FROM item, from one scan of the key. Join it by FULL JOIN, which is never a loop over members. */
const rangeOpenings = (range: RangeParameters, query: OpeningsQuery): string => {
  const { environment, windows, columns, today } = query;
  const longest = `${epochDay} + (${today} - ${Math.max(...windows).toString()})`;
  const firsts = windows.flatMap((days) => {
    const isWithin = `d.day > ${epochDay} + (${today} - ${days.toString()})`;
    return windowSumsIn(columns, days).map(
      ({ before }) => `${firstTotal(before, longest, isWithin)} AS ${before}_${days.toString()}`,
    );
  });
  return `(SELECT d.member_id, ${firsts.join(', ')}
             FROM member_days d
            WHERE d.environment_id = ${environment} AND d.member_id > ${range.after} AND d.member_id <= ${range.end}
              AND d.day > ${longest}
            GROUP BY d.member_id)`;
};

/**
 * `any_value` promises no order, one `min` does: nine bits of the day above 54 of the total plus 2^53. Days
 * after the 511th count as one.
 */
const firstTotal = (total: string, longest: string, isWithin: string): string =>
  `(min((least(d.day - (${longest}), 511)::bigint << 54) + (d.${total} + 9007199254740992))
      FILTER (WHERE ${isWithin}) & 18014398509481983) - 9007199254740992`;

export interface JudgedMember {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
  readonly memberKey: Buffer;
  readonly inputs: SegmentInputs;
}

const openingNames = {
  7: ['spend7', 'txns7'],
  30: ['spend30', 'txns30'],
  90: ['spend90', 'txns90'],
  365: ['spend365', 'txns365'],
} as const;

type OpeningColumns = Readonly<Record<(typeof openingNames)[WindowDays][number], number | null>>;

interface InputsRow extends OpeningColumns {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
  readonly memberKey: Buffer;
  readonly state: MemberState;
  readonly pointsBalance: number;
  readonly lifetimePoints: number;
  readonly spendCents: number;
  readonly txnCount: number;
  readonly lastTxnDay: number | null;
  readonly enrolledOn: number;
}

const dayParameter = '$3::int';

const openingColumns = windowDays.map((days) => {
  const [window, [spend, txns]] = [`w${days.toString()}`, openingNames[days]];
  return `${window}.spend_before AS ${spend}, ${window}.txns_before AS ${txns}`;
});

const openingJoins = windowDays.map(
  (days) => `LEFT JOIN ${windowOpening(days, dayParameter)} w${days.toString()} ON true`,
);

const statement: Statement = {
  name: 'segment-inputs-read',
  text: `SELECT m.environment_id AS "environmentId", m.id AS "memberId", m.member_key AS "memberKey", m.state,
                m.points_balance AS "pointsBalance", m.lifetime_points AS "lifetimePoints",
                m.spend_cents AS "spendCents", m.txn_count AS "txnCount", ${lastTxnOn} AS "lastTxnDay",
                ${enrolledOn} AS "enrolledOn", ${openingColumns.join(', ')}
           FROM ${membersByKey} ${openingJoins.join(' ')}
          WHERE ${isMember}`,
};

/**
 * Reads inputs in one statement, because a receipt on an earlier day may be stored between two statements.
 */
export const readSegmentInputs = async (
  db: Queryable,
  members: readonly MemberIdentity[],
  day: number,
): Promise<JudgedMember[]> => {
  const rows = await db.query<InputsRow>(statement, [
    members.map(({ environmentId }) => environmentId),
    members.map(({ memberKey }) => memberKey),
    day,
  ]);
  return rows.map(judgedMemberOf);
};

const judgedMemberOf = (row: InputsRow): JudgedMember => ({
  environmentId: row.environmentId,
  memberId: row.memberId,
  memberKey: row.memberKey,
  inputs: {
    state: row.state,
    pointsBalance: row.pointsBalance,
    lifetimePoints: row.lifetimePoints,
    figures: { spendCents: row.spendCents, txnCount: row.txnCount, lastTxnDay: row.lastTxnDay },
    enrolledOn: row.enrolledOn,
    openings: {
      7: rowOpeningOf(row, 7),
      30: rowOpeningOf(row, 30),
      90: rowOpeningOf(row, 90),
      365: rowOpeningOf(row, 365),
    },
  },
});

const rowOpeningOf = (row: OpeningColumns, days: WindowDays): SegmentInputs['openings'][WindowDays] => {
  const [spend, txns] = openingNames[days];
  const [spendBefore, txnsBefore] = [row[spend], row[txns]];
  return spendBefore === null || txnsBefore === null ? null : { spendBefore, txnsBefore };
};
