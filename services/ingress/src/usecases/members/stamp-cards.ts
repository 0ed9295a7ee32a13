import type { StampCard } from '@loyalty/accounts';
import type { StampCampaign } from '@loyalty/configuration';
import { stampsShown } from '@loyalty/rules';

/** A card as it is shown (D52). */
export interface ShownStampCard extends StampCard, Omit<StampCampaign, 'state'> {
  readonly campaignState: StampCampaign['state'];
}

/**
 * One card for each ACTIVE campaign, also where nothing was collected yet; of PAUSED and ARCHIVED ones only those on which
 * something was. In the order of the campaigns.
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
