import type { CampaignId } from '@loyalty/kernel';
import type { Campaign, EarningRule } from '../../model/campaign.ts';
import type { EarningInputs } from '../../model/earning-inputs.ts';
import { tangibleOf } from './grants.ts';
import { noGrants, type RuleAward } from './rule-outcome.ts';

type StampCardRule = Extract<EarningRule, { readonly type: 'STAMP_CARD' }>;

/** One stamp completes no more cards than a request gives rewards (D113); the stamps of others stay for the next one. */
const cardsMax = 50;

/**
 * STAMP_CARD: one stamp; the Nth completes the card, gives its reward, and the count restarts (D20). Where the number was
 * lowered below what was collected, the stamp completes as many cards as there are stamps for, and none is lost.
 */
export const stampCardAward = (
  rule: StampCardRule,
  { id, name }: Pick<Campaign, 'name'> & { readonly id: CampaignId },
  inputs: EarningInputs,
): RuleAward => {
  const before = inputs.memberCount(id, 'STAMPS');
  const { stampsRequired, rewardOnCompletion } = rule;
  const stamps = before.count + 1;
  const cards = Math.min(Math.floor(stamps / stampsRequired), cardsMax);
  const left = stamps - cards * stampsRequired;
  const grants = cards === 0 ? noGrants : tangibleOf(rewardOnCompletion, name);
  return {
    points: cards * (rewardOnCompletion.points ?? 0),
    grants: cards <= 1 ? grants : Array.from({ length: cards }, () => grants).flat(),
    counts: [{ kind: 'STAMPS', count: left, completed: before.completed + cards }],
    card: {
      stampsCollected: stampsShown(left, stampsRequired),
      stampsRequired,
      completed: cards > 0,
      ...(cards > 1 ? { cardsCompleted: cards } : null),
    },
  };
};

/** How many stamps a card shows: it is full at most, also where its number was lowered below what was collected. */
export const stampsShown = (stamps: number, stampsRequired: number): number =>
  Math.min(stamps, stampsRequired);
