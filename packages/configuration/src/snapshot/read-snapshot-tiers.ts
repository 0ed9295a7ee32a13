import type { EnvironmentId, TierId } from '@loyalty/kernel';
import { rewardValueOf, type TangibleGrant, type Tier } from '@loyalty/rules';
import type { Queryable, Statement } from '@loyalty/storage';
import type { TierBenefit } from '../tiers/tier-record.ts';

/** A tier with all its benefits. */
export interface SnapshotTier extends Tier {
  readonly benefits: readonly TierBenefit[];
}

const statement: Statement = {
  name: 'snapshot-tiers',
  text: `SELECT id, min_lifetime_points AS "minLifetimePoints", benefits,
                (extract(epoch FROM created_at) * 1000)::bigint AS "createdAtMs",
                (extract(epoch FROM greatest(threshold_set_at, (
                  SELECT changed_at FROM tier_versions WHERE environment_id = $1 ORDER BY number DESC LIMIT 1))) * 1000)::bigint
                  AS "thresholdsSetAtMs"
           FROM tiers WHERE environment_id = $1 ORDER BY min_lifetime_points`,
};

interface Row {
  readonly id: TierId;
  readonly minLifetimePoints: number;
  readonly benefits: readonly TierBenefit[];
  readonly createdAtMs: number;
  readonly thresholdsSetAtMs: number;
}

/** Returns the tiers of an environment, the lowest first. */
export const readSnapshotTiers = async (
  tx: Queryable,
  environmentId: EnvironmentId,
): Promise<SnapshotTier[]> => {
  const rows = await tx.query<Row>(statement, [environmentId]);
  return rows.map((row) => ({ ...row, freeRewards: freeRewardsOf(row.benefits) }));
};

const freeRewardsOf = (benefits: readonly TierBenefit[]): TangibleGrant[] =>
  benefits.flatMap((benefit) => {
    if (benefit.type !== 'FREE_REWARD') return [];
    const { rewardType, value, validDays } = benefit;
    return [{ rewardType, value: rewardValueOf(rewardType, value), validDays: validDays ?? null }];
  });
