import type { SegmentId } from '@loyalty/kernel';
import type { Campaign } from '../campaigns/campaign.ts';

/** The set of campaigns that list each value. */
export type Postings<Value = string> = Map<Value, SetId>;

/** A campaign and its place among the ACTIVE ones, in the order in which they are judged. */
export interface IndexedCampaign {
  readonly campaign: Campaign;
  readonly place: number;
}

export interface IndexParts {
  readonly campaigns: readonly IndexedCampaign[];
  readonly sets: CampaignSets;
  readonly bySku: Postings;
  /** A category may be listed among the skus of a rule, and among its categories (D18). */
  readonly byCategory: Postings;
  readonly byStore: Postings;
  /** Only segments that exist. */
  readonly bySegment: Postings<SegmentId>;
  readonly groups: CampaignGroups;
}

/** Groups of campaigns that do not depend on the activity. */
export interface CampaignGroups {
  readonly ofAnyStore: SetId;
  /** Without targets, or with targets none of which exists (D29). */
  readonly untargeted: SetId;
  /** May fire on a receipt, whatever its lines. */
  readonly onAnyReceipt: SetId;
  readonly onEvents: SetId;
  /** Its members share a budget or a count. */
  readonly sharing: SetId;
}

/** Identifies a set of campaigns; 0 is the empty one. */
export type SetId = number;

export const emptySet: SetId = 0;

/** Places in a word of a set. */
export const bitsPerWord = 32;

/**
 * Sets of campaigns' places, as bits. Equal sets are kept once, so values that the same campaigns list share
 * one. All sets lie in one array, so a hundred thousand of them need no objects.
 */
export class CampaignSets {
  readonly wordsPerSet: number;
  readonly #places: number;
  #words: Int32Array;
  #count = 1;
  /** By set and added place, or removed place: the resulting set. */
  readonly #wider = new Map<number, SetId>();
  /** Null until a campaign has changed. */
  #narrower: Map<number, SetId> | null = null;

  constructor(places: number) {
    this.#places = places;
    this.wordsPerSet = Math.max(1, Math.ceil(places / bitsPerWord));
    this.#words = new Int32Array(16 * this.wordsPerSet);
  }

  /** The number of sets that were made; none is ever removed. */
  get count(): number {
    return this.#count;
  }

  with(set: SetId, place: number): SetId {
    return this.#has(set, place) ? set : this.#toggled(this.#wider, set, place);
  }

  without(set: SetId, place: number): SetId {
    if (!this.#has(set, place)) return set;
    this.#narrower ??= new Map();
    return this.#toggled(this.#narrower, set, place);
  }

  /** Adds the places of a set to `words`, which has {@link wordsPerSet} of them. */
  addTo(words: Int32Array, set: SetId): void {
    const from = set * this.wordsPerSet;
    for (let word = 0; word < this.wordsPerSet; word += 1) {
      words[word] = (words[word] ?? 0) | (this.#words[from + word] ?? 0);
    }
  }

  /** Removes from `words` the places that are not in the set. */
  keepIn(words: Int32Array, set: SetId): void {
    const from = set * this.wordsPerSet;
    for (let word = 0; word < this.wordsPerSet; word += 1) {
      words[word] = (words[word] ?? 0) & (this.#words[from + word] ?? 0);
    }
  }

  #toggled(known: Map<number, SetId>, set: SetId, place: number): SetId {
    const step = set * this.#places + place;
    const before = known.get(step);
    if (before !== undefined) return before;
    const made = this.#copyOf(set);
    const word = made * this.wordsPerSet + (place >>> 5);
    this.#words[word] = (this.#words[word] ?? 0) ^ (1 << place);
    known.set(step, made);
    return made;
  }

  isEmpty(set: SetId): boolean {
    const from = set * this.wordsPerSet;
    return this.#words.subarray(from, from + this.wordsPerSet).every((word) => word === 0);
  }

  #has(set: SetId, place: number): boolean {
    return ((this.#words[set * this.wordsPerSet + (place >>> 5)] ?? 0) & (1 << place)) !== 0;
  }

  #copyOf(set: SetId): SetId {
    const made = this.#count;
    this.#count += 1;
    if (this.#count * this.wordsPerSet > this.#words.length) {
      const wider = new Int32Array(2 * this.#words.length);
      wider.set(this.#words);
      this.#words = wider;
    }
    const from = set * this.wordsPerSet;
    this.#words.copyWithin(made * this.wordsPerSet, from, from + this.wordsPerSet);
    return made;
  }
}

/** Returns the first place in `words` at or after `from`; -1 when there is none. */
export const nextPlace = (words: Int32Array, from: number): number => {
  let word = from >>> 5;
  let bits = (words[word] ?? 0) & (-1 << from);
  while (bits === 0) {
    word += 1;
    if (word >= words.length) return -1;
    bits = words[word] ?? 0;
  }
  return word * bitsPerWord + 31 - Math.clz32(bits & -bits);
};

export const hasPlace = (words: Int32Array, place: number): boolean =>
  ((words[place >>> 5] ?? 0) & (1 << place)) !== 0;
