import type { CampaignId, SegmentId } from '@loyalty/kernel';
import { aimOf } from '../campaigns/campaign-aim.ts';
import type { Campaign } from '../campaigns/campaign.ts';
import { campaign, snapshot } from '../testing/builders.ts';
import { chance, type Dice, pick, seededDice, several } from '../testing/dice.ts';
import { buildIndexParts, campaignIndexOf, indexCampaigns, updatedIndexParts } from './index-campaigns.ts';
import type { IndexParts } from './index-parts.ts';
import { nextBit, type PlaceSets, type SetId } from './place-sets.ts';

const ended = <T>(steps: Generator<undefined, T>): T => {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
};

const placesIn = (sets: PlaceSets, set: SetId): number[] => {
  const words = new Int32Array(sets.wordsPerSet);
  sets.addTo(words, set);
  const places: number[] = [];
  for (let place = nextBit(words, 0); place >= 0; place = nextBit(words, place + 1)) places.push(place);
  return places;
};

/** Returns the content as text: the lists of each product, and the campaigns of everything else. */
const contentOf = ({ sets, lists, groups, campaigns, ...postings }: IndexParts) => {
  const listed = (values: ReadonlyMap<string, SetId>, of: PlaceSets) =>
    [...values].map(([value, set]) => `${value}: ${placesIn(of, set).join(' ')}`).toSorted();
  return {
    products: [listed(postings.bySku, lists.sets), listed(postings.byCategory, lists.sets)],
    others: [listed(postings.byStore, sets), listed(postings.bySegment, sets)],
    lists: [lists.listOf, lists.firstOf, lists.neededBy, [...lists.counted]],
    grouped: Object.entries(groups).map(
      ([name, set]: [string, SetId]) => `${name}: ${placesIn(sets, set).join(' ')}`,
    ),
    names: campaigns.map(({ campaign: { name } }) => name),
  };
};

const words = Array.from({ length: 12 }, (_, n) => `t${n.toString()}`);
const segments = words.slice(0, 4) as SegmentId[];
const some = (dice: Dice, max: number) => several(dice, [0, max], () => pick(dice, words));

const drawn = (dice: Dice, place: number): Campaign =>
  campaign({
    id: `c${place.toString()}` as CampaignId,
    name: pick(dice, words),
    storeIds: some(dice, 2),
    targetSegmentIds: several(dice, [0, 2], () => pick(dice, segments)),
    maxBudgetCents: chance(dice, 30) ? 100 : null,
    ...(chance(dice, 40) ? drawnAim(dice) : null),
    earningRule: chance(dice, 70)
      ? { type: 'PRODUCT_PURCHASE', points: 1, skus: some(dice, 6), categories: some(dice, 6) }
      : pick(dice, [
          { type: 'FIXED_POINTS', points: 1 },
          { type: 'SIGNUP_BONUS', points: 1 },
        ]),
  });

/** How many lists each has, and whether the first is that of its rule. */
const typesOf = (campaigns: readonly Campaign[]) =>
  campaigns.map(
    (one) =>
      `${(one.earningRule.type === 'PRODUCT_PURCHASE').toString()} ${aimOf(one).lists.length.toString()}`,
  );

/** One or two lists, of skus or of categories, needed or not. */
const drawnAim = (dice: Dice): Partial<Campaign> => {
  const leaf = () => ({
    field: pick(dice, ['sku', 'category']),
    op: pick(dice, ['in', 'not_in']),
    value: several(dice, [1, 3], () => pick(dice, words)),
  });
  return pick<Partial<Campaign>>(dice, [
    { earnOn: { lines: leaf() } },
    { earnOn: { except: leaf() } },
    { conditions: { lines: leaf(), field: 'count', op: pick(dice, ['gt', 'lt']), value: 1 } },
    { earnOn: { lines: { operator: pick(dice, ['AND', 'OR']), conditions: [leaf(), leaf()] } } },
  ]);
};

it.each([1, 5, 40, 70])(
  '▲ an index of %i campaigns that follows 45 changes has what one built from scratch has',
  (size) => {
    const segmentIds = new Set(segments.slice(0, 3));
    const dice = seededDice(size);
    let campaigns = Array.from({ length: size }, (_, place) => drawn(dice, place));
    let parts = ended(buildIndexParts(snapshot(campaigns, { segmentIds })));
    let followed = 0;
    for (let change = 0; change < 450 && followed < 45; change += 1) {
      const changed = new Set(several(dice, [1, 3], () => dice(0, size - 1)));
      const before = typesOf(campaigns);
      campaigns = campaigns.map((one, place) => (changed.has(place) ? drawn(dice, place) : one));
      const next = snapshot(campaigns, { segmentIds });
      const updated = ended(updatedIndexParts(parts, next));
      const anew = ended(buildIndexParts(next));
      // Another campaign has a list, so lists have other places.
      const hasOtherLists = typesOf(campaigns).some((isOfProducts, place) => isOfProducts !== before[place]);
      expect(updated === null).toBe(hasOtherLists);
      parts = updated ?? anew;
      followed += updated === null ? 0 : 1;
      expect(contentOf(parts)).toEqual(contentOf(anew));
    }
    expect(followed).toBeGreaterThan(40);
  },
);

it('the index from before a change still has what it had', () => {
  const before = snapshot([drawn(seededDice(1), 0), drawn(seededDice(2), 1)]);
  const parts = ended(buildIndexParts(before));
  const content = contentOf(parts);
  ended(updatedIndexParts(parts, snapshot([drawn(seededDice(3), 0), drawn(seededDice(4), 1)])));
  expect(contentOf(parts)).toEqual(content);
});

const listing = (place: number, skus: readonly string[]): Campaign =>
  campaign({
    id: `c${place.toString()}` as CampaignId,
    earningRule: { type: 'PRODUCT_PURCHASE', points: 1, skus },
  });

/** 200 campaigns of 500 skus each. */
const large = Array.from({ length: 200 }, (_, place) =>
  listing(
    place,
    Array.from({ length: 500 }, (_value, n) => `sku-${place.toString()}-${n.toString()}`),
  ),
);

const stepsOf = (steps: Generator<undefined>): number => {
  let count = 0;
  while (steps.next().done !== true) count += 1;
  return count;
};

it('▲ a change of one campaign among 200 indexes that one alone, and of its name nothing', () => {
  const segmentIds: ReadonlySet<SegmentId> = new Set();
  const before = snapshot(large, { segmentIds });
  expect(stepsOf(indexCampaigns(before))).toBe(100);
  const relisted = snapshot([...large.slice(0, -1), listing(199, ['other'])], { segmentIds });
  expect(stepsOf(indexCampaigns(relisted, before))).toBe(1);
  const named = large.map((one, at) => (at === 17 ? { ...one, name: 'renamed' } : one));
  const renamed = snapshot(named, { segmentIds });
  expect(stepsOf(indexCampaigns(renamed, before))).toBe(0);
  expect(campaignIndexOf(renamed)).not.toBe(campaignIndexOf(before));
});

const onLines = (leaf: object, field = 'count', op = 'gt'): Campaign =>
  campaign({ id: 'c0' as CampaignId, conditions: { lines: leaf, field, op, value: 1 } });

it('▲ a change of what is asked of the same list, or of its field alone, is followed', () => {
  const skus = { field: 'sku', op: 'eq', value: 't1' };
  const before = ended(buildIndexParts(snapshot([onLines(skus)])));
  for (const changed of [
    onLines(skus, 'count', 'lt'),
    onLines({ ...skus, field: 'category' }),
    onLines({ ...skus, op: 'neq' }),
  ]) {
    const next = snapshot([changed]);
    const updated = ended(updatedIndexParts(before, next));
    if (updated === null) throw new Error('built from scratch');
    expect(contentOf(updated)).toEqual(contentOf(ended(buildIndexParts(next))));
  }
});

it('an activation or a pause builds the index again', () => {
  const before = snapshot(large);
  ended(indexCampaigns(before));
  const parts = ended(buildIndexParts(before));
  expect(ended(updatedIndexParts(parts, snapshot(large.slice(1))))).toBeNull();
});
