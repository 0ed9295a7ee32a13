import type { Campaign } from '../model/campaign.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { groupsOf, listsOf, placesOf, valuesPerStep, type PostingsByField } from './build-campaign-index.ts';
import { emptySet, type CampaignSets } from './campaign-sets.ts';
import type { IndexedCampaign, IndexParts, Postings } from './index-parts.ts';

/** Sets that no value has any more stay until the index is built anew. */
const setsMax = 20_000;

/**
 * Returns the parts of an index for a later version of its campaigns, in which some have changed: the values of those
 * alone are replaced, in copies. Null when it must be built anew, because other campaigns are ACTIVE. The snapshot's
 * `segmentIds` must be those of the index. It yields as building does.
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
  const listed = function* (): Generator<ListedValue> {
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

/** A value that a changed campaign lists now, or listed before. */
interface ListedValue {
  readonly values: Postings;
  readonly value: string;
  readonly place: number;
  readonly isNew: boolean;
}

const relist = (sets: CampaignSets, { values, value, place, isNew }: ListedValue): void => {
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
