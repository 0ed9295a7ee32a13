import type { SegmentId } from '@loyalty/kernel';
import type { Activity } from '../model/activity.ts';
import { emptySet, hasPlace, nextPlace } from './campaign-sets.ts';
import type { IndexedCampaign, IndexParts } from './index-parts.ts';
import { LineMatcher } from './line-matcher.ts';
import { workArraysOf, type WorkArrays } from './work-arrays.ts';

/** The index's result for one campaign; a scan of its lists gives the same. */
export interface Finding {
  /** The member is in one of its target segments, or it has none that exists. */
  readonly isTargeted: boolean;
  /** Thousandths of units bought of its products. */
  readonly thousandths: number;
}

/**
 * An index of the ACTIVE campaigns of a snapshot by the values that they list. It finds the campaigns that may fire for
 * an activity, at the cost of the activity's size. It compares texts as a scan of the lists would; the caller judges
 * all other conditions. Findings hold until the next look-up of any index.
 */
export class CampaignIndex {
  readonly #parts: IndexParts;
  readonly #lines: LineMatcher;
  readonly #arrays: WorkArrays;

  constructor(parts: IndexParts) {
    this.#parts = parts;
    this.#arrays = workArraysOf(parts.sets.wordsPerSet);
    this.#lines = new LineMatcher(parts, this.#arrays);
  }

  /** Returns the campaigns that may fire for the activity, in the order in which they are judged. */
  candidates(activity: Activity): readonly IndexedCampaign[] {
    const open = this.#matchStoresAndTargets(activity);
    const { sets, groups } = this.#parts;
    if (activity.kind === 'event') sets.keepIn(open, groups.onEvents);
    else this.#lines.keepMatching(open, activity.receipt.products);
    return this.#in(open);
  }

  /** Returns the campaigns whose shared rows the activity may use; too many rather than too few. */
  sharingCandidates(activity: Activity): readonly IndexedCampaign[] {
    const { sets, groups } = this.#parts;
    const open = this.#matchStoresAndTargets(activity);
    sets.keepIn(open, groups.sharing);
    return this.#in(open);
  }

  /** Returns what the last {@link candidates} found for a campaign, candidate or not. */
  findingOf(place: number): Finding {
    return {
      isTargeted: hasPlace(this.#arrays.targeted, place),
      thousandths: this.#lines.thousandthsOf(place),
    };
  }

  /** Finds the campaigns whose stores and targets the activity meets. */
  #matchStoresAndTargets({ storeRef, inputs }: Activity): Int32Array {
    const { sets, byStore, bySegment, groups } = this.#parts;
    const { open, targeted } = this.#arrays;
    open.fill(0);
    sets.addTo(open, groups.ofAnyStore);
    if (storeRef !== null && byStore.size > 0) sets.addTo(open, byStore.get(storeRef) ?? emptySet);
    if (bySegment.size === 0) {
      targeted.fill(-1);
      return open;
    }
    this.#lookUpTargets(targeted, inputs.segmentIds);
    for (let word = 0; word < open.length; word += 1) {
      open[word] = (open[word] ?? 0) & (targeted[word] ?? 0);
    }
    return open;
  }

  /**
   * Walks the shorter of both lists: a member may be in many segments while campaigns target few, and the other way
   * round.
   */
  #lookUpTargets(targeted: Int32Array, segmentIds: ReadonlySet<SegmentId>): void {
    const { sets, bySegment, groups } = this.#parts;
    targeted.fill(0);
    sets.addTo(targeted, groups.untargeted);
    const shorter = segmentIds.size <= bySegment.size ? segmentIds : bySegment.keys();
    for (const segmentId of shorter) {
      if (segmentIds.has(segmentId)) sets.addTo(targeted, bySegment.get(segmentId) ?? emptySet);
    }
  }

  /** Returns the campaigns whose places are in these words. */
  #in(words: Int32Array): readonly IndexedCampaign[] {
    const found: IndexedCampaign[] = [];
    for (let place = nextPlace(words, 0); place >= 0; place = nextPlace(words, place + 1)) {
      const campaign = this.#parts.campaigns[place];
      if (campaign !== undefined) found.push(campaign);
    }
    return found;
  }
}
