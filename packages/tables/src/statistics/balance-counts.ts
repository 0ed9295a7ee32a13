import type { Job, JobChunk, JobChunkResult } from '@loyalty/jobs/job';
import { type EnvironmentId, type MemberId, uuidMin } from '@loyalty/kernel';
import {
  environmentsWith,
  onlyRow,
  type Queryable,
  readEnvironments,
  type Statement,
  type Transaction,
} from '@loyalty/storage';

/** A daily count of points (D202). Instants are in ISO 8601 in UTC, with milliseconds. */
export interface BalanceCount {
  readonly countedAt: string;
  readonly members: number;
  readonly membersWithPoints: number;
  readonly points: number;
  readonly pointValueCents: number;
  readonly liabilityCents: number;
}

type BalanceCountRow = Omit<BalanceCount, 'countedAt' | 'liabilityCents'> & { readonly countedAt: Date };

const listStatement: Statement = {
  name: 'balance-counts-list',
  text: `SELECT counted_at AS "countedAt", members, members_with_points AS "membersWithPoints", points,
                point_value_cents AS "pointValueCents"
           FROM balance_counts WHERE environment_id = $1 AND counted_at >= $2 ORDER BY day`,
};

/** Lists counts, oldest first, at most as many as are kept. */
export const listBalanceCounts = async (
  db: Queryable,
  environmentId: EnvironmentId,
  since: Date,
): Promise<BalanceCount[]> =>
  (await db.query<BalanceCountRow>(listStatement, [environmentId, since])).map((row) => ({
    ...row,
    countedAt: row.countedAt.toISOString(),
    liabilityCents: bounded(row.points * row.pointValueCents),
  }));

/** No total exceeds 2^53−1. */
const bounded = (total: number): number => Math.min(Number.MAX_SAFE_INTEGER, total);

/** The cursor has the counts of the earlier slices. */
interface CountCursor {
  readonly lastId: MemberId;
  readonly members: number;
  readonly membersWithPoints: number;
  readonly points: number;
}

/** This takes some 50 ms of Postgres. */
const sliceMax = 50_000;

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
  const rows = await tx.query<Slice>(sliceStatement, [environmentId, cursor?.lastId ?? uuidMin, size]);
  const { taken, lastId, ...slice } = onlyRow(rows, 'a slice of members');
  const counted = {
    members: slice.members + (cursor?.members ?? 0),
    membersWithPoints: slice.membersWithPoints + (cursor?.membersWithPoints ?? 0),
    points: bounded(slice.points + (cursor?.points ?? 0)),
  };
  if (lastId !== null && taken === size) return { cursor: { lastId, ...counted }, taken };
  const { members, membersWithPoints, points } = counted;
  await tx.query(storeStatement, [environmentId, atMs, members, membersWithPoints, points]);
  await tx.query(forgetStatement, [environmentId]);
  return { cursor: null, taken };
};

interface Slice extends Omit<CountCursor, 'lastId'> {
  readonly taken: number;
  readonly lastId: MemberId | null;
}

const sliceStatement: Statement = {
  name: 'balance-counts-slice',
  // Nobody can spend what an erased member had.
  text: `WITH slice AS MATERIALIZED (
           SELECT id, CASE WHEN state <> 'anonymized' THEN points_balance END AS points
             FROM members WHERE environment_id = $1 AND id > $2 ORDER BY id LIMIT $3)
         SELECT count(*) AS taken, count(points) AS members, count(*) FILTER (WHERE points > 0) AS "membersWithPoints",
                least(coalesce(sum(points), 0), ${Number.MAX_SAFE_INTEGER.toString()})::bigint AS points,
                (SELECT id FROM slice ORDER BY id DESC LIMIT 1) AS "lastId"
           FROM slice`,
};

const storeStatement: Statement = {
  name: 'balance-counts-store',
  text: `INSERT INTO balance_counts (environment_id, day, counted_at, members, members_with_points, points, point_value_cents)
         SELECT e.id, (to_timestamp($2::bigint / 1000.0) AT TIME ZONE 'UTC')::date, now(), $3, $4, $5,
                coalesce((e.settings ->> 'pointValueCents')::int, 1)
           FROM environments e WHERE e.id = $1
         ON CONFLICT (environment_id, day) DO UPDATE
            SET counted_at = EXCLUDED.counted_at, members = EXCLUDED.members,
                members_with_points = EXCLUDED.members_with_points, points = EXCLUDED.points,
                point_value_cents = EXCLUDED.point_value_cents`,
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
