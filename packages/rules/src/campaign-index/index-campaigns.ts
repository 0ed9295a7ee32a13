import { aimOf, type CampaignAim } from '../campaigns/campaign-aim.ts';
import type { Campaign } from '../campaigns/campaign.ts';
import { sizeOfAim } from '../conditions/conditions-size.ts';
import { canFireOnEvents } from '../earning/rules/on-event.ts';
import { canFireOnReceipts } from '../earning/rules/on-receipt.ts';
import { hasSharedState } from '../earning/rules/surprise-delight.ts';
import type { Snapshot } from '../snapshot.ts';
import { CampaignIndex, type CampaignLookup } from './campaign-index.ts';
import type { CampaignGroups, IndexedCampaign, IndexParts, Postings, ProductLists } from './index-parts.ts';
import { neededListsOf } from './needed-lists.ts';
import { addBit, emptySet, PlaceSets, type SetId } from './place-sets.ts';

interface Indexed extends Pick<Snapshot, 'segmentIds'> {
  /** Null if it was made otherwise. */
  readonly parts: IndexParts | null;
  readonly index: CampaignLookup;
}

const indexes = new WeakMap<readonly Campaign[], Indexed>();

const knownOf = (campaigns: readonly Campaign[], segmentIds: Snapshot['segmentIds']): Indexed | null => {
  const known = indexes.get(campaigns);
  return known?.segmentIds === segmentIds ? known : null;
};

/**
 * Builds the index in steps of a few milliseconds; it is kept only after the last step. If an earlier version
 * of the snapshot is indexed, only the changes are indexed.
 */
export function* indexCampaigns(
  snapshot: Snapshot,
  earlier: Snapshot | null = null,
): Generator<undefined, CampaignLookup> {
  const { campaigns, segmentIds } = snapshot;
  const known = knownOf(campaigns, segmentIds);
  if (known !== null) return known.index;
  const before = earlier === null ? null : (knownOf(earlier.campaigns, segmentIds)?.parts ?? null);
  const updated = before === null ? null : yield* updatedIndexParts(before, snapshot);
  const parts = updated ?? (yield* buildIndexParts(snapshot));
  const index = new CampaignIndex(parts);
  indexes.set(campaigns, { segmentIds, parts, index });
  return index;
}

/** Keeps the index for the campaigns and segments of this snapshot, for as long as the snapshot exists. */
export const noteIndex = ({ campaigns, segmentIds }: Snapshot, index: CampaignLookup): void => {
  indexes.set(campaigns, { segmentIds, parts: null, index });
};

/** Returns the index of a snapshot. It is built in one go if {@link indexCampaigns} has not built it. */
export const campaignIndexOf = (snapshot: Snapshot): CampaignLookup => {
  const steps = indexCampaigns(snapshot);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
};

const valuesPerStep = 2_000;

/** Yields after every 2,000 listed values, so the caller can return to the event loop. */
export function* buildIndexParts(snapshot: Snapshot): Generator<undefined, IndexParts> {
  const campaigns = yield* readCampaigns(snapshot);
  const parts: ListedParts = {
    sets: new PlaceSets(campaigns.length),
    lists: productListsOf(campaigns),
    bySku: new Map(),
    byCategory: new Map(),
    byStore: new Map(),
    bySegment: new Map(),
  };
  const listings = campaigns.flatMap((indexed) => listingsOf(indexed, snapshot, parts));
  yield* relist(parts, [{ former: noListings, listings }]);
  const { sets, lists } = parts;
  return { campaigns, sets, lists, ...withoutEmpty(parts), groups: groupsOf(campaigns, sets, snapshot) };
}

/** The trees of campaigns are read once, at about 100 ns for each value. */
function* readCampaigns(snapshot: Snapshot): Generator<undefined, readonly IndexedCampaign[]> {
  const indexed: IndexedCampaign[] = [];
  let values = 0;
  for (const campaign of activeOf(snapshot)) {
    indexed.push({ campaign, place: indexed.length, aim: aimOf(campaign) });
    values += sizeOfAim(campaign).values;
    if (values < valuesPerStep) continue;
    values = 0;
    yield;
  }
  return indexed;
}

type PostingsByField = Omit<ListedParts, 'sets' | 'lists'>;
type ListedParts = Omit<IndexParts, 'campaigns' | 'groups'>;

const productListsOf = (campaigns: readonly IndexedCampaign[]): ProductLists => {
  const listOf: number[] = [];
  const firstOf: number[] = [];
  let next = 0;
  for (const { campaign, aim } of campaigns) {
    listOf.push(listsProducts(campaign) ? next++ : -1);
    firstOf.push(next);
    next += aim.lists.length;
  }
  if (next === 0) return noProductLists;
  const sets = new PlaceSets(next);
  return { sets, neededBy: neededByOf(campaigns), firstOf, listOf, counted: countedOf(listOf, sets) };
};

const neededByOf = (campaigns: readonly IndexedCampaign[]): readonly number[] =>
  campaigns.flatMap((indexed) => {
    const needed = neededListsOf(indexed.campaign) ?? noPlaces;
    const length = listCountOf(indexed);
    return Array.from({ length }, (_, list) => (needed.includes(list) ? indexed.place : -1));
  });

const noPlaces: readonly number[] = [];

const countedOf = (listOf: readonly number[], sets: PlaceSets): Int32Array => {
  const counted = new Int32Array(sets.wordsPerSet);
  for (const list of listOf) if (list >= 0) addBit(counted, list);
  return counted;
};

/** One for all indexes without such campaigns: its sets have no place to add. */
const noProductLists: ProductLists = {
  sets: new PlaceSets(0),
  neededBy: [],
  firstOf: [],
  listOf: [],
  counted: new Int32Array(1),
};

const listsProducts = ({ earningRule }: Campaign): boolean => earningRule.type === 'PRODUCT_PURCHASE';

const listCountOf = ({ campaign, aim }: IndexedCampaign): number =>
  (listsProducts(campaign) ? 1 : 0) + aim.lists.length;

const nothingListed = new Map<never, SetId>();

/** Empty postings are one map for all indexes, never written to: a later version has copies. */
const withoutEmpty = ({ bySku, byCategory, byStore, bySegment }: PostingsByField): PostingsByField => ({
  bySku: bySku.size === 0 ? nothingListed : bySku,
  byCategory: byCategory.size === 0 ? nothingListed : byCategory,
  byStore: byStore.size === 0 ? nothingListed : byStore,
  bySegment: bySegment.size === 0 ? nothingListed : bySegment,
});

/** Returns the campaigns that are in an index: the ACTIVE ones. */
export const activeOf = ({ campaigns }: Snapshot): readonly Campaign[] =>
  campaigns.filter(({ state }) => state === 'ACTIVE');

interface Listing {
  readonly field: keyof PostingsByField;
  /** These are sets of campaigns or of lists, depending on the field. */
  readonly sets: PlaceSets;
  readonly place: number;
  readonly list: readonly string[];
}

const listingsOf = (
  { campaign, aim, place }: IndexedCampaign,
  { segmentIds }: Snapshot,
  { sets, lists }: Pick<IndexParts, 'sets' | 'lists'>,
): readonly Listing[] => {
  const { earningRule, storeIds, targetSegmentIds } = campaign;
  const existing = targetSegmentIds.filter((id) => segmentIds.has(id));
  const shared: readonly Listing[] = [
    { field: 'byStore', sets, place, list: storeIds },
    { field: 'bySegment', sets, place, list: existing },
  ];
  const ofLines = lineListingsOf(aim, lists.sets, lists.firstOf[place] ?? 0);
  if (earningRule.type !== 'PRODUCT_PURCHASE') return ofLines.length === 0 ? shared : [...shared, ...ofLines];
  const { skus = [], categories = [] } = earningRule;
  const ofProducts = { sets: lists.sets, place: lists.listOf[place] ?? 0 };
  return [
    { field: 'bySku', ...ofProducts, list: skus },
    { field: 'byCategory', ...ofProducts, list: skus },
    { field: 'byCategory', ...ofProducts, list: categories },
    ...shared,
    ...ofLines,
  ];
};

const lineListingsOf = ({ lists }: CampaignAim, sets: PlaceSets, first: number): readonly Listing[] =>
  lists.map(({ field, values }, n) => ({
    field: field === 'sku' ? 'bySku' : 'byCategory',
    sets,
    place: first + n,
    list: values,
  }));

const noListings: readonly Listing[] = [];

interface ListChange {
  readonly former: readonly Listing[];
  readonly listings: readonly Listing[];
}

function* relist(postings: PostingsByField, changes: readonly ListChange[]): Generator<undefined> {
  let steps = 0;
  for (const { listing, value, isNew } of changedValues(changes)) {
    const values: Postings = postings[listing.field];
    if (isNew) add(values, value, listing);
    else remove(values, value, listing);
    steps += 1;
    if (steps % valuesPerStep === 0) yield;
  }
}

interface ChangedValue {
  readonly listing: Listing;
  readonly value: string;
  readonly isNew: boolean;
}

function* changedValues(changes: readonly ListChange[]): Generator<ChangedValue> {
  for (const { former, listings } of changes) {
    for (const listing of former) yield* listing.list.map((value) => ({ listing, value, isNew: false }));
    for (const listing of listings) yield* listing.list.map((value) => ({ listing, value, isNew: true }));
  }
}

const add = (values: Postings, value: string, { sets, place }: Listing): void => {
  values.set(value, sets.with(values.get(value) ?? emptySet, place));
};

const remove = (values: Postings, value: string, { sets, place }: Listing): void => {
  const rest = sets.without(values.get(value) ?? emptySet, place);
  if (sets.isEmpty(rest)) values.delete(value);
  else values.set(value, rest);
};

const groupsOf = (
  campaigns: readonly IndexedCampaign[],
  sets: PlaceSets,
  { segmentIds }: Snapshot,
): CampaignGroups => {
  const of = (isIn: (campaign: Campaign) => boolean): SetId =>
    campaigns.reduce((set, { campaign, place }) => (isIn(campaign) ? sets.with(set, place) : set), emptySet);
  return {
    ofAnyStore: of(({ storeIds }) => storeIds.length === 0),
    untargeted: of(({ targetSegmentIds }) => !targetSegmentIds.some((id) => segmentIds.has(id))),
    onAnyReceipt: of(
      (campaign) => canFireOnReceipts(campaign.earningRule) && neededListsOf(campaign) === null,
    ),
    onEvents: of(({ earningRule }) => canFireOnEvents(earningRule)),
    sharing: of(hasSharedState),
  };
};

/** Sets that no value has any more stay until the index is built again. */
const setsMax = 20_000;

/**
 * Replaces only the values of the changed campaigns, in copies, and yields as building does. Returns null if
 * the index must be built again, because other campaigns are ACTIVE or have a list. The snapshot's
 * `segmentIds` must be those of the index.
 */
export function* updatedIndexParts(
  before: IndexParts,
  snapshot: Snapshot,
): Generator<undefined, IndexParts | null> {
  const campaigns = yield* readCampaigns(snapshot);
  const { sets, lists } = before;
  if (!haveSamePlaces(before, campaigns) || Math.max(sets.count, lists.sets.count) > setsMax) return null;
  const changes = changesOf(before, campaigns, snapshot);
  const postings = changes.length === 0 ? before : yield* replaced(before, changes);
  const { bySku, byCategory, byStore, bySegment } = postings;
  const groups = groupsOf(campaigns, sets, snapshot);
  return {
    campaigns,
    sets,
    lists: withNeeds(lists, campaigns),
    bySku,
    byCategory,
    byStore,
    bySegment,
    groups,
  };
}

/** The lists keep their places, and may be needed by different campaigns from before. */
const withNeeds = (lists: ProductLists, campaigns: readonly IndexedCampaign[]): ProductLists => ({
  sets: lists.sets,
  neededBy: neededByOf(campaigns),
  firstOf: lists.firstOf,
  listOf: lists.listOf,
  counted: lists.counted,
});

/** Compares the places of campaigns and those of their lists. */
const haveSamePlaces = (before: IndexParts, campaigns: readonly IndexedCampaign[]): boolean =>
  campaigns.length === before.campaigns.length &&
  campaigns.every((indexed) => {
    const former = before.campaigns[indexed.place];
    return (
      indexed.campaign.id === former?.campaign.id &&
      listsProducts(indexed.campaign) === listsProducts(former.campaign) &&
      listCountOf(indexed) === listCountOf(former)
    );
  });

/** Returns the changes of campaigns whose listed values have changed. */
const changesOf = (
  before: IndexParts,
  campaigns: readonly IndexedCampaign[],
  snapshot: Snapshot,
): readonly ListChange[] =>
  campaigns.flatMap((indexed) => {
    const known = before.campaigns[indexed.place];
    if (known === undefined || known.campaign === indexed.campaign) return [];
    const former = listingsOf(known, snapshot, before);
    const listings = listingsOf(indexed, snapshot, before);
    const isSame = former.every(({ field, list }, at) => {
      const now = listings[at];
      return field === now?.field && areSame(list, now.list);
    });
    return isSame ? [] : [{ former, listings }];
  });

const areSame = (before: readonly string[], after: readonly string[]): boolean =>
  before === after || (before.length === after.length && before.every((value, at) => value === after[at]));

function* replaced(
  before: IndexParts,
  changes: readonly ListChange[],
): Generator<undefined, PostingsByField> {
  const postings: PostingsByField = {
    bySku: new Map(before.bySku),
    byCategory: new Map(before.byCategory),
    byStore: new Map(before.byStore),
    bySegment: new Map(before.bySegment),
  };
  yield;
  yield* relist(postings, changes);
  return postings;
}
