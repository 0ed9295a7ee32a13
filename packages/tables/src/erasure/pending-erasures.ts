import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import { environmentsWith, type Queryable, type Statement } from '@loyalty/storage';

/** An erasure whose second phase is due. */
export interface DueErasure {
  readonly memberId: MemberId;
  readonly memberKey: Buffer;
}

const environmentsStatement: Statement = {
  name: 'erasures-due-environments',
  text: environmentsWith('erasures', 'scrubbed_at IS NULL AND scrub_after <= now()'),
};

/** Returns the environments with erasures whose second phase is due. */
export const readEnvironmentsToScrub = async (db: Queryable): Promise<EnvironmentId[]> =>
  (await db.query<{ id: EnvironmentId }>(environmentsStatement)).map(({ id }) => id);

const columns = 'member_id AS "memberId", member_key AS "memberKey"';
const isDue = 'environment_id = $1 AND scrubbed_at IS NULL AND scrub_after <= now()';

const firstStatement: Statement = {
  name: 'erasures-due-first',
  text: `SELECT ${columns} FROM erasures WHERE ${isDue} ORDER BY scrub_after, member_id LIMIT 1`,
};

const nextStatement: Statement = {
  name: 'erasures-due-next',
  text: `SELECT ${columns} FROM erasures
          WHERE ${isDue} AND (scrub_after, member_id) > (SELECT scrub_after, member_id FROM erasures
                                                          WHERE environment_id = $1 AND member_id = $2)
          ORDER BY scrub_after, member_id LIMIT 1`,
};

/**
 * Returns the next due erasure of an environment: the one after `after` in the order of due times, then the first again. So an
 * erasure with much left to do does not delay the others. Null when none is due.
 */
export const findDueErasure = async (
  tx: Queryable,
  environmentId: EnvironmentId,
  after: MemberId | null = null,
): Promise<DueErasure | null> => {
  const next = after === null ? [] : await tx.query<DueErasure>(nextStatement, [environmentId, after]);
  const [due] = next.length > 0 ? next : await tx.query<DueErasure>(firstStatement, [environmentId]);
  return due ?? null;
};
