import { onlyRow, type Database, writeTransaction } from '@loyalty/storage';
import { lockPools } from './draw-codes.ts';
import type { PoolId } from './pool-id.ts';

/** As many codes as one call of {@link addCodes} takes: it holds the lock of the pool meanwhile, some 300 ms. */
export const codesPerChunk = 10_000;

/** What became of some codes. */
export interface AddedCodes {
  readonly added: number;
  /** Those that stood twice among them, in a pool of the environment, or were given before. */
  readonly duplicates: number;
}

/**
 * Adds codes to a pool behind those that it has, in their order. Each of them passed `findCodeFault`. Doing it again adds
 * nothing. All of it is done under the lock of the pool, so places appear in the order of commits: none appears below one that
 * was given already.
 */
export const addCodes = (db: Database, poolId: PoolId, codes: readonly string[]): Promise<AddedCodes> =>
  writeTransaction(db, async (tx) => {
    // A statement of its own: what reads behind it sees what was committed while it waited.
    await lockPools(tx, [poolId]);
    const { added } = onlyRow(await tx.query<{ added: number }>(addText, [poolId, codes]), 'code_pools');
    return { added, duplicates: codes.length - added };
  });

/**
 * Two imports into pools of one environment may bring one code: the index lets one of them have it. Codes are inserted in one
 * order for all, so those two do not wait for each other. A place that is left out for it stays empty. Looking codes up one by
 * one, as the comparisons with NULL do, is what stays fast in tables of millions.
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
