import type { CampaignId } from '@loyalty/kernel';
import type { Campaign } from '../campaigns/campaign.ts';
import { decideEvaluate } from '../earning/decide-evaluate.ts';
import { campaign, context, line, processed, receipt, snapshot } from '../testing/builders.ts';
import { buildIndexParts, indexCampaigns } from './index-campaigns.ts';

/** A campaign of one point for each unit of some products. */
const listing = (place: number, skus: readonly string[]): Campaign =>
  campaign({
    id: `c${place.toString()}` as CampaignId,
    earningRule: { type: 'PRODUCT_PURCHASE', points: 1, skus },
  });

const numbered = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, n) => `sku-${(from + n).toString()}`);

it('an index is built in steps of 2,000 values, so that its builder can pause', () => {
  const campaigns = Array.from({ length: 20 }, (_, place) => listing(place, numbered(5_000, place * 5_000)));
  const steps = buildIndexParts(snapshot(campaigns));
  let pauses = 0;
  while (steps.next().done !== true) pauses += 1;
  // Each sku is looked for among skus and among categories.
  expect(pauses).toBe((2 * 20 * 5_000) / 2_000);
});

it('what campaigns ask of lines is read and indexed in steps of 2,000 values, too', () => {
  const campaigns = Array.from({ length: 20 }, (_, place) =>
    campaign({
      id: `c${place.toString()}` as CampaignId,
      earnOn: { except: { field: 'sku', op: 'in', value: numbered(5_000, place * 5_000) } },
    }),
  );
  const steps = buildIndexParts(snapshot(campaigns));
  let pauses = 0;
  while (steps.next().done !== true) pauses += 1;
  expect(pauses).toBe(20 + (20 * 5_000) / 2_000);
});

it('a usual configuration is indexed without a pause', () => {
  expect(indexCampaigns(snapshot([listing(0, numbered(500))])).next().done).toBe(true);
});

it('one line counts for each of 200 campaigns that list it, once for each, in the order of their activation', () => {
  const campaigns = Array.from({ length: 200 }, (_, place) =>
    listing(place, ['all', `c${place.toString()}`, 'all']),
  );
  const bought = [
    line({ sku: 'all', quantity: 2, categories: ['all', 'c7', 'c150'] }),
    line({ sku: 'c150', quantity: 3, categories: ['c7'] }),
    line({ sku: 'nobody', quantity: 5, categories: [] }),
  ];
  const { awards } = processed(decideEvaluate(context(campaigns), receipt({ products: bought })));
  expect(awards.map(({ campaignId }) => campaignId)).toEqual(campaigns.map(({ id }) => id));
  expect(awards.map(({ pointsEarned }) => pointsEarned)).toEqual(
    campaigns.map((_, place) => (place === 7 || place === 150 ? 5 : 2)),
  );
});

it('the quantities of one receipt do not count for the next', () => {
  const campaigns = [listing(0, ['milk']), listing(1, ['bread'])];
  const given = context(campaigns);
  const pointsOf = (...skus: readonly string[]) =>
    processed(decideEvaluate(given, receipt({ products: skus.map((sku) => line({ sku, categories: [] })) })))
      .pointsAwarded;
  expect([pointsOf('milk', 'milk'), pointsOf('bread'), pointsOf(), pointsOf('milk')]).toEqual([2, 1, 0, 1]);
});

it('the receipts of two environments in turn leave each other alone', () => {
  const own = context([listing(0, ['milk']), listing(1, ['bread'])]);
  const other = context([listing(0, ['bread'])]);
  const without = context([
    campaign({ id: 'c0' as CampaignId, earningRule: { type: 'FIXED_POINTS', points: 7 } }),
  ]);
  const milk = receipt({ products: [line({ sku: 'milk', quantity: 3, categories: [] })] });
  const pointsOf = (given: typeof own) => processed(decideEvaluate(given, milk)).pointsAwarded;
  expect([own, other, without, own].map(pointsOf)).toEqual([3, 0, 7, 3]);
});

it('a snapshot indexed in steps decides as one indexed in one go', () => {
  const campaigns = [listing(0, numbered(9_000)), listing(1, numbered(9_000, 4_500))];
  const indexed = snapshot(campaigns);
  const steps = indexCampaigns(indexed);
  while (steps.next().done !== true);
  const bought = receipt({ products: [line({ sku: 'sku-5000' }), line({ sku: 'sku-10' })] });
  const decideUnder = (given: ReturnType<typeof snapshot>) =>
    decideEvaluate(context([], { snapshot: given }), bought);
  expect(decideUnder(indexed)).toEqual(decideUnder(snapshot(campaigns)));
});
