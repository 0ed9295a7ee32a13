import type { EnvironmentId } from '@loyalty/kernel';
import type { Queryable, Statement, Transaction } from '@loyalty/storage';
import { type CredentialName, readCredentialRoot } from '../tenants/credential-root.ts';

/** How many points adjustments may give on a UTC day; null means that there is no limit. */
export interface DayLimits {
  readonly credential: CredentialName;
  /** The limit of the credential, together with all credentials that its root has created (D221, D307). */
  readonly pointsMax: number | null;
  /** The limit of all credentials of the environment together. */
  readonly totalMax: number | null;
}

export interface DayLimitReached {
  readonly of: 'adjustedPointsPerDay' | 'totalAdjustedPointsPerDay';
  readonly limit: number;
}

/** Each environment counts for itself. */
const actorOf = ({ kind, subject }: CredentialName): string => `${kind}:${subject}`;

/** Sorts before every credential, and is locked before them. */
const everybody = 'all';

/**
 * One row a root and one for all, which its next day overwrites: the table grows with credentials, not with days, and no job takes
 * anything away. A day that is over counts as 0; the day of a row never goes back.
 */
const countStatement: Statement = {
  name: 'adjusted-days-count',
  text: `INSERT INTO adjusted_days AS d (environment_id, actor, day, points)
         SELECT $1, $2, (now() AT TIME ZONE 'UTC')::date, $3::bigint WHERE $3::bigint <= $4::bigint
         ON CONFLICT (environment_id, actor) DO UPDATE
            SET day = greatest(d.day, EXCLUDED.day),
                points = EXCLUDED.points + CASE WHEN d.day < EXCLUDED.day THEN 0 ELSE d.points END
          WHERE EXCLUDED.points + CASE WHEN d.day < EXCLUDED.day THEN 0 ELSE d.points END <= $4::bigint
         RETURNING points`,
};

/**
 * Counts a gift. Returns null if it is within the limits; otherwise the transaction must be rolled back.
 * Other gifts wait for it.
 */
export const countAdjusted = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  { credential, pointsMax, totalMax, points }: DayLimits & { readonly points: number },
): Promise<DayLimitReached | null> => {
  const isWithin = async (actor: string, max: number): Promise<boolean> =>
    (await tx.query(countStatement, [environmentId, actor, points, max])).length > 0;
  if (totalMax !== null && !(await isWithin(everybody, totalMax)))
    return { of: 'totalAdjustedPointsPerDay', limit: totalMax };
  if (pointsMax === null) return null;
  const root = await readCredentialRoot(tx, environmentId, credential);
  return (await isWithin(actorOf(root), pointsMax)) ? null : { of: 'adjustedPointsPerDay', limit: pointsMax };
};

const todayStatement: Statement = {
  name: 'adjusted-days-today',
  text: `SELECT actor, points FROM adjusted_days
          WHERE environment_id = $1 AND actor = ANY ($2::text[]) AND day >= (now() AT TIME ZONE 'UTC')::date`,
};

/**
 * Reads the points that were counted today: for the credential with all that its root has created, and for
 * all credentials.
 */
export const readAdjustedPoints = async (
  db: Queryable,
  environmentId: EnvironmentId,
  credential: CredentialName,
): Promise<{ readonly own: number; readonly total: number }> => {
  const root = actorOf(await readCredentialRoot(db, environmentId, credential));
  type Row = { readonly actor: string; readonly points: number };
  const found = await db.query<Row>(todayStatement, [environmentId, [root, everybody]]);
  const points = new Map(found.map((row) => [row.actor, row.points]));
  return { own: points.get(root) ?? 0, total: points.get(everybody) ?? 0 };
};
