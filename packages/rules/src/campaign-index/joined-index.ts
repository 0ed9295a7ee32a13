import type { ReceiptLine } from '@loyalty/contracts';
import type { Activity } from '../earning/activity.ts';
import type { SkuUnits } from '../returns/sku-units.ts';
import type { Snapshot } from '../snapshot.ts';
import { CampaignIndex, type CampaignLookup, type Finding } from './campaign-index.ts';
import type { IndexedCampaign } from './index-parts.ts';
import { buildIndexParts, indexCampaigns, noteIndex, activeOf } from './index-campaigns.ts';

/**
 * Indexes the new campaigns of a snapshot that follow those of `base`, in steps. The other campaigns are in
 * the order of `base`, and the segments that exist in it exist here, too.
 */
export function* indexAdded(base: Snapshot, snapshot: Snapshot): Generator<undefined, CampaignLookup> {
  const { campaigns } = snapshot;
  const [inBase, isJudged] = [new Set(base.campaigns), new Set(campaigns)];
  const parts = yield* buildIndexParts({
    ...snapshot,
    campaigns: campaigns.filter((campaign) => !inBase.has(campaign)),
  });
  const index = new JoinedIndex({
    base: yield* indexCampaigns(base),
    isKept: activeOf(base).map((campaign) => isJudged.has(campaign)),
    added: new CampaignIndex(parts, true),
  });
  noteIndex(snapshot, index);
  return index;
}

interface Joined {
  readonly base: CampaignLookup;
  /** This tells for each place in `base` whether the campaign is judged. */
  readonly isKept: readonly boolean[];
  /** These campaigns follow those that are kept. The work arrays are its own. */
  readonly added: CampaignLookup;
}

/** Makes two indexes one: some campaigns of the first, then all of the second. */
class JoinedIndex implements CampaignLookup {
  readonly #base: CampaignLookup;
  readonly #added: CampaignLookup;
  /** Each place has its place in `base`. */
  readonly #kept: readonly number[];
  /** Each place in `base` has its place here; it is -1 where the campaign is not judged. */
  readonly #placeOf: readonly number[];

  constructor({ base, isKept, added }: Joined) {
    this.#base = base;
    this.#added = added;
    this.#kept = isKept.flatMap((isKeptHere, place) => (isKeptHere ? [place] : []));
    let next = 0;
    this.#placeOf = isKept.map((isKeptHere) => (isKeptHere ? next++ : -1));
  }

  candidates(activity: Activity): readonly IndexedCampaign[] {
    return this.#joined(this.#base.candidates(activity), this.#added.candidates(activity));
  }

  sharingCandidates(activity: Activity): readonly IndexedCampaign[] {
    return this.#joined(this.#base.sharingCandidates(activity), this.#added.sharingCandidates(activity));
  }

  findingOf(place: number): Finding {
    const kept = this.#kept[place];
    return kept === undefined ? this.#added.findingOf(place - this.#kept.length) : this.#base.findingOf(kept);
  }

  skusOf(place: number, lines: readonly ReceiptLine[]): readonly SkuUnits[] | null {
    const kept = this.#kept[place];
    return kept === undefined
      ? this.#added.skusOf(place - this.#kept.length, lines)
      : this.#base.skusOf(kept, lines);
  }

  #joined(base: readonly IndexedCampaign[], added: readonly IndexedCampaign[]): readonly IndexedCampaign[] {
    const found: IndexedCampaign[] = [];
    for (const { campaign, aim, place: inBase } of base) {
      const place = this.#placeOf[inBase] ?? -1;
      if (place >= 0) found.push({ campaign, aim, place });
    }
    for (const { campaign, aim, place } of added)
      found.push({ campaign, aim, place: place + this.#kept.length });
    return found;
  }
}
