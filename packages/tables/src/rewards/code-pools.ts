import { type EnvironmentId, hasCodePoints } from '@loyalty/kernel';
import { onlyRow, type Queryable, type Statement, type Transaction } from '@loyalty/storage';

export interface DrawnCode {
  readonly code: string;
  readonly place: number;
}

const lockStatement: Statement = {
  name: 'code-pools-lock',
  text: 'SELECT id FROM code_pools WHERE id = ANY ($1::int[]) ORDER BY id FOR NO KEY UPDATE',
};

/** Locks pools in the order of their ids, after rewards (D98). */
export const lockPools = async (tx: Transaction, poolIds: readonly PoolId[]): Promise<void> => {
  if (poolIds.length > 0) await tx.query(lockStatement, [poolIds]);
};

/** Read beyond the wanted codes: a place may be empty, or its code given elsewhere. */
const spareFirst = 1_000;
/** Once the first found that many codes were given elsewhere. Some 10 to 20 ms each. */
const spareNext = 10_000;
/** One transaction skips at most 191,000 places; the next draw continues there. */
const statementsMax = 20;

/**
 * The pool's row stores how far it was drawn, and no code's row changes: no dead rows, and a rollback returns
 * the codes. The range bounds the read whatever the plan: as two values, because a join may scan all codes
 * before.
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
 * Draws codes of a locked pool; give them in this transaction. There are fewer at the end of the pool, or if
 * many were given before.
 */
export const drawCodes = async (tx: Transaction, poolId: PoolId, count: number): Promise<DrawnCode[]> => {
  const drawn: DrawnCode[] = [];
  for (let statements = 0; statements < statementsMax && drawn.length < count; statements += 1) {
    const spare = statements === 0 ? spareFirst : spareNext;
    const rows = await tx.query<{
      readonly codes: readonly string[];
      readonly places: readonly string[];
      readonly isAtEnd: boolean;
    }>(drawStatement, [poolId, count - drawn.length, spare]);
    const { codes, places, isAtEnd } = onlyRow(rows, 'a pool');
    drawn.push(...codes.map((code, at) => ({ code, place: Number(places[at]) })));
    if (isAtEnd) break;
  }
  return drawn;
};

export interface PoolRecord {
  readonly name: string;
  /**
   * The number of codes that are not drawn. Another provider may have given some of them; a draw skips those.
   */
  readonly remaining: number;
  readonly lowBelow: number;
  readonly isLow: boolean;
}

const selectPools = `SELECT name, remaining, low_below AS "lowBelow", remaining < low_below AS "isLow" FROM code_pools`;

/** Reads at most 100 pools (D74), in the order of their names. */
export const readPools = (db: Queryable, environmentId: EnvironmentId): Promise<PoolRecord[]> =>
  db.query<PoolRecord>(`${selectPools} WHERE environment_id = $1 ORDER BY name`, [environmentId]);

export const readPool = async (
  db: Queryable,
  environmentId: EnvironmentId,
  name: string,
): Promise<PoolRecord | null> => {
  const found = await db.query<PoolRecord>(`${selectPools} WHERE environment_id = $1 AND name = $2`, [
    environmentId,
    name,
  ]);
  return found[0] ?? null;
};

const lowStatement: Statement = {
  name: 'code-pools-low',
  text: 'SELECT environment_id AS "environmentId", name, remaining FROM code_pools WHERE remaining < low_below',
};

export interface LowPool extends Pick<PoolRecord, 'name' | 'remaining'> {
  readonly environmentId: EnvironmentId;
}

export const readLowPools = (db: Queryable): Promise<LowPool[]> => db.query<LowPool>(lowStatement);

declare const brand: unique symbol;

export type PoolId = number & { readonly [brand]: 'PoolId' };

/** Returns what is wrong with a code, as the end of a sentence; null if nothing is. */
export const findCodeFault = (code: string): string | null => {
  if (!hasCodePoints(code, 1, 255)) return 'must have 1 to 255 characters';
  if (/\p{Cc}/u.test(code)) return 'must not contain a control character';
  // Decoding replaces invalid bytes by this character.
  return code.isWellFormed() && !code.includes('\uFFFD') ? null : 'must be UTF-8';
};
