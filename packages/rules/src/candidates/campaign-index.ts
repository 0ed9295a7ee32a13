import type { SegmentId } from '@loyalty/kernel';
import type { Activity } from '../model/activity.ts';
import type { Campaign } from '../model/campaign.ts';
import { CampaignSets, emptySet, hasPlace, nextPlace, type SetId } from './campaign-sets.ts';
import { LineMatcher } from './line-matcher.ts';

/** Which campaigns name a value in one of their lists. */
export type Postings<Value = string> = Map<Value, SetId>;

/** A campaign and its place among the ACTIVE ones, which are in the order in which they are judged. */
export interface IndexedCampaign {
  readonly campaign: Campaign;
  readonly place: number;
}

/** What an index is made of. */
export interface IndexParts {
  readonly campaigns: readonly IndexedCampaign[];
  readonly sets: CampaignSets;
  readonly bySku: Postings;
  /** A category may stand among the skus of a rule, and among its categories (D18). */
  readonly byCategory: Postings;
  readonly byStore: Postings;
  /** Of the segments that exist. */
  readonly bySegment: Postings<SegmentId>;
  readonly groups: CampaignGroups;
}

/** Campaigns that have something in common, whatever the activity. */
export interface CampaignGroups {
  readonly ofAnyStore: SetId;
  /** Without targets, or with none that exists (D29). */
  readonly untargeted: SetId;
  /** May fire on a receipt, whatever was bought. */
  readonly onAnyReceipt: SetId;
  readonly onEvents: SetId;
  /** Under which members share something: a budget, or a count. */
  readonly sharing: SetId;
}

/** What was looked up for one campaign: what a scan of its lists would say. */
export interface Finding {
  /** The member is in one of its target segments, or it has none that exists. */
  readonly isTargeted: boolean;
  /** Thousandths of units that were bought of its products. */
  readonly thousandths: number;
}

/**
 * The ACTIVE campaigns of a snapshot by what activities hold, so that one is judged by the campaigns that may fire for it,
 * and costs what it holds rather than what is configured. Lists are answered here, by the same comparison of texts that a
 * scan makes; every other condition is for whoever judges. What a look-up leaves is good until the next one.
 */
export class CampaignIndex {
  readonly #parts: IndexParts;
  readonly #lines: LineMatcher;
  readonly #open: Int32Array;
  readonly #targeted: Int32Array;

  constructor(parts: IndexParts) {
    const { wordsPerSet } = parts.sets;
    this.#parts = parts;
    this.#lines = new LineMatcher(parts);
    this.#open = new Int32Array(wordsPerSet);
    this.#targeted = new Int32Array(wordsPerSet).fill(-1);
  }

  /** The campaigns that may fire for the activity, in the order in which they are judged. */
  candidates(activity: Activity): readonly IndexedCampaign[] {
    const open = this.#meetGates(activity);
    const { sets, groups } = this.#parts;
    if (activity.kind === 'event') sets.keepIn(open, groups.onEvents);
    else this.#lines.keepMatching(open, activity.receipt.products);
    return this.#in(open);
  }

  /** Those under which members share something that the activity may draw on; rather too many. */
  sharingCandidates(activity: Activity): readonly IndexedCampaign[] {
    const { sets, groups } = this.#parts;
    const open = this.#meetGates(activity);
    sets.keepIn(open, groups.sharing);
    return this.#in(open);
  }

  /** What the last {@link candidates} has found for a campaign, candidate or not. */
  findingOf(place: number): Finding {
    return { isTargeted: hasPlace(this.#targeted, place), thousandths: this.#lines.thousandthsOf(place) };
  }

  /** Those whose stores and targets the activity meets. */
  #meetGates({ storeRef, inputs }: Activity): Int32Array {
    const { sets, byStore, bySegment, groups } = this.#parts;
    const open = this.#open.fill(0);
    sets.addTo(open, groups.ofAnyStore);
    if (storeRef !== null && byStore.size > 0) sets.addTo(open, byStore.get(storeRef) ?? emptySet);
    if (bySegment.size === 0) return open;
    this.#lookUpTargets(inputs.segmentIds);
    for (let word = 0; word < open.length; word += 1) {
      open[word] = (open[word] ?? 0) & (this.#targeted[word] ?? 0);
    }
    return open;
  }

  /** Looks through the shorter of both: a member may be in many segments of which campaigns want few, and the other way round. */
  #lookUpTargets(segmentIds: ReadonlySet<SegmentId>): void {
    const { sets, bySegment, groups } = this.#parts;
    const targeted = this.#targeted.fill(0);
    sets.addTo(targeted, groups.untargeted);
    const shorter = segmentIds.size <= bySegment.size ? segmentIds : bySegment.keys();
    for (const segmentId of shorter) {
      if (segmentIds.has(segmentId)) sets.addTo(targeted, bySegment.get(segmentId) ?? emptySet);
    }
  }

  /** The campaigns whose places are in these words. */
  #in(words: Int32Array): readonly IndexedCampaign[] {
    const found: IndexedCampaign[] = [];
    for (let place = nextPlace(words, 0); place >= 0; place = nextPlace(words, place + 1)) {
      const campaign = this.#parts.campaigns[place];
      if (campaign !== undefined) found.push(campaign);
    }
    return found;
  }
}
