import type { EnvironmentId } from '@loyalty/kernel';
import type { Queryable, Statement, Transaction } from '@loyalty/storage';

/** Of points that one credential gives by adjustments on a UTC day (D221). */
export interface DayLimit {
  /** Names the credential within its environment. */
  readonly actor: string;
  readonly pointsMax: number;
}

/** A key by its id, a token by its subject: another environment counts for itself. */
export const actorOfAdjustments = ({
  kind,
  subject,
}: {
  readonly kind: 'key' | 'token';
  readonly subject: string;
}): string => `${kind}:${subject}`;

/**
 * One row a credential, which its next day overwrites: the table grows with credentials, not with days, and no
 * job takes anything away. A day that is over counts as 0; the day of a row never goes back.
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

/** False: more than the limit, and nothing was counted. Other gifts of the credential wait for this transaction. */
export const countAdjusted = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  { actor, pointsMax, points }: DayLimit & { readonly points: number },
): Promise<boolean> => (await tx.query(countStatement, [environmentId, actor, points, pointsMax])).length > 0;

const todayStatement: Statement = {
  name: 'adjusted-days-today',
  text: `SELECT points FROM adjusted_days
          WHERE environment_id = $1 AND actor = $2 AND day >= (now() AT TIME ZONE 'UTC')::date`,
};

/** Points that were counted today. */
export const readAdjustedPoints = async (
  db: Queryable,
  environmentId: EnvironmentId,
  actor: string,
): Promise<number> => {
  const [found] = await db.query<{ points: number }>(todayStatement, [environmentId, actor]);
  return found?.points ?? 0;
};
