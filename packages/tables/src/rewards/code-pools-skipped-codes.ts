import type { EnvironmentId } from '@loyalty/kernel';
import { type Database, type Queryable, type Statement, writeTransaction } from '@loyalty/storage';
import { lockPools } from './draw-codes.ts';
import type { PoolId } from './pool-id.ts';

/** Codes of one pool that were skipped for an epoch, because lost commits had drawn them, or may have. */
export interface SkippedCodes {
  readonly environmentId: EnvironmentId;
  readonly poolId: PoolId;
  readonly pool: string;
  /** Codes that a fact names with their reward: only that reward gets the code again. */
  readonly published: number;
  /** Codes that no fact names. */
  readonly unpublished: number;
  readonly firstPlace: number;
  readonly lastPlace: number;
}

const listStatement: Statement = {
  name: 'skipped-codes-list',
  text: `SELECT p.environment_id AS "environmentId", p.id AS "poolId", p.name AS pool, count(s.reward_id) AS published,
                count(*) - count(s.reward_id) AS unpublished, min(s.place) AS "firstPlace", max(s.place) AS "lastPlace"
           FROM history_skipped_codes s JOIN code_pools p ON p.id = s.pool_id
          WHERE s.epoch = $1 GROUP BY p.id, p.environment_id, p.name ORDER BY p.id`,
};

/** Lists the codes that were skipped for an epoch and not returned, by pool. */
export const listSkippedCodes = (db: Queryable, epoch: string): Promise<SkippedCodes[]> =>
  db.query<SkippedCodes>(listStatement, [epoch]);

/** One transaction returns so many codes: it locks the pool meanwhile. */
const returnedAtOnce = 5_000;

/**
 * The only statement that changes rows of `pool_codes`: it moves codes to the end of their pool. A code that no fact names and that
 * another provider has given meanwhile leaves the list, and is given to nobody.
 */
const returnText = `
  WITH unpublished AS (
    DELETE FROM history_skipped_codes s
     WHERE (s.pool_id, s.place) IN (
       SELECT pool_id, place FROM history_skipped_codes
        WHERE pool_id = $1 AND epoch = $2 AND reward_id IS NULL ORDER BY place LIMIT $3)
    RETURNING s.pool_id, s.place, s.environment_id, s.code),
  free AS (
    SELECT u.place, row_number() OVER (ORDER BY u.place) AS ordinal FROM unpublished u
     WHERE (SELECT true FROM reward_codes g WHERE g.environment_id = u.environment_id AND g.code = u.code) IS NULL),
  moved AS (
    UPDATE pool_codes c SET place = p.last_place + f.ordinal
      FROM free f, code_pools p WHERE p.id = $1 AND c.pool_id = $1 AND c.place = f.place RETURNING c.place),
  counted AS (
    UPDATE code_pools SET remaining = remaining + m.codes, last_place = m.last_place
      FROM (SELECT count(*) AS codes, max(place) AS last_place FROM moved) m WHERE id = $1 AND m.codes > 0)
  SELECT (SELECT count(*) FROM unpublished) AS unpublished, (SELECT count(*) FROM moved) AS returned`;

/** Returns skipped codes of a pool that no fact names to the end of the pool. Returns how many. A repeat returns none. */
export const returnSkippedCodes = async (db: Database, epoch: string, poolId: PoolId): Promise<number> => {
  let returned = 0;
  for (;;) {
    const done = await writeTransaction(db, async (tx) => {
      await lockPools(tx, [poolId]);
      type Row = { readonly unpublished: number; readonly returned: number };
      const [row] = await tx.query<Row>(returnText, [poolId, epoch, returnedAtOnce]);
      return row ?? { unpublished: 0, returned: 0 };
    });
    returned += done.returned;
    if (done.unpublished < returnedAtOnce) return returned;
  }
};
