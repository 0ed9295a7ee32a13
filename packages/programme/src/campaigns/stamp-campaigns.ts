import type { CampaignId, EnvironmentId } from '@loyalty/kernel';
import type { RewardGrant } from '@loyalty/rules';
import type { Queryable } from '@loyalty/storage';

/** What members need to know of a STAMP_CARD campaign (D52). */
export interface StampCampaign {
  readonly campaignId: CampaignId;
  readonly campaignName: string;
  readonly state: 'ACTIVE' | 'PAUSED';
  readonly stampsRequired: number;
  readonly rewardOnCompletion: RewardGrant;
}

/** The ACTIVE and PAUSED campaigns of type STAMP_CARD, in the order they were activated. */
export const listStampCampaigns = (db: Queryable, environmentId: EnvironmentId): Promise<StampCampaign[]> =>
  db.query<StampCampaign>(
    `SELECT id AS "campaignId", name AS "campaignName", state,
            (earning_rule ->> 'stampsRequired')::int AS "stampsRequired",
            earning_rule -> 'rewardOnCompletion' AS "rewardOnCompletion"
       FROM campaigns
      WHERE environment_id = $1 AND state IN ('ACTIVE', 'PAUSED') AND earning_rule ->> 'type' = 'STAMP_CARD'
      ORDER BY activation_seq`,
    [environmentId],
  );
