import { onlyRow, type Database, writeTransaction } from '@loyalty/storage';
import { lockPools } from './draw-codes.ts';
import type { PoolId } from './pool-id.ts';

/** One call of {@link addCodes} takes so many codes: it locks the pool for some 30 ms, and rewards wait as long for their code. */
export const codesPerChunk = 1_000;

/** The result of adding some codes. */
export interface AddedCodes {
  readonly added: number;
  /** Codes that appeared twice, were in a pool of the environment already, or were given before. */
  readonly duplicates: number;
}

/**
 * Adds codes to the end of a pool, in their order. Each of them passed `findCodeFault`. A repeat adds nothing. It runs under the
 * lock of the pool, so places appear in the order of commits: none appears below a place that was drawn already.
 */
export const addCodes = (db: Database, poolId: PoolId, codes: readonly string[]): Promise<AddedCodes> =>
  writeTransaction(db, async (tx) => {
    // A statement of its own, so that the next one sees the commits for which it waited.
    await lockPools(tx, [poolId]);
    const { added } = onlyRow(await tx.query<{ added: number }>(addText, [poolId, codes]), 'code_pools');
    return { added, duplicates: codes.length - added };
  });

/**
 * Two imports into pools of one environment may contain the same code; the index accepts it once. All imports insert in the same
 * order, so they do not deadlock. A place whose code was rejected stays empty. The comparisons with NULL make Postgres look codes
 * up one by one, which stays fast in tables of millions.
 */
const addText = `
  WITH pool AS (SELECT id, environment_id, last_place FROM code_pools WHERE id = $1),
  given AS (
    SELECT code, min(ordinal) AS ordinal
      FROM unnest($2::text[]) WITH ORDINALITY AS c (code, ordinal) GROUP BY code
  ),
  fresh AS (
    SELECT p.id, p.environment_id, p.last_place + row_number() OVER (ORDER BY g.ordinal) AS place, g.code
      FROM pool p CROSS JOIN given g
     WHERE (SELECT true FROM pool_codes c WHERE c.environment_id = p.environment_id AND c.code = g.code) IS NULL
       AND (SELECT true FROM reward_codes r WHERE r.environment_id = p.environment_id AND r.code = g.code) IS NULL
  ),
  added AS (
    INSERT INTO pool_codes (pool_id, environment_id, place, code)
    SELECT id, environment_id, place, code FROM fresh ORDER BY code COLLATE "C"
        ON CONFLICT (environment_id, code) DO NOTHING
    RETURNING place
  ),
  summed AS (SELECT count(*) AS added, max(place) AS last_place FROM added),
  moved AS (
    UPDATE code_pools p SET remaining = p.remaining + s.added, last_place = s.last_place
      FROM summed s WHERE p.id = $1 AND s.added > 0
  )
  SELECT added FROM summed`;
