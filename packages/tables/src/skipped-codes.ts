import type { EnvironmentId } from '@loyalty/kernel';
import {
  type Database,
  onlyRow,
  ownedIds,
  type Queryable,
  rowArrays,
  type Statement,
  type Transaction,
  writeTransaction,
} from '@loyalty/storage';
import { type DrawnCode, lockPools, type PoolId } from './rewards/code-pools.ts';

/** A draw of a pool's code, as a fact names it with its reward. Its commit may be lost. */
export interface PublishedDraw {
  readonly environmentId: EnvironmentId;
  readonly poolId: PoolId;
  readonly place: number;
  readonly rewardId: string;
}

const publishedRows = rowArrays<PublishedDraw>((fields) =>
  fields('environment_id int', 'pool_id int', 'place bigint', 'reward_id uuid'),
);
const skipStatement: Statement = {
  name: 'pool-codes-skip',
  // Codes are drawn in the order of their places, so the places in between were drawn too, although no fact
  // names them.
  text: `
    WITH published AS (
      SELECT * FROM ${publishedRows.from(2).as('t')}),
    reached AS (
      SELECT p.id, p.environment_id, p.next_place, max(t.place) + 1 AS place
        FROM published t JOIN code_pools p ON p.id = t.pool_id AND p.environment_id = t.environment_id
       WHERE t.place BETWEEN p.next_place AND p.last_place
       GROUP BY p.id, p.environment_id, p.next_place),
    listed AS (
      INSERT INTO history_skipped_codes (pool_id, place, environment_id, epoch, code, reward_id)
      SELECT c.pool_id, c.place, r.environment_id, $1, c.code,
             (SELECT t.reward_id FROM published t WHERE t.pool_id = c.pool_id AND t.place = c.place LIMIT 1)
        FROM reached r JOIN pool_codes c ON c.pool_id = r.id AND c.place >= r.next_place AND c.place < r.place
          ON CONFLICT (pool_id, place) DO NOTHING)
    UPDATE code_pools p
       SET next_place = r.place,
           remaining = p.remaining - (SELECT count(*) FROM pool_codes c
                                       WHERE c.pool_id = p.id AND c.place >= r.next_place AND c.place < r.place)
      FROM reached r WHERE p.id = r.id`,
};

/**
 * Skips codes of lost commits, so that nobody else gets them, and lists them under the epoch. A repetition
 * does nothing.
 */
export const skipDrawnCodes = async (
  tx: Transaction,
  epoch: string,
  published: readonly PublishedDraw[],
): Promise<void> => {
  if (published.length === 0) return;
  await lockPools(tx, [...new Set(published.map(({ poolId }) => poolId))]);
  const values = publishedRows.valuesOf(published);
  await tx.query(skipStatement, [epoch, ...values]);
  await tx.query(namedStatement, values);
};

const namedStatement: Statement = {
  name: 'pool-codes-skip-named',
  // For a code that was skipped because of a later one: the fact that names it came afterwards.
  text: `
    UPDATE history_skipped_codes s SET reward_id = t.reward_id
      FROM ${publishedRows.as('t')}
     WHERE (s.pool_id, s.place) = (t.pool_id, t.place) AND s.environment_id = t.environment_id AND s.reward_id IS NULL`,
};

const againStatement: Statement = {
  name: 'pool-codes-again',
  text: `SELECT s.reward_id AS "rewardId", s.code, s.place
           FROM ${ownedIds.as('r')}
           JOIN history_skipped_codes s ON s.environment_id = r.environment_id AND s.reward_id = r.id
          WHERE s.pool_id = ANY ($3::int[])
            AND (SELECT true FROM reward_codes g WHERE g.environment_id = s.environment_id AND g.code = s.code) IS NULL`,
};

export interface DrawingReward {
  readonly id: string;
  readonly environmentId: EnvironmentId;
  readonly poolId: PoolId;
}

/** Finds codes by reward id. The pools must be locked. */
export const findSkippedCodes = async (
  tx: Transaction,
  rewards: readonly DrawingReward[],
): Promise<ReadonlyMap<string, DrawnCode>> => {
  if (rewards.length === 0) return new Map();
  const rows = await tx.query<DrawnCode & { readonly rewardId: string }>(againStatement, [
    ...ownedIds.valuesOf(rewards),
    rewards.map(({ poolId }) => poolId),
  ]);
  return new Map(rows.map(({ rewardId, code, place }) => [rewardId, { code, place }]));
};

const poolsStatement: Statement = {
  name: 'code-pools-ids',
  text: 'SELECT id FROM code_pools WHERE next_place <= last_place ORDER BY id',
};

export const listPoolIds = async (db: Queryable): Promise<PoolId[]> =>
  (await db.query<{ id: PoolId }>(poolsStatement)).map(({ id }) => id);

const skipFurtherStatement: Statement = {
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
 * Skips the next codes of each pool, because lost commits may have given them and no fact says which. They
 * can be returned. Returns how many were skipped.
 */
export const skipNextCodes = async (db: Database, epoch: string, perPool: number): Promise<number> => {
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
    const rows = await tx.query<{ skipped: number }>(skipFurtherStatement, [poolId, epoch, perPool]);
    return onlyRow(rows, 'skipped codes').skipped;
  });

/** The skipped codes of one pool and epoch. Lost commits had drawn them, or may have. */
export interface SkippedCodes {
  readonly environmentId: EnvironmentId;
  readonly poolId: PoolId;
  readonly pool: string;
  /** The number of codes that a fact names with their reward. Only that reward gets the code again. */
  readonly published: number;
  /** The number of codes that no fact names. */
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

/** Lists skipped codes by pool, without the returned ones. */
export const listSkippedCodes = (db: Queryable, epoch: string): Promise<SkippedCodes[]> =>
  db.query<SkippedCodes>(listStatement, [epoch]);

/** One transaction returns this many, and locks the pool meanwhile. */
const returnedAtOnce = 5_000;

/** Alone changes rows of `pool_codes`. A code that another provider has given meanwhile goes to nobody. */
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

/**
 * Puts codes that no fact names back at the end of the pool. Returns their number; a repetition returns 0.
 */
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
