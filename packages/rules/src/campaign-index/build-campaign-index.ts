import { mayFireOnEvents } from '../earning/rules/on-event.ts';
import { mayFireOnReceipts } from '../earning/rules/on-receipt.ts';
import { sharesSomething } from '../earning/rules/shares-something.ts';
import type { Campaign } from '../model/campaign.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { CampaignSets, emptySet, type SetId } from './campaign-sets.ts';
import type { CampaignGroups, IndexedCampaign, IndexParts, Postings } from './index-parts.ts';

/** Values between two pauses; about 4 ms on a cold process. */
export const valuesPerStep = 2_000;

/**
 * Builds the parts of a snapshot's index. It yields after every 2,000 listed values, so the caller can return to the event
 * loop.
 */
export function* buildIndexParts(snapshot: Snapshot): Generator<undefined, IndexParts> {
  const campaigns = placesOf(snapshot);
  const sets = new CampaignSets(campaigns.length);
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

/** Empty postings are one map for all indexes. Nobody writes to it: a later version of an index has copies. */
const withoutEmpty = ({ bySku, byCategory, byStore, bySegment }: PostingsByField): PostingsByField => ({
  bySku: bySku.size === 0 ? nothingListed : bySku,
  byCategory: byCategory.size === 0 ? nothingListed : byCategory,
  byStore: byStore.size === 0 ? nothingListed : byStore,
  bySegment: bySegment.size === 0 ? nothingListed : bySegment,
});

/** Returns the ACTIVE campaigns with their places. */
export const placesOf = ({ campaigns }: Snapshot): readonly IndexedCampaign[] =>
  campaigns.filter(({ state }) => state === 'ACTIVE').map((campaign, place) => ({ campaign, place }));

/** One value that a campaign lists, and the postings that note it. */
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

export type PostingsByField = Pick<IndexParts, 'bySku' | 'byCategory' | 'byStore' | 'bySegment'>;

/** Returns the lists of a campaign, each with the postings that it belongs to. */
export const listsOf = (
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

export const groupsOf = (
  campaigns: readonly IndexedCampaign[],
  sets: CampaignSets,
  { segmentIds }: Snapshot,
): CampaignGroups => {
  const of = (isIn: (campaign: Campaign) => boolean): SetId =>
    campaigns.reduce((set, { campaign, place }) => (isIn(campaign) ? sets.with(set, place) : set), emptySet);
  return {
    ofAnyStore: of(({ storeIds }) => storeIds.length === 0),
    untargeted: of(({ targetSegmentIds }) => !targetSegmentIds.some((id) => segmentIds.has(id))),
    onAnyReceipt: of(
      ({ earningRule }) => earningRule.type !== 'PRODUCT_PURCHASE' && mayFireOnReceipts(earningRule),
    ),
    onEvents: of(({ earningRule }) => mayFireOnEvents(earningRule)),
    sharing: of(sharesSomething),
  };
};
