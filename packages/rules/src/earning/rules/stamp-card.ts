import type { CampaignId } from '@loyalty/kernel';
import type { Campaign, EarningRule } from '../../model/campaign.ts';
import type { EarningInputs } from '../../model/earning-inputs.ts';
import { tangibleOf } from './grants.ts';
import { noGrants, type RuleAward } from './rule-outcome.ts';

type StampCard = Extract<EarningRule, { readonly type: 'STAMP_CARD' }>;

/**
 * STAMP_CARD: one stamp; the Nth completes the card, gives its reward, and the count restarts (D20). A card whose
 * number was lowered below what is on it completes with the next stamp.
 */
export const stampCardAward = (
  rule: StampCard,
  { id, name }: Pick<Campaign, 'name'> & { readonly id: CampaignId },
  inputs: EarningInputs,
): RuleAward => {
  const before = inputs.memberCount(id, 'STAMPS');
  const { stampsRequired, rewardOnCompletion } = rule;
  const stamps = before.count + 1;
  if (stamps < stampsRequired) {
    return {
      points: 0,
      grants: noGrants,
      counts: [{ kind: 'STAMPS', count: stamps, completed: before.completed }],
      card: { stampsCollected: stamps, stampsRequired, completed: false },
    };
  }
  return {
    points: rewardOnCompletion.points ?? 0,
    grants: tangibleOf(rewardOnCompletion, name),
    counts: [{ kind: 'STAMPS', count: 0, completed: before.completed + 1 }],
    card: { stampsCollected: 0, stampsRequired, completed: true },
  };
};
