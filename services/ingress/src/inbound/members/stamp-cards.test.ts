import type { StampCard } from '@loyalty/accounts';
import type { CampaignId } from '@loyalty/kernel';
import type { StampCampaign } from '@loyalty/configuration';
import { shownStampCards } from './stamp-cards.ts';

const campaign = (id: string, state: StampCampaign['state']): StampCampaign => ({
  campaignId: id as CampaignId,
  campaignName: `Campaign ${id}`,
  state,
  stampsRequired: 10,
  rewardOnCompletion: { points: 100 },
});

const card = (id: string): StampCard => ({
  campaignId: id as CampaignId,
  stampsCollected: 3,
  completedCount: 1,
  lastStampAt: '2026-03-01T08:00:00.000Z',
});

test('a card shows its campaign and what was collected (D52)', () => {
  expect(shownStampCards([campaign('c1', 'ACTIVE')], [card('c1')])).toEqual([
    {
      campaignId: 'c1',
      campaignName: 'Campaign c1',
      campaignState: 'ACTIVE',
      stampsRequired: 10,
      rewardOnCompletion: { points: 100 },
      stampsCollected: 3,
      completedCount: 1,
      lastStampAt: '2026-03-01T08:00:00.000Z',
    },
  ]);
});

test('a card of an archived campaign stays, as far as something was collected', () => {
  const campaigns = [campaign('c1', 'ARCHIVED'), campaign('c2', 'ARCHIVED')];
  expect(shownStampCards(campaigns, [card('c2')])).toMatchObject([
    { campaignId: 'c2', campaignState: 'ARCHIVED', stampsCollected: 3, completedCount: 1 },
  ]);
});

test('a card whose number was lowered below what was collected is full, and shows no more', () => {
  const lowered = { ...campaign('c1', 'ACTIVE'), stampsRequired: 2 };
  expect(shownStampCards([lowered], [card('c1')])).toMatchObject([{ stampsCollected: 2, stampsRequired: 2 }]);
});

test('an ACTIVE campaign has a card before the first stamp, a PAUSED one does not', () => {
  const campaigns = [campaign('c1', 'PAUSED'), campaign('c2', 'ACTIVE'), campaign('c3', 'PAUSED')];
  const shown = shownStampCards(campaigns, [card('c3'), card('archived')]);
  expect(shown).toMatchObject([
    { campaignId: 'c2', stampsCollected: 0, completedCount: 0, lastStampAt: null },
    { campaignId: 'c3', stampsCollected: 3 },
  ]);
});
