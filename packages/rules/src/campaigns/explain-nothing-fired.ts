import { hasFired } from '../earning/rules/rule-outcome.ts';
import type { Activity } from '../model/activity.ts';
import type { Campaign, NotFiredReason } from '../model/campaign.ts';
import type { CampaignCheck, EvaluateDebug } from '../model/decision.ts';
import { evaluateCampaign } from './evaluate-campaign.ts';

/** So many checks are shown (D74): an answer is stored for ever and travels in one message. */
const checksMax = 100;

/**
 * Why no campaign of the snapshot fired: one check for each that did not, in the snapshot's order, at most 100 (D25, D74). Judges
 * them again, so that the transactions which do earn, nearly all of them, keep no record of what did not fire.
 */
export const explainNothingFired = (activity: Activity): EvaluateDebug => {
  const { campaigns } = activity.snapshot;
  const activeCampaigns = campaigns.filter(({ state }) => state === 'ACTIVE').length;
  const campaignChecks: CampaignCheck[] = [];
  for (const campaign of campaigns) {
    const reason = reasonOf(campaign, activity);
    if (reason === null) continue;
    if (campaignChecks.length === checksMax) return { activeCampaigns, campaignChecks, truncated: true };
    campaignChecks.push({ campaignId: campaign.id, campaignName: campaign.name, reason });
  }
  return { activeCampaigns, campaignChecks };
};

/** The first check that failed; null where the campaign fires. */
const reasonOf = (campaign: Campaign, activity: Activity): NotFiredReason | null => {
  const outcome = evaluateCampaign(campaign, activity);
  if (typeof outcome === 'string') return outcome;
  const isStamped = typeof outcome === 'object' && outcome.card !== undefined;
  if (hasFired(outcome)) return null;
  return isStamped ? 'STAMPED' : 'NOTHING_TO_AWARD';
};
