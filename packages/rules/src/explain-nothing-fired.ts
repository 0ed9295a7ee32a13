import type { CampaignCheck, EvaluateDebug } from './decision.ts';
import { hasFired } from './earning/verdict.ts';
import { judgeCampaign } from './judge-campaign.ts';
import type { Occasion } from './occasion.ts';

/**
 * Why no campaign of the snapshot fired: one check for each that did not, in the snapshot's order (D25). Judges them all again,
 * so that the transactions which do earn, nearly all of them, keep no record of what did not fire.
 */
export const explainNothingFired = (occasion: Occasion): EvaluateDebug => {
  const campaignChecks: CampaignCheck[] = [];
  let activeCampaigns = 0;
  for (const campaign of occasion.snapshot.campaigns) {
    if (campaign.state === 'ACTIVE') activeCampaigns += 1;
    const verdict = judgeCampaign(campaign, occasion);
    if (hasFired(verdict)) continue;
    const reason = typeof verdict === 'string' ? verdict : 'NOTHING_TO_AWARD';
    campaignChecks.push({ campaignId: campaign.id, campaignName: campaign.name, reason });
  }
  return { activeCampaigns, campaignChecks };
};
