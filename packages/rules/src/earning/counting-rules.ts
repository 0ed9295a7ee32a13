import type { CampaignId } from '@loyalty/kernel';
import type { EarningRule } from '../../model/campaign.ts';
import { memoizeBy } from '../../model/memoize-by.ts';
import type { Snapshot } from '../../model/snapshot.ts';

/** The types of rules that keep a count for each member. Counts of the other types are not read. */
const countingRules: Readonly<Record<EarningRule['type'], boolean>> = {
  STAMP_CARD: true,
  VISIT_FIXED: true,
  SURPRISE_DELIGHT: true,
  SIGNUP_BONUS: true,
  FIXED_POINTS: false,
  SPEND_PERCENTAGE: false,
  PRODUCT_PURCHASE: false,
  RANDOM: false,
  ON_DEMAND: false,
  REFERRAL_BONUS: false,
  EVENT_TRIGGER: false,
};

/** The ACTIVE campaigns of the snapshot that keep a count for each member. */
export const countingCampaigns = memoizeBy(({ campaigns }: Snapshot): readonly CampaignId[] =>
  campaigns
    .filter(({ state, earningRule }) => state === 'ACTIVE' && countingRules[earningRule.type])
    .map(({ id }) => id),
);
