import type { CampaignCheck, EvaluateDebug } from './decision.ts';
import { hasFired } from './earning/verdict.ts';
import { judgeCampaign } from './judge-campaign.ts';
import type { Campaign, NotFiredReason } from './model.ts';
import type { Occasion } from './occasion.ts';

/** So many checks are shown (D74): an answer is stored for ever and travels in one message. */
const checksMax = 100;

/**
 * Why no campaign of the snapshot fired: one check for each that did not, in the snapshot's order, at most 100 (D25, D74). Judges
 * them again, so that the transactions which do earn, nearly all of them, keep no record of what did not fire.
 */
export const explainNothingFired = (occasion: Occasion): EvaluateDebug => {
  const { campaigns } = occasion.snapshot;
  const activeCampaigns = campaigns.filter(({ state }) => state === 'ACTIVE').length;
  const campaignChecks: CampaignCheck[] = [];
  for (const campaign of campaigns) {
    const reason = reasonOf(campaign, occasion);
    if (reason === null) continue;
    if (campaignChecks.length === checksMax) return { activeCampaigns, campaignChecks, truncated: true };
    campaignChecks.push({ campaignId: campaign.id, campaignName: campaign.name, reason });
  }
  return { activeCampaigns, campaignChecks };
};

/** The first check that failed; null where the campaign fires. */
const reasonOf = (campaign: Campaign, occasion: Occasion): NotFiredReason | null => {
  const verdict = judgeCampaign(campaign, occasion);
  if (hasFired(verdict)) return null;
  return typeof verdict === 'string' ? verdict : 'NOTHING_TO_AWARD';
};
