import { type Database, onlyRow, type Queryable, type Statement, writeTransaction } from '@loyalty/storage';
import { lockPools } from './draw-codes.ts';
import type { PoolId } from './pool-id.ts';

const poolsStatement: Statement = {
  name: 'code-pools-ids',
  text: 'SELECT id FROM code_pools WHERE next_place <= last_place ORDER BY id',
};

/** Returns the pools that have codes left. */
export const listPoolIds = async (db: Queryable): Promise<PoolId[]> =>
  (await db.query<{ id: PoolId }>(poolsStatement)).map(({ id }) => id);

const skipStatement: Statement = {
  name: 'pool-codes-skip-further',
  // Codes that were skipped for this epoch count, so a repeat skips nothing.
  text: `
    WITH reached AS (
      SELECT p.id, p.environment_id, p.next_place, least(p.last_place + 1, p.next_place + $3::bigint - s.codes) AS place
        FROM code_pools p,
             (SELECT count(*) AS codes FROM history_skipped_codes WHERE pool_id = $1 AND epoch = $2) s
       WHERE p.id = $1 AND s.codes < $3::bigint),
    listed AS (
      INSERT INTO history_skipped_codes (pool_id, place, environment_id, epoch, code, reward_id)
      SELECT c.pool_id, c.place, r.environment_id, $2, c.code, NULL
        FROM reached r JOIN pool_codes c ON c.pool_id = r.id AND c.place >= r.next_place AND c.place < r.place
          ON CONFLICT (pool_id, place) DO NOTHING RETURNING 1),
    moved AS (
      UPDATE code_pools p
         SET next_place = r.place,
             remaining = p.remaining - (SELECT count(*) FROM pool_codes c
                                         WHERE c.pool_id = p.id AND c.place >= r.next_place AND c.place < r.place)
        FROM reached r WHERE p.id = r.id)
    SELECT count(*) AS skipped FROM listed`,
};

/**
 * Skips the next codes of every pool, until `perPool` are skipped for this epoch. Lost commits may have given them, and no fact says
 * which. They are listed, and can be returned to their pools. Returns how many were skipped.
 */
export const skipFurtherCodes = async (db: Database, epoch: string, perPool: number): Promise<number> => {
  let skipped = 0;
  for (const poolId of await listPoolIds(db)) skipped += await skipOf(db, poolId, { epoch, perPool });
  return skipped;
};

const skipOf = (
  db: Database,
  poolId: PoolId,
  { epoch, perPool }: { readonly epoch: string; readonly perPool: number },
): Promise<number> =>
  writeTransaction(db, async (tx) => {
    await lockPools(tx, [poolId]);
    const rows = await tx.query<{ skipped: number }>(skipStatement, [poolId, epoch, perPool]);
    return onlyRow(rows, 'skipped codes').skipped;
  });
