import type { Job } from '@loyalty/jobs/job';
import { dayMs, type EnvironmentId, groupBy, uuidMin } from '@loyalty/kernel';
import {
  environmentsWith,
  type Queryable,
  readEnvironments,
  type Statement,
  type Transaction,
} from '@loyalty/storage';

/** Maps each figure of the API to its column (D340). */
const moves = {
  pointsEarned: 'earned',
  pointsTakenBack: 'taken_back',
  pointsDeducted: 'deducted',
  pointsRedeemed: 'redeemed',
  pointsRefunded: 'refunded',
  pointsExpired: 'expired',
  pointsGiven: 'given',
  pointsTaken: 'taken',
  pointsErased: 'erased',
} as const;

/** The points of a period by what moved them. No number exceeds 2^53−1. */
export type PointMoves = Readonly<Record<keyof typeof moves, number>>;

/** The opening points and all that moved them give the closing points. */
export interface PointPeriod extends PointMoves {
  /** The beginning of the UTC day or month, in ISO 8601. */
  readonly at: string;
  readonly openingPoints: number;
  readonly closingPoints: number;
  /** Members count in the tier that they had at the time; null means none. Tiers without a move are left out. */
  readonly tiers: readonly (PointMoves & { readonly tierId: string | null })[];
}

export interface PointPeriodQuery {
  readonly environmentId: EnvironmentId;
  readonly step: 'day' | 'month';
  /** Beginnings of days or months in UTC, oldest first, without a gap. */
  readonly startsMs: readonly number[];
  /** An instant of the last day that belongs to the last period. */
  readonly endMs: number;
}

const columns = Object.values(moves);

/** The columns of entries alone: what an erasure takes off has none. */
export const pointColumns = columns.filter((column) => column !== 'erased');

const pointsIf = (condition: string, points: string): string =>
  `CASE WHEN ${condition} THEN ${points} ELSE 0 END`;

/**
 * SQL: the ledger entries with their UTC day, and {@link pointColumns} by what each entry is. What a merge moves is
 * neither given nor taken.
 */
export const entriesByDay = `
  SELECT environment_id, (created_at AT TIME ZONE 'UTC')::date AS day,
         ${pointsIf("type = 'EARN'", 'points')} AS earned,
         ${pointsIf("type = 'RETURN' AND lifetime_change < 0", '-points')} AS taken_back,
         ${pointsIf("type = 'RETURN' AND coalesce(lifetime_change, 0) >= 0", '-points')} AS deducted,
         ${pointsIf("type = 'REDEEM'", '-points')} AS redeemed,
         ${pointsIf("type = 'REFUND'", 'points')} AS refunded,
         ${pointsIf("type = 'EXPIRE'", '-points')} AS expired,
         ${pointsIf("type = 'ADJUST' AND points > 0 AND lifetime_change IS NULL", 'points')} AS given,
         ${pointsIf("type = 'ADJUST' AND points < 0 AND lifetime_change IS NULL", '-points')} AS taken
    FROM ledger_entries`;

const most = Number.MAX_SAFE_INTEGER;

const sums = Object.entries(moves)
  .map(
    ([name, column]) =>
      `least(${most.toString()}, greatest(-${most.toString()}, sum(${column})))::bigint AS "${name}"`,
  )
  .join(', ');

const periodsStatement: Statement = {
  name: 'point-days-periods',
  // All days before the first one are one period.
  text: `SELECT CASE WHEN day >= $3::date THEN (extract(epoch FROM date_trunc($2, day::timestamp)) * 1000)::bigint END AS "atMs",
                tier_id AS "tierId", ${sums}
           FROM point_days WHERE environment_id = $1 AND day <= $4::date
          GROUP BY 1, tier_id ORDER BY 1, tier_id`,
};

type PeriodRow = PointMoves & { readonly atMs: number | null; readonly tierId: string };

/** Reads the closing figures of days or months, one for each start. */
export const readPointPeriods = async (
  db: Queryable,
  { environmentId, step, startsMs, endMs }: PointPeriodQuery,
): Promise<PointPeriod[]> => {
  const values = [environmentId, step, dateOf(startsMs[0] ?? endMs), dateOf(endMs)];
  const rows = groupBy(await db.query<PeriodRow>(periodsStatement, values), ({ atMs }) => atMs);
  let openingPoints = closingOf(0, totalOf(rows.get(null) ?? []));
  return startsMs.map((atMs) => {
    const tiers = (rows.get(atMs) ?? []).map(ofTier);
    const total = totalOf(tiers);
    const closingPoints = closingOf(openingPoints, total);
    const period = { at: new Date(atMs).toISOString(), openingPoints, ...total, closingPoints, tiers };
    openingPoints = closingPoints;
    return period;
  });
};

const ofTier = ({ tierId, ...row }: PeriodRow): PointMoves & { readonly tierId: string | null } => ({
  tierId: tierId === uuidMin ? null : tierId,
  ...movesIn((name) => row[name]),
});

const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const inBounds = (points: number): number => Math.min(most, Math.max(-most, points));

const names = Object.keys(moves) as (keyof PointMoves)[];

const movesIn = (pointsOf: (name: keyof PointMoves) => number): PointMoves =>
  Object.fromEntries(names.map((name) => [name, pointsOf(name)])) as PointMoves;

const totalOf = (tiers: readonly PointMoves[]): PointMoves =>
  movesIn((name) => inBounds(tiers.reduce((sum, points) => sum + points[name], 0)));

const closingOf = (openingPoints: number, points: PointMoves): number =>
  inBounds(
    openingPoints +
      (points.pointsEarned - points.pointsTakenBack - points.pointsDeducted) -
      (points.pointsRedeemed - points.pointsRefunded) -
      points.pointsExpired +
      (points.pointsGiven - points.pointsTaken) -
      points.pointsErased,
  );

/** A statement of this many takes some 20 ms. */
const addedUpMax = 5_000;

/** Older rows were added up by earlier runs. One that came later stays, and is read like all others. */
const lookedAtDays = 40;

/** No position: what is left is found again. */
type AddUpCursor = 'what is left';

/**
 * Creates a job that adds up the rows of days that are over: each process of Postgres that wrote entries has
 * its own, and one for each tier is enough afterwards.
 */
export const createAddUpPointDaysJob = (db: Queryable): Job<Transaction, AddUpCursor> => ({
  name: 'add-up-point-days',
  schedule: { dailyAtHourUtc: 3 },
  sizes: { min: 500, max: addedUpMax },
  environments: () => readEnvironments(db, environmentsStatement),
  chunk: async (tx, { environmentId, atMs, size }) => {
    const values = [environmentId, dateOf(atMs - lookedAtDays * dayMs), dateOf(atMs), size];
    const [{ taken } = { taken: 0 }] = await tx.query<{ readonly taken: number }>(addUpStatement, values);
    return { cursor: taken < size ? null : 'what is left', taken };
  },
});

const environmentsStatement: Statement = {
  name: 'point-days-environments',
  text: environmentsWith('point_days'),
};

const addUpStatement: Statement = {
  name: 'point-days-add-up',
  text: `WITH gone AS (
           DELETE FROM point_days
            WHERE ctid = ANY (ARRAY(SELECT ctid FROM point_days
                                     WHERE environment_id = $1 AND day >= $2::date AND day < $3::date AND writer <> 0
                                     ORDER BY day, tier_id, writer LIMIT $4 FOR UPDATE))
           RETURNING *),
         added AS (
           INSERT INTO point_days AS d (environment_id, day, tier_id, writer, ${columns.join(', ')})
           SELECT environment_id, day, tier_id, 0, ${columns.map((column) => `sum(${column})`).join(', ')}
             FROM gone GROUP BY environment_id, day, tier_id ORDER BY day, tier_id
           ON CONFLICT (environment_id, day, tier_id, writer) DO UPDATE
              SET ${columns.map((column) => `${column} = d.${column} + EXCLUDED.${column}`).join(', ')})
         SELECT count(*) AS taken FROM gone`,
};
