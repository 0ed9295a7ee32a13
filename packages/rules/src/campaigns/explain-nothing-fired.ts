import { campaignIndexOf } from '../candidates/campaign-index-of.ts';
import type { Finding } from '../candidates/campaign-index.ts';
import { hasFired } from '../earning/rules/rule-outcome.ts';
import type { Activity } from '../model/activity.ts';
import type { Campaign, NotFiredReason } from '../model/campaign.ts';
import type { CampaignCheck, EvaluateDebug } from '../model/decision.ts';
import type { AwardTotals } from './award-totals.ts';
import { evaluateCampaign } from './evaluate-campaign.ts';

/** So many checks are shown (D74): an answer is stored for ever and travels in one message. */
const checksMax = 100;

/**
 * Why no campaign of the snapshot fired: one check for each that did not, in the snapshot's order, at most 100 (D25, D74). Judges
 * them again, so that the transactions which do earn, nearly all of them, keep no record of what did not fire.
 */
export const explainNothingFired = (activity: Activity): EvaluateDebug =>
  debugOf(activity, reasonsOf(activity));

/** What is told of a decision in the test environment: why nothing fired (D25), or that rewards were not given (D113). */
export const debugFor = (activity: Activity, { awards, limited }: AwardTotals): EvaluateDebug | null => {
  if (activity.snapshot.mode !== 'test') return null;
  if (awards.length === 0) return explainNothingFired(activity);
  return limited.length === 0 ? null : explainRewardLimit(activity, limited);
};

/** Which campaigns gave fewer rewards than their rules say, because one request gives so many and no more (D113). */
const explainRewardLimit = (activity: Activity, limited: readonly Campaign[]): EvaluateDebug =>
  debugOf(
    activity,
    limited.map((campaign) => [campaign, 'REWARD_LIMIT']),
  );

type Reason = readonly [Campaign, NotFiredReason];

const debugOf = ({ snapshot: { campaigns } }: Activity, reasons: Iterable<Reason>): EvaluateDebug => {
  const activeCampaigns = campaigns.filter(({ state }) => state === 'ACTIVE').length;
  const campaignChecks: CampaignCheck[] = [];
  for (const [campaign, reason] of reasons) {
    if (campaignChecks.length === checksMax) return { activeCampaigns, campaignChecks, truncated: true };
    campaignChecks.push({ campaignId: campaign.id, campaignName: campaign.name, reason });
  }
  return { activeCampaigns, campaignChecks };
};

/** The campaigns that do not fire, each with the first check that failed. */
function* reasonsOf(activity: Activity): Generator<Reason> {
  const index = campaignIndexOf(activity.snapshot);
  // What is looked up for the candidates is known for the others too.
  index.candidates(activity);
  let place = 0;
  for (const campaign of activity.snapshot.campaigns) {
    if (campaign.state !== 'ACTIVE') {
      yield [campaign, 'CAMPAIGN_NOT_ACTIVE'];
      continue;
    }
    const reason = reasonOf(campaign, activity, index.findingOf(place));
    place += 1;
    if (reason !== null) yield [campaign, reason];
  }
}

/** The first check that failed; null where the campaign fires. */
const reasonOf = (campaign: Campaign, activity: Activity, found: Finding): NotFiredReason | null => {
  const outcome = evaluateCampaign(campaign, activity, found);
  if (typeof outcome === 'string') return outcome;
  const isStamped = typeof outcome === 'object' && outcome.card !== undefined;
  if (hasFired(outcome)) return null;
  return isStamped ? 'STAMPED' : 'NOTHING_TO_AWARD';
};
