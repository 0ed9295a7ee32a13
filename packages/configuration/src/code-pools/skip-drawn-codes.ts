import type { EnvironmentId } from '@loyalty/kernel';
import type { Statement, Transaction } from '@loyalty/storage';
import { lockPools, type DrawnCode } from './draw-codes.ts';
import type { PoolId } from './pool-id.ts';

/** A code of a pool that a reward was given, as a fact tells; the commit may be lost. */
export interface PublishedDraw {
  readonly environmentId: EnvironmentId;
  readonly poolId: PoolId;
  readonly place: number;
  readonly rewardId: string;
}

const skipStatement: Statement = {
  name: 'pool-codes-skip',
  // Codes are drawn in the order of their places: those between were drawn too, though no fact tells by whom.
  text: `
    WITH told AS (
      SELECT * FROM unnest($2::int[], $3::int[], $4::bigint[], $5::uuid[]) AS t (environment_id, pool_id, place, reward_id)),
    reached AS (
      SELECT p.id, p.environment_id, p.next_place, max(t.place) + 1 AS place
        FROM told t JOIN code_pools p ON p.id = t.pool_id AND p.environment_id = t.environment_id
       WHERE t.place BETWEEN p.next_place AND p.last_place
       GROUP BY p.id, p.environment_id, p.next_place),
    listed AS (
      INSERT INTO history_skipped_codes (pool_id, place, environment_id, epoch, code, reward_id)
      SELECT c.pool_id, c.place, r.environment_id, $1, c.code,
             (SELECT t.reward_id FROM told t WHERE t.pool_id = c.pool_id AND t.place = c.place LIMIT 1)
        FROM reached r JOIN pool_codes c ON c.pool_id = r.id AND c.place >= r.next_place AND c.place < r.place
          ON CONFLICT (pool_id, place) DO NOTHING)
    UPDATE code_pools p
       SET next_place = r.place,
           remaining = p.remaining - (SELECT count(*) FROM pool_codes c
                                       WHERE c.pool_id = p.id AND c.place >= r.next_place AND c.place < r.place)
      FROM reached r WHERE p.id = r.id`,
};

/**
 * Passes over codes that lost commits had given, so that nobody else is given one, and lists them under the epoch. What a commit that is there
 * has drawn is passed over already. Doing it again does nothing.
 */
export const skipDrawnCodes = async (
  tx: Transaction,
  epoch: string,
  told: readonly PublishedDraw[],
): Promise<void> => {
  if (told.length === 0) return;
  await lockPools(tx, [...new Set(told.map(({ poolId }) => poolId))]);
  const columns = [
    told.map(({ environmentId }) => environmentId),
    told.map(({ poolId }) => poolId),
    told.map(({ place }) => place),
    told.map(({ rewardId }) => rewardId),
  ];
  await tx.query(skipStatement, [epoch, ...columns]);
  await tx.query(namedStatement, columns);
};

const namedStatement: Statement = {
  name: 'pool-codes-skip-named',
  // Of a code that was passed over for one behind it: the fact that tells of it came later.
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

/** A reward that a code is drawn for. */
export interface DrawingReward {
  readonly id: string;
  readonly environmentId: EnvironmentId;
  readonly poolId: PoolId;
}

/** The codes that these rewards were told in commits which are lost, by their ids; their pools are locked. */
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
