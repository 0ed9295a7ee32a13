import type { CampaignId, EnvironmentId } from '@loyalty/kernel';
import type { RewardGrant } from '@loyalty/rules';
import type { Queryable } from '@loyalty/storage';

/** The fields of a STAMP_CARD campaign that members see (D52). */
export interface StampCampaign {
  readonly campaignId: CampaignId;
  readonly campaignName: string;
  readonly state: 'ACTIVE' | 'PAUSED' | 'ARCHIVED';
  readonly stampsRequired: number;
  readonly rewardOnCompletion: RewardGrant;
}

/**
 * Returns the ACTIVE and PAUSED campaigns of type STAMP_CARD in the order of their activation, and the archived ones of
 * `collectedIds`. The number of archived campaigns has no limit, so only the ones with a stamp of the member are read.
 */
export const listStampCampaigns = (
  db: Queryable,
  environmentId: EnvironmentId,
  collectedIds: readonly CampaignId[],
): Promise<StampCampaign[]> =>
  db.query<StampCampaign>(
    `SELECT id AS "campaignId", name AS "campaignName", state,
            (earning_rule ->> 'stampsRequired')::int AS "stampsRequired",
            earning_rule -> 'rewardOnCompletion' AS "rewardOnCompletion"
       FROM campaigns
      WHERE environment_id = $1 AND earning_rule ->> 'type' = 'STAMP_CARD'
        AND (state IN ('ACTIVE', 'PAUSED') OR (state = 'ARCHIVED' AND id = ANY ($2::uuid[])))
      ORDER BY activation_seq`,
    [environmentId, collectedIds],
  );
