import { draftOf } from './campaign-draft.ts';
import { type JsonObject, textsAt } from './draft.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

interface Copy {
  /** Its segments are those of here where their names are, and else those of there. */
  readonly draft: JsonObject;
  /** Names of segments that have no namesake here, or several, by their ids there. */
  readonly unmatched: ReadonlyMap<string, string>;
}

/** Returns what a campaign of one environment is in another one: segments are matched by name (M62). */
export const copyOf = (
  record: object,
  { theirs, ours }: { readonly theirs: readonly Named[]; readonly ours: readonly Named[] },
): Copy => {
  const draft = draftOf(record);
  const nameOf = new Map(theirs.map(({ id, name }) => [id, name]));
  const unmatched = new Map<string, string>();
  const own = new Set(ours.map(({ id }) => id));
  const ids = textsAt(draft, '/targetSegmentIds').map((theirId) => {
    if (own.has(theirId)) return theirId;
    const name = nameOf.get(theirId);
    const namesakes = ours.filter((one) => one.name === name);
    const [match] = namesakes;
    if (match !== undefined && namesakes.length === 1) return match.id;
    unmatched.set(theirId, name ?? theirId);
    return theirId;
  });
  return { draft: ids.length === 0 ? draft : { ...draft, targetSegmentIds: ids }, unmatched };
};

interface TierOf {
  readonly name: string;
  readonly benefits: readonly { readonly type: string; readonly campaignId?: string }[];
}

/** Returns names of tiers that a campaign is exclusive to, lowest first. */
export const exclusiveTiers = (tiers: readonly TierOf[], campaignId: string): readonly string[] =>
  tiers
    .filter(({ benefits }) =>
      benefits.some((benefit) => benefit.type === 'EXCLUSIVE_CAMPAIGN' && benefit.campaignId === campaignId),
    )
    .map(({ name }) => name);
