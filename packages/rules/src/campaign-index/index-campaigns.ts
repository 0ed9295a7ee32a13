import type { Campaign } from '../campaigns/campaign.ts';
import { canFireOnEvents } from '../earning/rules/on-event.ts';
import { canFireOnReceipts } from '../earning/rules/on-receipt.ts';
import { hasSharedState } from '../earning/rules/surprise-delight.ts';
import type { Snapshot } from '../snapshot.ts';
import { CampaignIndex, type CampaignLookup } from './campaign-index.ts';
import type { CampaignGroups, IndexedCampaign, IndexParts, Postings } from './index-parts.ts';
import { emptySet, PlaceSets, type SetId } from './place-sets.ts';

interface Indexed extends Pick<Snapshot, 'segmentIds'> {
  /** Null where it was made otherwise. */
  readonly parts: IndexParts | null;
  readonly index: CampaignLookup;
}

const indexes = new WeakMap<readonly Campaign[], Indexed>();

const knownOf = (campaigns: readonly Campaign[], segmentIds: Snapshot['segmentIds']): Indexed | null => {
  const known = indexes.get(campaigns);
  return known?.segmentIds === segmentIds ? known : null;
};

/**
 * Builds in steps of a few milliseconds; nothing is kept before the last. Where an earlier version of the
 * snapshot is indexed, only what has changed is indexed.
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

/** For the campaigns and segments of this snapshot, until it is gone. */
export const noteIndex = ({ campaigns, segmentIds }: Snapshot, index: CampaignLookup): void => {
  indexes.set(campaigns, { segmentIds, parts: null, index });
};

/** Built in one go where {@link indexCampaigns} has not built it. */
export const campaignIndexOf = (snapshot: Snapshot): CampaignLookup => {
  const steps = indexCampaigns(snapshot);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
};

const valuesPerStep = 2_000;

/** Yields after every 2,000 listed values, so the caller can return to the event loop. */
export function* buildIndexParts(snapshot: Snapshot): Generator<undefined, IndexParts> {
  const campaigns = placesOf(snapshot);
  const sets = new PlaceSets(campaigns.length);
  const postings: PostingsByField = {
    bySku: new Map(),
    byCategory: new Map(),
    byStore: new Map(),
    bySegment: new Map(),
  };
  let listed = 0;
  for (const { values, value, place } of listedValues(campaigns, snapshot, postings)) {
    values.set(value, sets.with(values.get(value) ?? emptySet, place));
    listed += 1;
    if (listed % valuesPerStep === 0) yield;
  }
  return { campaigns, sets, ...withoutEmpty(postings), groups: groupsOf(campaigns, sets, snapshot) };
}

const nothingListed = new Map<never, SetId>();

/** Empty postings are one map for all indexes, never written to: a later version has copies. */
const withoutEmpty = ({ bySku, byCategory, byStore, bySegment }: PostingsByField): PostingsByField => ({
  bySku: bySku.size === 0 ? nothingListed : bySku,
  byCategory: byCategory.size === 0 ? nothingListed : byCategory,
  byStore: byStore.size === 0 ? nothingListed : byStore,
  bySegment: bySegment.size === 0 ? nothingListed : bySegment,
});

export const placesOf = ({ campaigns }: Snapshot): readonly IndexedCampaign[] =>
  campaigns.filter(({ state }) => state === 'ACTIVE').map((campaign, place) => ({ campaign, place }));

interface ListedValue {
  readonly values: Postings;
  readonly value: string;
  readonly place: number;
}

function* listedValues(
  campaigns: readonly IndexedCampaign[],
  snapshot: Snapshot,
  postings: PostingsByField,
): Generator<ListedValue> {
  for (const { campaign, place } of campaigns) {
    for (const [values, list] of listsOf(campaign, snapshot, postings)) {
      yield* list.map((value) => ({ values, value, place }));
    }
  }
}

type PostingsByField = Pick<IndexParts, 'bySku' | 'byCategory' | 'byStore' | 'bySegment'>;

const listsOf = (
  { earningRule, storeIds, targetSegmentIds }: Campaign,
  { segmentIds }: Snapshot,
  { bySku, byCategory, byStore, bySegment }: PostingsByField,
): readonly (readonly [Postings, readonly string[]])[] => {
  const shared = [
    [byStore, storeIds],
    [bySegment, targetSegmentIds.filter((id) => segmentIds.has(id))],
  ] as const;
  if (earningRule.type !== 'PRODUCT_PURCHASE') return shared;
  const { skus = [], categories = [] } = earningRule;
  return [[bySku, skus], [byCategory, skus], [byCategory, categories], ...shared];
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
      ({ earningRule }) => earningRule.type !== 'PRODUCT_PURCHASE' && canFireOnReceipts(earningRule),
    ),
    onEvents: of(({ earningRule }) => canFireOnEvents(earningRule)),
    sharing: of(hasSharedState),
  };
};

/** Sets that no value has any more stay until the index is built anew. */
const setsMax = 20_000;

/**
 * Replaces the values of the changed campaigns alone, in copies. Null: build anew, because others are ACTIVE.
 * The snapshot's `segmentIds` must be those of the index. It yields as building does.
 */
export function* updatedIndexParts(
  before: IndexParts,
  snapshot: Snapshot,
): Generator<undefined, IndexParts | null> {
  const campaigns = placesOf(snapshot);
  const isSameProgramme =
    campaigns.length === before.campaigns.length &&
    campaigns.every(({ campaign, place }) => campaign.id === before.campaigns[place]?.campaign.id);
  if (!isSameProgramme || before.sets.count > setsMax) return null;
  const changed = campaigns.filter(({ campaign, place }) => {
    const former = before.campaigns[place]?.campaign;
    return former !== undefined && !listTheSame(former, campaign, snapshot);
  });
  const postings = changed.length === 0 ? before : yield* replaced(before, changed, snapshot);
  const { sets } = before;
  const { bySku, byCategory, byStore, bySegment } = postings;
  const groups = groupsOf(campaigns, sets, snapshot);
  return { campaigns, sets, bySku, byCategory, byStore, bySegment, groups };
}

const listTheSame = (former: Campaign, campaign: Campaign, snapshot: Snapshot): boolean => {
  if (former === campaign) return true;
  const [before, after] = [former, campaign].map((one) => listsOf(one, snapshot, noPostings));
  return (
    before?.length === after?.length &&
    (before ?? []).every(([, values], at) => areSame(values, after?.[at]?.[1] ?? []))
  );
};

const areSame = (before: readonly string[], after: readonly string[]): boolean =>
  before === after || (before.length === after.length && before.every((value, at) => value === after[at]));

const noPostings: PostingsByField = {
  bySku: new Map(),
  byCategory: new Map(),
  byStore: new Map(),
  bySegment: new Map(),
};

function* replaced(
  before: IndexParts,
  changed: readonly IndexedCampaign[],
  snapshot: Snapshot,
): Generator<undefined, PostingsByField> {
  const { sets } = before;
  const postings: PostingsByField = {
    bySku: new Map(before.bySku),
    byCategory: new Map(before.byCategory),
    byStore: new Map(before.byStore),
    bySegment: new Map(before.bySegment),
  };
  yield;
  const listed = function* (): Generator<ChangedValue> {
    for (const { campaign, place } of changed) {
      const former = before.campaigns[place]?.campaign ?? campaign;
      for (const [values, value] of valuesOf(former, snapshot, postings))
        yield { values, value, place, isNew: false };
      for (const [values, value] of valuesOf(campaign, snapshot, postings))
        yield { values, value, place, isNew: true };
    }
  };
  let steps = 0;
  for (const one of listed()) {
    relist(sets, one);
    steps += 1;
    if (steps % valuesPerStep === 0) yield;
  }
  return postings;
}

interface ChangedValue {
  readonly values: Postings;
  readonly value: string;
  readonly place: number;
  readonly isNew: boolean;
}

const relist = (sets: PlaceSets, { values, value, place, isNew }: ChangedValue): void => {
  const set = values.get(value) ?? emptySet;
  if (isNew) {
    values.set(value, sets.with(set, place));
    return;
  }
  const rest = sets.without(set, place);
  if (sets.isEmpty(rest)) values.delete(value);
  else values.set(value, rest);
};

const valuesOf = (
  campaign: Campaign,
  snapshot: Snapshot,
  postings: PostingsByField,
): readonly (readonly [Postings, string])[] =>
  listsOf(campaign, snapshot, postings).flatMap(([values, list]) =>
    list.map((value) => [values, value] as const),
  );
