import type { CampaignId } from '@loyalty/kernel';
import { segmentId } from '../testing/builders.ts';
import { earningInputsFrom, emptyEarningInputs, noCount } from './earning-inputs.ts';

const card = 'card' as CampaignId;
const other = 'other' as CampaignId;
const vips = segmentId('vips');

const read = earningInputsFrom({
  segmentIds: [vips],
  memberCounts: [{ campaignId: card, kind: 'STAMPS', count: 3, completed: 1 }],
  sharedCounts: [{ campaignId: card, scope: '', count: 99 }],
  spentCampaignIds: [card],
});

it('inputs hold the rows that were read', () => {
  expect(read.segmentIds).toEqual(new Set([vips]));
  expect(read.memberCount(card, 'STAMPS')).toMatchObject({ count: 3, completed: 1 });
  expect(read.sharedCount(card, '')).toBe(99);
  expect(read.isBudgetSpent(card)).toBe(true);
});

it.each([
  ['of the same campaign', read, card],
  ['of another campaign', read, other],
  ['of somebody new', emptyEarningInputs, card],
] as const)('what was not read %s is zero', (_what, inputs, campaignId) => {
  expect(inputs.memberCount(campaignId, 'VISITS')).toEqual(noCount);
  expect(inputs.sharedCount(campaignId, 'store:a')).toBe(0);
  expect(inputs.isBudgetSpent(other)).toBe(false);
});
