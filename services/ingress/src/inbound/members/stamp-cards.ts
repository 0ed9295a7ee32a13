import type { StampCard } from '@loyalty/accounts';
import type { StampCampaign } from '@loyalty/configuration';
import { stampsShown } from '@loyalty/rules';

/** A card as the interface shows it (D52). */
export interface ShownStampCard extends StampCard, Omit<StampCampaign, 'state'> {
  readonly campaignState: StampCampaign['state'];
}

/**
 * Returns one card for each ACTIVE campaign, also without stamps. PAUSED and ARCHIVED campaigns have a card only when it has
 * stamps. The order is that of the campaigns.
 */
export const shownStampCards = (
  campaigns: readonly StampCampaign[],
  collected: readonly StampCard[],
): ShownStampCard[] => {
  const byCampaign = new Map(collected.map((card) => [card.campaignId, card]));
  return campaigns.flatMap(({ state, ...campaign }) => {
    const card = byCampaign.get(campaign.campaignId);
    if (card === undefined && state !== 'ACTIVE') return [];
    return [shown({ ...campaign, ...(card ?? emptyCard(campaign.campaignId)), campaignState: state })];
  });
};

const shown = (card: ShownStampCard): ShownStampCard => ({
  ...card,
  stampsCollected: stampsShown(card.stampsCollected, card.stampsRequired),
});

const emptyCard = (campaignId: StampCard['campaignId']): StampCard => ({
  campaignId,
  stampsCollected: 0,
  completedCount: 0,
  lastStampAt: null,
});
