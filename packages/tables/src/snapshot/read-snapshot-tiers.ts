import { groupBy, type EnvironmentId, type TierId } from '@loyalty/kernel';
import { rewardValueOf, type TangibleGrant, type Tier } from '@loyalty/rules';
import type { Queryable, Statement } from '@loyalty/storage';
import type { TierBenefit } from '../tiers/tier-record.ts';

/** A tier with all its benefits. */
export interface SnapshotTier extends Tier {
  readonly benefits: readonly TierBenefit[];
}

const statement: Statement = {
  name: 'snapshot-tiers',
  text: `SELECT t.environment_id AS "environmentId", t.id, t.min_lifetime_points AS "minLifetimePoints", t.benefits,
                (extract(epoch FROM t.created_at) * 1000)::bigint AS "createdAtMs",
                (extract(epoch FROM greatest(t.threshold_set_at, (
                  SELECT v.changed_at FROM tier_versions v
                   WHERE v.environment_id = t.environment_id ORDER BY v.number DESC LIMIT 1))) * 1000)::bigint
                  AS "thresholdsSetAtMs"
           FROM tiers t WHERE t.environment_id = ANY ($1::int[]) ORDER BY t.min_lifetime_points`,
};

interface Row {
  readonly environmentId: EnvironmentId;
  readonly id: TierId;
  readonly minLifetimePoints: number;
  readonly benefits: readonly TierBenefit[];
  readonly createdAtMs: number;
  readonly thresholdsSetAtMs: number;
}

/** Returns the tiers of environments, the lowest first. Environments without tiers are left out. */
export const readSnapshotTiers = async (
  tx: Queryable,
  environmentIds: readonly EnvironmentId[],
): Promise<ReadonlyMap<EnvironmentId, readonly SnapshotTier[]>> => {
  const rows = await tx.query<Row>(statement, [environmentIds]);
  return new Map(
    [...groupBy(rows, ({ environmentId }) => environmentId)].map(([id, tiers]) => [id, tiers.map(tierOf)]),
  );
};

const tierOf = ({ id, minLifetimePoints, benefits, createdAtMs, thresholdsSetAtMs }: Row): SnapshotTier => ({
  id,
  minLifetimePoints,
  benefits,
  createdAtMs,
  thresholdsSetAtMs,
  freeRewards: freeRewardsOf(benefits),
});

const freeRewardsOf = (benefits: readonly TierBenefit[]): TangibleGrant[] =>
  benefits.flatMap((benefit) => {
    if (benefit.type !== 'FREE_REWARD') return [];
    const { rewardType, value, validDays } = benefit;
    return [{ rewardType, value: rewardValueOf(rewardType, value), validDays: validDays ?? null }];
  });
