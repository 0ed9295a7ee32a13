import type { EnvironmentId } from '@loyalty/kernel';
import type { Statement, Transaction } from '@loyalty/storage';
import { lockPools, type DrawnCode } from './draw-codes.ts';
import type { PoolId } from './pool-id.ts';

/** A code of a pool that a fact says a reward was given; its commit may be lost. */
export interface PublishedDraw {
  readonly environmentId: EnvironmentId;
  readonly poolId: PoolId;
  readonly place: number;
  readonly rewardId: string;
}

const skipStatement: Statement = {
  name: 'pool-codes-skip',
  // Codes are drawn in the order of their places, so the places in between were drawn too, although no fact names them.
  text: `
    WITH published AS (
      SELECT * FROM unnest($2::int[], $3::int[], $4::bigint[], $5::uuid[]) AS t (environment_id, pool_id, place, reward_id)),
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
 * Skips codes that lost commits had drawn, so that nobody else gets one, and lists them under the epoch. Codes that a surviving
 * commit has drawn are skipped already. A repeat does nothing.
 */
export const skipDrawnCodes = async (
  tx: Transaction,
  epoch: string,
  published: readonly PublishedDraw[],
): Promise<void> => {
  if (published.length === 0) return;
  await lockPools(tx, [...new Set(published.map(({ poolId }) => poolId))]);
  const columns = [
    published.map(({ environmentId }) => environmentId),
    published.map(({ poolId }) => poolId),
    published.map(({ place }) => place),
    published.map(({ rewardId }) => rewardId),
  ];
  await tx.query(skipStatement, [epoch, ...columns]);
  await tx.query(namedStatement, columns);
};

const namedStatement: Statement = {
  name: 'pool-codes-skip-named',
  // For a code that was skipped because of a later one: the fact that names it came afterwards.
  text: `
    UPDATE history_skipped_codes s SET reward_id = t.reward_id
      FROM unnest($1::int[], $2::int[], $3::bigint[], $4::uuid[]) AS t (environment_id, pool_id, place, reward_id)
     WHERE (s.pool_id, s.place) = (t.pool_id, t.place) AND s.environment_id = t.environment_id AND s.reward_id IS NULL`,
};

const againStatement: Statement = {
  name: 'pool-codes-again',
  text: `SELECT s.reward_id AS "rewardId", s.code, s.place
           FROM unnest($1::int[], $2::uuid[]) AS r (environment_id, id)
           JOIN history_skipped_codes s ON s.environment_id = r.environment_id AND s.reward_id = r.id
          WHERE s.pool_id = ANY ($3::int[])
            AND (SELECT true FROM reward_codes g WHERE g.environment_id = s.environment_id AND g.code = s.code) IS NULL`,
};

/** A reward for which a code is drawn. */
export interface DrawingReward {
  readonly id: string;
  readonly environmentId: EnvironmentId;
  readonly poolId: PoolId;
}

/** Returns the codes that lost commits had given to these rewards, by reward id. The pools are locked. */
export const findSkippedCodes = async (
  tx: Transaction,
  rewards: readonly DrawingReward[],
): Promise<ReadonlyMap<string, DrawnCode>> => {
  if (rewards.length === 0) return new Map();
  const rows = await tx.query<DrawnCode & { readonly rewardId: string }>(againStatement, [
    rewards.map(({ environmentId }) => environmentId),
    rewards.map(({ id }) => id),
    rewards.map(({ poolId }) => poolId),
  ]);
  return new Map(rows.map(({ rewardId, code, place }) => [rewardId, { code, place }]));
};
