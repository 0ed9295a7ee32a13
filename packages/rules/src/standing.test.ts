import type { CampaignId } from '@loyalty/kernel';
import { blankStanding, noCount, standingFrom } from './standing.ts';
import { segmentId } from './testing/builders.ts';

const card = 'card' as CampaignId;
const other = 'other' as CampaignId;
const vips = segmentId('vips');

const read = standingFrom({
  segmentIds: [vips],
  memberCounts: [{ campaignId: card, kind: 'STAMPS', count: 3, completed: 1 }],
  sharedCounts: [{ campaignId: card, scope: '', count: 99 }],
  spentCampaignIds: [card],
});

it('a standing has what was read', () => {
  expect(read.segmentIds).toEqual(new Set([vips]));
  expect(read.memberCount(card, 'STAMPS')).toMatchObject({ count: 3, completed: 1 });
  expect(read.sharedCount(card, '')).toBe(99);
  expect(read.isBudgetSpent(card)).toBe(true);
});

it.each([
  ['of the same campaign', read, card],
  ['of another campaign', read, other],
  ['of somebody new', blankStanding, card],
] as const)('what was not read %s is zero', (_what, standing, campaignId) => {
  expect(standing.memberCount(campaignId, 'VISITS')).toEqual(noCount);
  expect(standing.sharedCount(campaignId, 'store:a')).toBe(0);
  expect(standing.isBudgetSpent(other)).toBe(false);
});
