import type { StampCard } from '@loyalty/accounts';
import type { StampCampaign } from '@loyalty/programme';

/** A card as it is shown (D52). */
export type ShownStampCard = StampCard & Omit<StampCampaign, 'state'>;

/**
 * One card for each ACTIVE campaign, also where nothing was collected yet; of PAUSED ones only those on which something
 * was. In the order of the campaigns.
 */
export const shownStampCards = (
  campaigns: readonly StampCampaign[],
  collected: readonly StampCard[],
): ShownStampCard[] => {
  const byCampaign = new Map(collected.map((card) => [card.campaignId, card]));
  return campaigns.flatMap(({ state, ...campaign }) => {
    const card = byCampaign.get(campaign.campaignId);
    if (card === undefined && state === 'PAUSED') return [];
    return [{ ...campaign, ...(card ?? emptyCard(campaign.campaignId)) }];
  });
};

const emptyCard = (campaignId: StampCard['campaignId']): StampCard => ({
  campaignId,
  stampsCollected: 0,
  completedCount: 0,
  lastStampAt: null,
});
