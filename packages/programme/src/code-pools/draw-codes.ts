import type { Statement, Transaction } from '@loyalty/storage';
import type { PoolId } from './pool-id.ts';

const lockStatement: Statement = {
  name: 'code-pools-lock',
  text: 'SELECT id FROM code_pools WHERE id = ANY ($1::int[]) ORDER BY id FOR NO KEY UPDATE',
};

/** Locks pools until the transaction ends, in the order of their ids, behind rewards (D98). */
export const lockPools = async (tx: Transaction, poolIds: readonly PoolId[]): Promise<void> => {
  if (poolIds.length > 0) await tx.query(lockStatement, [poolIds]);
};

/**
 * No row of `pool_codes` changes: how far a pool was given out stands in its own row, so giving a million codes leaves no dead
 * rows among them, and a rollback gives back what was drawn. Fewer codes than were asked for: the pool is at its end.
 */
const drawStatement: Statement = {
  name: 'pool-codes-draw',
  text: `
    WITH pool AS (SELECT id, next_place, last_place FROM code_pools WHERE id = $1),
    drawn AS (
      SELECT c.place, c.code
        FROM pool p JOIN pool_codes c ON c.pool_id = p.id AND c.place >= p.next_place
       WHERE (SELECT true FROM reward_codes r WHERE r.environment_id = c.environment_id AND r.code = c.code) IS NULL
       ORDER BY c.place LIMIT $2
    ),
    reached AS (
      SELECT CASE WHEN count(*) < $2 THEN (SELECT last_place FROM pool) ELSE max(place) END + 1 AS place FROM drawn
    ),
    moved AS (
      UPDATE code_pools p
         SET next_place = r.place,
             remaining = p.remaining - (SELECT count(*) FROM pool_codes c
                                         WHERE c.pool_id = p.id AND c.place >= p.next_place AND c.place < r.place)
        FROM reached r WHERE p.id = $1 AND r.place > p.next_place
    )
    SELECT code FROM drawn ORDER BY place`,
};

/**
 * Takes the next codes of a pool that this transaction has locked: at most `count`, fewer when the pool runs dry. Codes that
 * some other provider has given meanwhile are passed over. They are the caller's to give, in this transaction.
 */
export const drawCodes = async (tx: Transaction, poolId: PoolId, count: number): Promise<string[]> => {
  if (count === 0) return [];
  return (await tx.query<{ code: string }>(drawStatement, [poolId, count])).map(({ code }) => code);
};
