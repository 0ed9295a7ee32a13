import type { CampaignCheck, EvaluateDebug } from './decision.ts';
import { judgeCampaign } from './judge-campaign.ts';
import type { Snapshot } from './model.ts';
import type { Occasion } from './occasion.ts';

/**
 * Why no campaign of the snapshot fired: one check for each that did not, in the snapshot's order (D25). Judges them all again,
 * so that the transactions which do earn, nearly all of them, keep no record of what did not fire.
 */
export const explainNothingFired = (snapshot: Snapshot, occasion: Occasion): EvaluateDebug => {
  const campaignChecks: CampaignCheck[] = [];
  let activeCampaigns = 0;
  for (const campaign of snapshot.campaigns) {
    if (campaign.state === 'ACTIVE') activeCampaigns += 1;
    const reason = judgeCampaign(campaign, occasion);
    if (typeof reason === 'number') continue;
    campaignChecks.push({ campaignId: campaign.id, campaignName: campaign.name, reason });
  }
  return { activeCampaigns, campaignChecks };
};
