import { draftOf } from '../../model/campaigns/campaign-draft.ts';
import {
  isJsonList,
  type Json,
  type JsonObject,
  textAt,
  textsAt,
  valueAt,
  withValue,
} from '../../model/drafts/draft.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

interface Copy {
  /**
   * Segments and tiers are those of this environment if it has their names, and those of the other one
   * otherwise.
   */
  readonly draft: JsonObject;
  /** Names of those that have no namesake here, or several, by their ids there. */
  readonly unmatched: ReadonlyMap<string, string>;
}

interface Lists {
  readonly theirs: readonly Named[];
  readonly ours: readonly Named[];
}

/**
 * Returns what a campaign of one environment becomes in another one: segments and tiers are matched by name.
 */
export const copyOf = (
  record: object,
  { segments, tiers }: { readonly segments: Lists; readonly tiers: Lists },
): Copy => {
  const draft = draftOf(record);
  const unmatched = new Map<string, string>();
  const ofSegment = matcherOf(segments, unmatched);
  const ofTier = matcherOf(tiers, unmatched);
  const ids = textsAt(draft, '/targetSegmentIds').map(ofSegment);
  const conditions = draft['conditions'];
  const copied = {
    ...draft,
    ...(ids.length === 0 ? {} : { targetSegmentIds: ids }),
    ...(conditions === undefined ? {} : { conditions: withIds(conditions, { ofSegment, ofTier }) }),
  };
  return { draft: copied, unmatched };
};

type IdOf = (id: string) => string;

/** If a name has no match here, or several, the id stays what it is there, and is noted with its name. */
const matcherOf = ({ theirs, ours }: Lists, unmatched: Map<string, string>): IdOf => {
  const nameOf = new Map(theirs.map(({ id, name }) => [id, name]));
  const own = new Set(ours.map(({ id }) => id));
  return (theirId) => {
    if (own.has(theirId)) return theirId;
    const name = nameOf.get(theirId);
    const namesakes = ours.filter((one) => one.name === name);
    const [match] = namesakes;
    if (match !== undefined && namesakes.length === 1) return match.id;
    unmatched.set(theirId, name ?? theirId);
    return theirId;
  };
};

const withIds = (tree: Json, of: { readonly ofSegment: IdOf; readonly ofTier: IdOf }): Json => {
  const conditions = valueAt(tree, '/conditions');
  if (isJsonList(conditions))
    return withValue(
      tree,
      '/conditions',
      conditions.map((one) => withIds(one, of)),
    );
  const field = textAt(tree, '/field');
  const idOf = field === 'segment_id' ? of.ofSegment : field === 'tier_id' ? of.ofTier : null;
  const value = valueAt(tree, '/value');
  if (idOf === null || value === undefined) return tree;
  const named = (one: Json): Json => (typeof one === 'string' ? idOf(one.toLowerCase()) : one);
  return withValue(tree, '/value', isJsonList(value) ? value.map(named) : named(value));
};

interface TierOf {
  readonly name: string;
  readonly benefits: readonly { readonly type: string; readonly campaignId?: string }[];
}

/** Returns the names of the tiers to which a campaign is exclusive, lowest first. */
export const exclusiveTiers = (tiers: readonly TierOf[], campaignId: string): readonly string[] =>
  tiers
    .filter(({ benefits }) =>
      benefits.some((benefit) => benefit.type === 'EXCLUSIVE_CAMPAIGN' && benefit.campaignId === campaignId),
    )
    .map(({ name }) => name);
