import { onlyRow, type Statement, type Transaction } from '@loyalty/storage';
import type { PoolId } from './pool-id.ts';

/** A code, and where it stands in its pool. */
export interface DrawnCode {
  readonly code: string;
  readonly place: number;
}

const lockStatement: Statement = {
  name: 'code-pools-lock',
  text: 'SELECT id FROM code_pools WHERE id = ANY ($1::int[]) ORDER BY id FOR NO KEY UPDATE',
};

/** Locks pools until the transaction ends, in the order of their ids, behind rewards (D98). */
export const lockPools = async (tx: Transaction, poolIds: readonly PoolId[]): Promise<void> => {
  if (poolIds.length > 0) await tx.query(lockStatement, [poolIds]);
};

/** Places that a first statement looks at beyond as many as codes are wanted: a place may be empty, or its code given elsewhere. */
const spareFirst = 1_000;
/** And those after it, which have found that many were given elsewhere: some 10 to 20 ms each. */
const spareNext = 10_000;
/** What one transaction passes over ends here, at 191,000 places; where it was stays stored, and whoever draws next goes on. */
const statementsMax = 20;

/**
 * No row of `pool_codes` changes: how far a pool was given out stands in its own row, so giving a million codes leaves no dead
 * rows among them, and a rollback gives back what was drawn. Only so many places are looked at, whatever plan is chosen: a pool that
 * was just imported has no statistics yet, and one plan sorts all codes that are left. The range is two values, not a join: as a join,
 * another plan passes over all codes that were given before.
 */
const drawStatement: Statement = {
  name: 'pool-codes-draw',
  text: `
    WITH pool AS (
      SELECT next_place, last_place, least(last_place, next_place + $2::int + $3::int) AS end_place
        FROM code_pools WHERE id = $1),
    drawn AS (
      SELECT c.place, c.code
        FROM pool_codes c
       WHERE c.pool_id = $1 AND c.place BETWEEN (SELECT next_place FROM pool) AND (SELECT end_place FROM pool)
         AND (SELECT true FROM reward_codes r WHERE r.environment_id = c.environment_id AND r.code = c.code) IS NULL
       ORDER BY c.place LIMIT $2::int
    ),
    reached AS (
      SELECT CASE WHEN count(*) < $2::int THEN (SELECT end_place FROM pool) ELSE max(place) END + 1 AS place FROM drawn
    ),
    moved AS (
      UPDATE code_pools p
         SET next_place = r.place,
             remaining = p.remaining - (SELECT count(*) FROM pool_codes c
                                         WHERE c.pool_id = p.id AND c.place >= p.next_place AND c.place < r.place)
        FROM reached r WHERE p.id = $1 AND r.place > p.next_place
    )
    SELECT ARRAY(SELECT code FROM drawn ORDER BY place) AS codes, ARRAY(SELECT place::text FROM drawn ORDER BY place) AS places,
           r.place > p.last_place AS "isAtEnd" FROM reached r, pool p`,
};

/**
 * Takes the next codes of a pool that this transaction has locked: at most `count`, fewer when the pool is at its end, or when
 * more were given elsewhere than one transaction passes over. Codes that some other provider has given meanwhile are passed over.
 * They are the caller's to give, in this transaction.
 */
export const drawCodes = async (tx: Transaction, poolId: PoolId, count: number): Promise<DrawnCode[]> => {
  const drawn: DrawnCode[] = [];
  for (let statements = 0; statements < statementsMax && drawn.length < count; statements += 1) {
    const spare = statements === 0 ? spareFirst : spareNext;
    const rows = await tx.query<Drawn>(drawStatement, [poolId, count - drawn.length, spare]);
    const { codes, places, isAtEnd } = onlyRow(rows, 'a pool');
    drawn.push(...codes.map((code, at) => ({ code, place: Number(places[at]) })));
    if (isAtEnd) break;
  }
  return drawn;
};

interface Drawn {
  readonly codes: readonly string[];
  readonly places: readonly string[];
  readonly isAtEnd: boolean;
}
