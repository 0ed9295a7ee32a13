import type { Job, JobChunk, JobChunkResult } from '@loyalty/jobs/job';
import { dayMs, type EnvironmentId, type MemberId, uuidMin } from '@loyalty/kernel';
import {
  environmentsWith,
  onlyRow,
  type Queryable,
  readEnvironments,
  type Statement,
  type Transaction,
} from '@loyalty/storage';
import { isMember } from '../members/members.ts';

/** A daily count of points (D202). Instants are in ISO 8601 in UTC, with milliseconds. */
export interface BalanceCount {
  readonly countedAt: string;
  readonly members: number;
  readonly membersWithPoints: number;
  readonly points: number;
  readonly pointValueCents: number;
  readonly liabilityCents: number;
  /** The members who did something in the last 30 days. It is absent from counts of earlier releases. */
  readonly activeMembers?: number;
}

/** A count with the parts of its points (D340). Both lists are absent from counts of earlier releases. */
export interface BalanceCountWithParts extends BalanceCount {
  /** The tiers that have members, those with the most points first; null means no tier. */
  readonly tiers?: readonly {
    readonly tierId: string | null;
    readonly members: number;
    readonly points: number;
  }[];
  /** The points that expire, by UTC month, earliest first; null means more than ten years later. */
  readonly expiryMonths?: readonly { readonly month: string | null; readonly points: number }[];
}

type BalanceCountRow = Omit<BalanceCount, 'countedAt' | 'liabilityCents' | 'activeMembers'> & {
  readonly countedAt: Date;
  readonly activeMembers: number | null;
};

const columns = `counted_at AS "countedAt", members, members_with_points AS "membersWithPoints", points,
                point_value_cents AS "pointValueCents", active_members AS "activeMembers"`;

const listStatement: Statement = {
  name: 'balance-counts-list',
  text: `SELECT ${columns} FROM balance_counts WHERE environment_id = $1 AND counted_at >= $2 ORDER BY day`,
};

/** Lists counts, oldest first, at most as many as are kept. */
export const listBalanceCounts = async (
  db: Queryable,
  environmentId: EnvironmentId,
  since: Date,
): Promise<BalanceCount[]> =>
  (await db.query<BalanceCountRow>(listStatement, [environmentId, since])).map(countOf);

const countOf = ({ activeMembers, countedAt, ...row }: BalanceCountRow): BalanceCount => ({
  ...row,
  countedAt: countedAt.toISOString(),
  liabilityCents: bounded(row.points * row.pointValueCents),
  ...(activeMembers === null ? {} : { activeMembers }),
});

const newestStatement: Statement = {
  name: 'balance-counts-newest',
  text: `SELECT ${columns}, tiers, months FROM balance_counts
          WHERE environment_id = $1 AND counted_at <= $2 ORDER BY day DESC LIMIT 1`,
};

/** Returns the newest count until that instant with its parts; null if there is none. */
export const findBalanceCount = async (
  db: Queryable,
  environmentId: EnvironmentId,
  until: Date,
): Promise<BalanceCountWithParts | null> => {
  const rows = await db.query<BalanceCountRow & { [Name in keyof Parts]: Parts[Name] | null }>(
    newestStatement,
    [environmentId, until],
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { tiers, months, ...count } = row;
  return {
    ...countOf(count),
    ...(tiers === null ? {} : { tiers: tiersOf(tiers) }),
    ...(months === null ? {} : { expiryMonths: monthsOf(months) }),
  };
};

const tiersOf = (tiers: Parts['tiers']): Required<BalanceCountWithParts>['tiers'] =>
  Object.entries(tiers)
    .map(([id, [members, points]]) => ({ tierId: id === uuidMin ? null : id, members, points }))
    .sort((one, other) => other.points - one.points);

const monthsOf = (months: Parts['months']): Required<BalanceCountWithParts>['expiryMonths'] =>
  Object.entries(months)
    // «later» stands after all digits.
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([month, points]) => ({ month: month === later ? null : month, points }));

/** No total exceeds 2^53−1. */
const bounded = (total: number): number => Math.min(Number.MAX_SAFE_INTEGER, total);

/** A count is stored with its members and points by tier, and its points by the month in which they expire. */
interface Parts {
  readonly tiers: Readonly<Record<string, readonly [members: number, points: number]>>;
  readonly months: Readonly<Record<string, number>>;
}

interface Counts extends Parts {
  readonly members: number;
  readonly membersWithPoints: number;
  readonly activeMembers: number;
  readonly points: number;
}

/** The cursor has the counts of the earlier slices. */
interface CountCursor extends Counts {
  readonly lastId: MemberId;
}

/** This takes some 100 ms of Postgres. */
const sliceMax = 20_000;

/**
 * Creates a job that counts balances in slices, so points that move during a count may be in it or not. One
 * snapshot for all slices would be exact, but would hold back the vacuum of every hot row.
 */
export const createCountBalancesJob = (db: Queryable): Job<Transaction, CountCursor> => ({
  name: 'count-balances',
  schedule: { dailyAtHourUtc: 2 },
  sizes: { min: 1_000, max: sliceMax },
  environments: () => readEnvironments(db, environmentsStatement),
  chunk: countSlice,
});

const environmentsStatement: Statement = {
  name: 'balance-counts-environments',
  text: environmentsWith('members'),
};

const countSlice = async (
  tx: Transaction,
  { environmentId, atMs, cursor, size }: JobChunk<CountCursor>,
): Promise<JobChunkResult<CountCursor>> => {
  const values = [environmentId, cursor?.lastId ?? uuidMin, size, atMs];
  const rows = await tx.query<Slice>(sliceStatement, values);
  const { taken, lastId, ...slice } = onlyRow(rows, 'a slice of members');
  const counted = cursor === null ? slice : sumOf(cursor, slice);
  if (lastId !== null && taken === size) return { cursor: { lastId, ...counted }, taken };
  const { members, membersWithPoints, activeMembers, points, tiers, months } = counted;
  const parts = [JSON.stringify(tiers), JSON.stringify(months)];
  const stored = [environmentId, atMs, members, membersWithPoints, points, activeMembers, ...parts];
  await tx.query(storeStatement, stored);
  await tx.query(forgetStatement, [environmentId]);
  return { cursor: null, taken };
};

const sumOf = (one: Counts, other: Counts): Counts => ({
  members: one.members + other.members,
  membersWithPoints: one.membersWithPoints + other.membersWithPoints,
  // A run that an earlier release began has none.
  activeMembers: ((one.activeMembers as number | undefined) ?? 0) + other.activeMembers,
  points: bounded(one.points + other.points),
  tiers: joined(one.tiers, other.tiers, ([membersA, pointsA], [membersB, pointsB]) => [
    membersA + membersB,
    bounded(pointsA + pointsB),
  ]),
  months: joined(one.months, other.months, (pointsA, pointsB) => bounded(pointsA + pointsB)),
});

const joined = <Value>(
  one: Readonly<Record<string, Value>> | undefined = {},
  other: Readonly<Record<string, Value>>,
  add: (one: Value, other: Value) => Value,
): Readonly<Record<string, Value>> => {
  const sums = new Map(Object.entries(one));
  for (const [key, value] of Object.entries(other)) {
    const known = sums.get(key);
    sums.set(key, known === undefined ? value : add(known, value));
  }
  return Object.fromEntries(sums);
};

interface Slice extends Counts {
  readonly taken: number;
  readonly lastId: MemberId | null;
}

const activeMs = 30 * dayMs;

/** Months of points that expire later than this are one. */
const monthsAhead = 120;
const later = 'later';

const sum = (points: string): string =>
  `least(coalesce(sum(${points}), 0), ${Number.MAX_SAFE_INTEGER.toString()})::bigint`;

const sliceStatement: Statement = {
  name: 'balance-counts-slice',
  // Nobody can spend what an erased member had. A sliding lot ends its days after the latest activity. Lots are found
  // by the index for each member, however few there were when this was planned.
  text: `WITH slice AS MATERIALIZED (
           SELECT id, state, tier_id, points_balance AS points, last_activity_at, leads_to
             FROM members WHERE environment_id = $1 AND id > $2 ORDER BY id LIMIT $3),
         counted AS (SELECT * FROM slice WHERE state <> 'anonymized' AND ${isMember}),
         lots AS (
           SELECT l.points, to_timestamp($4::bigint / 1000.0) AT TIME ZONE 'UTC' AS today,
                  date '1970-01-01' + CASE WHEN l.sliding_days = 0 THEN l.expires_on
                    ELSE greatest(l.due_on, floor(extract(epoch FROM c.last_activity_at) / 86400)::int + l.sliding_days)
                    END AS ends
             FROM counted c
            CROSS JOIN LATERAL (SELECT * FROM point_lots p
                                 WHERE p.environment_id = $1 AND p.member_id = c.id OFFSET 0) l)
         SELECT (SELECT count(*) FROM slice) AS taken, (SELECT id FROM slice ORDER BY id DESC LIMIT 1) AS "lastId",
                count(*) AS members, count(*) FILTER (WHERE points > 0) AS "membersWithPoints",
                count(*) FILTER (WHERE last_activity_at >= to_timestamp(($4::bigint - ${activeMs.toString()}) / 1000.0))
                  AS "activeMembers",
                ${sum('points')} AS points,
                (SELECT coalesce(jsonb_object_agg(tier, jsonb_build_array(members, points)), '{}')
                   FROM (SELECT coalesce(tier_id, '${uuidMin}') AS tier, count(*) AS members, ${sum('points')} AS points
                           FROM counted GROUP BY 1) t) AS tiers,
                (SELECT coalesce(jsonb_object_agg(month, points), '{}')
                   FROM (SELECT CASE WHEN ends < today + interval '${monthsAhead.toString()} months'
                                     THEN to_char(ends, 'YYYY-MM') ELSE '${later}' END AS month, ${sum('points')} AS points
                           FROM lots GROUP BY 1) m) AS months
           FROM counted`,
};

const storeStatement: Statement = {
  name: 'balance-counts-store',
  text: `INSERT INTO balance_counts (environment_id, day, counted_at, members, members_with_points, points,
                                     point_value_cents, active_members, tiers, months)
         SELECT e.id, (to_timestamp($2::bigint / 1000.0) AT TIME ZONE 'UTC')::date, now(), $3, $4, $5,
                coalesce((e.settings ->> 'pointValueCents')::int, 1), $6, $7::jsonb, $8::jsonb
           FROM environments e WHERE e.id = $1
         ON CONFLICT (environment_id, day) DO UPDATE
            SET counted_at = EXCLUDED.counted_at, members = EXCLUDED.members,
                members_with_points = EXCLUDED.members_with_points, points = EXCLUDED.points,
                point_value_cents = EXCLUDED.point_value_cents, active_members = EXCLUDED.active_members,
                tiers = EXCLUDED.tiers, months = EXCLUDED.months`,
};

const keptCounts = 400;

const forgetStatement: Statement = {
  name: 'balance-counts-forget',
  // By their number, and not by time: no clock can take them away.
  text: `DELETE FROM balance_counts
          WHERE environment_id = $1
            AND day <= (SELECT day FROM balance_counts WHERE environment_id = $1
                         ORDER BY day DESC OFFSET ${keptCounts.toString()} LIMIT 1)`,
};
