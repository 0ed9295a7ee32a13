import type { CampaignId } from '@loyalty/kernel';
import type { Campaign, RuleOf } from '../../campaigns/campaign.ts';
import { tangibleOf } from '../../rewards/grants.ts';
import type { CardChange } from '../decision.ts';
import type { EarningInputs } from '../earning-inputs.ts';
import { noGrants, type RuleAward } from './rule-outcome.ts';

/** A request issues at most this many rewards (D113). Further stamps stay. */
const cardsMax = 50;

/**
 * Adds a stamp. The Nth stamp completes the card and restarts the count (D20). If fewer stamps are required
 * now than were collected, one stamp completes as many cards as they fill, and none is lost.
 */
export const stampCardAward = (
  rule: RuleOf<'STAMP_CARD'>,
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

/**
 * Returns the number of stamps to show: at most a full card, even if fewer stamps are required now than were
 * collected.
 */
export const stampsShown = (stamps: number, stampsRequired: number): number =>
  Math.min(stamps, stampsRequired);

export interface StampCardResponse {
  readonly campaignId: string;
  readonly stampsCollected: number;
  readonly stampsRequired: number;
  readonly completed: boolean;
}

const none: readonly StampCardResponse[] = [];

export const toStampCardResponses = (cards: readonly CardChange[]): readonly StampCardResponse[] =>
  cards.length === 0
    ? none
    : cards.map(({ campaignId, stampsCollected, stampsRequired, completed }) => ({
        campaignId,
        stampsCollected,
        stampsRequired,
        completed,
      }));
