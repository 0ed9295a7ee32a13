import type { ReceiptLine } from '@loyalty/contracts';
import type { SegmentId } from '@loyalty/kernel';
import { type CampaignAim, noAim } from '../campaigns/campaign-aim.ts';
import type { LineTree } from '../conditions/line-tree.ts';
import type { Activity } from '../earning/activity.ts';
import { termSkusMax } from '../returns/award-terms.ts';
import { skuHashOf, type SkuUnits } from '../returns/sku-units.ts';
import type { IndexedCampaign, IndexParts } from './index-parts.ts';
import { addBit, bitsPerWord, emptySet, hasBit, nextBit, type PlaceSets, type SetId } from './place-sets.ts';

export interface Finding {
  readonly aim: CampaignAim;
  /** True if the campaign targets segments, even if none of them exists. */
  readonly isTargeted: boolean;
  /** The number of bought units of its products, in thousandths. */
  readonly thousandths: number;
  /** Selects lines for the campaign at {@link place}. */
  readonly lines: LineSelector;
  readonly place: number;
}

/** Selects lines of the receipt that was looked up. Places of lines are ascending. */
export interface LineSelector {
  /** Returns the lines for which the tree of the campaign holds. */
  selected(place: number, tree: LineTree, lines: readonly ReceiptLine[]): readonly number[];
  /** Returns those of `selected` that have a product of the campaign's rule. */
  ofProducts(place: number, selected: readonly number[]): readonly number[];
}

/** Finds campaigns. What it finds is valid until the next look-up of any index. */
export type CampaignLookup = Pick<CampaignIndex, 'candidates' | 'sharingCandidates' | 'findingOf' | 'skusOf'>;

/**
 * Finds the campaigns that may fire, at a cost that depends on the activity's size. It compares texts as a
 * scan of the lists would; the caller judges all other conditions.
 */
export class CampaignIndex {
  readonly #parts: IndexParts;
  readonly #lines: LineMatcher;
  readonly #arrays: CampaignArrays;

  /** `ownsArrays` is for an index that is used together with another one and needs arrays of its own. */
  constructor(parts: IndexParts, ownsArrays = false) {
    this.#parts = parts;
    const { sets, lists } = parts;
    this.#arrays = (ownsArrays ? createCampaignArrays : sharedCampaignArrays)(sets.wordsPerSet);
    this.#lines = new LineMatcher(
      parts,
      (ownsArrays ? createListArrays : sharedListArrays)(lists.sets.wordsPerSet),
    );
  }

  /** Returns the candidates in the order in which they are judged. */
  candidates(activity: Activity): readonly IndexedCampaign[] {
    const open = this.#matchStoresAndTargets(activity);
    const { sets, groups } = this.#parts;
    if (activity.kind === 'event') sets.keepIn(open, groups.onEvents);
    else this.#keepMatching(open, activity.receipt.products);
    return this.#in(open);
  }

  /**
   * Returns the campaigns whose shared rows the activity may use; there may be too many of them but never too
   * few.
   */
  sharingCandidates(activity: Activity): readonly IndexedCampaign[] {
    const { sets, groups } = this.#parts;
    const open = this.#matchStoresAndTargets(activity);
    sets.keepIn(open, groups.sharing);
    return this.#in(open);
  }

  /** Returns what the last {@link candidates} found for a campaign, whether it was a candidate or not. */
  findingOf(place: number): Finding {
    return {
      aim: this.#parts.campaigns[place]?.aim ?? noAim,
      isTargeted: hasBit(this.#arrays.targeted, place),
      thousandths: this.#lines.thousandthsOf(place),
      lines: this.#lines,
      place,
    };
  }

  /**
   * Returns the units by sku of the lines in which the last {@link candidates} found a PRODUCT_PURCHASE;
   * `lines` are those of its receipt. Null means that they have more skus than terms may name.
   */
  skusOf(place: number, lines: readonly ReceiptLine[]): readonly SkuUnits[] | null {
    return this.#lines.skusOf(place, lines);
  }

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
   * Walks the shorter list: a member may be in many segments while campaigns target few, or the other way
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

  #keepMatching(open: Int32Array, lines: readonly ReceiptLine[]): void {
    const { sets, groups, lists } = this.#parts;
    const met = this.#lines.match(lines);
    if (met === null) {
      sets.keepIn(open, groups.onAnyReceipt);
      return;
    }
    const { matching } = this.#arrays;
    matching.fill(0);
    sets.addTo(matching, groups.onAnyReceipt);
    for (let list = nextBit(met, 0); list >= 0; list = nextBit(met, list + 1)) {
      const place = lists.neededBy[list] ?? -1;
      if (place >= 0) addBit(matching, place);
    }
    for (let word = 0; word < open.length; word += 1) {
      open[word] = (open[word] ?? 0) & (matching[word] ?? 0);
    }
  }

  #in(words: Int32Array): readonly IndexedCampaign[] {
    const found: IndexedCampaign[] = [];
    for (let place = nextBit(words, 0); place >= 0; place = nextBit(words, place + 1)) {
      const campaign = this.#parts.campaigns[place];
      if (campaign !== undefined) found.push(campaign);
    }
    return found;
  }
}

type MatcherParts = Pick<IndexParts, 'lists' | 'bySku' | 'byCategory'>;

/** Adds up what a receipt has of each list (D18); looks up each sku and category of a line once. */
class LineMatcher implements LineSelector {
  readonly #parts: MatcherParts;
  readonly #sets: PlaceSets;
  readonly #arrays: ListArrays;
  /** The set added last to `ofLine`; empty while no token of the line is listed. */
  #lastOfLine: SetId = emptySet;

  constructor(parts: MatcherParts, arrays: ListArrays) {
    this.#parts = parts;
    this.#sets = parts.lists.sets;
    this.#arrays = arrays;
  }

  /** The lists that some line is in, until the next match; null where nothing is listed. */
  match(lines: readonly ReceiptLine[]): Int32Array | null {
    const { bySku, byCategory } = this.#parts;
    const { met, thousandths, kept } = this.#arrays;
    thousandths.fill(0);
    kept.clear();
    if (bySku.size === 0 && byCategory.size === 0) return null;
    met.fill(0);
    let at = 0;
    for (const line of lines) {
      this.#addLine(line, at);
      at += 1;
    }
    return met;
  }

  thousandthsOf(place: number): number {
    const list = this.#listOf(place);
    return list < 0 ? 0 : (this.#arrays.thousandths[list] ?? 0);
  }

  skusOf(place: number, lines: readonly ReceiptLine[]): readonly SkuUnits[] | null {
    return this.#arrays.kept.skusOf(this.#listOf(place), lines);
  }

  selected(place: number, tree: LineTree, lines: readonly ReceiptLine[]): readonly number[] {
    const first = this.#parts.lists.firstOf[place] ?? 0;
    return this.#arrays.kept.selected(lines, tree, first);
  }

  ofProducts(place: number, selected: readonly number[]): readonly number[] {
    const list = this.#listOf(place);
    return list < 0 ? [] : this.#arrays.kept.inList(list, selected);
  }

  #listOf(place: number): number {
    return this.#parts.lists.listOf[place] ?? -1;
  }

  #addLine({ sku, categories, quantity }: ReceiptLine, at: number): void {
    const { bySku, byCategory } = this.#parts;
    this.#lastOfLine = emptySet;
    this.#noteToken(bySku.get(sku));
    for (const category of categories) this.#noteToken(byCategory.get(category));
    if (this.#lastOfLine === emptySet) return;
    this.#count(Math.round(quantity * 1000));
    this.#arrays.kept.add(at, this.#arrays.ofLine);
  }

  #noteToken(set: SetId | undefined): void {
    if (set === undefined || set === this.#lastOfLine) return;
    const { ofLine } = this.#arrays;
    if (this.#lastOfLine === emptySet) ofLine.fill(0);
    this.#lastOfLine = set;
    this.#sets.addTo(ofLine, set);
  }

  #count(thousandths: number): void {
    const { thousandths: sums, ofLine, met } = this.#arrays;
    const { counted } = this.#parts.lists;
    for (let word = 0; word < ofLine.length; word += 1) {
      const bits = ofLine[word] ?? 0;
      met[word] = (met[word] ?? 0) | bits;
      const from = word * bitsPerWord + 31;
      for (let rest = bits & (counted[word] ?? 0); rest !== 0; rest &= rest - 1) {
        const list = from - Math.clz32(rest & -rest);
        sums[list] = (sums[list] ?? 0) + thousandths;
      }
    }
  }
}

/** Lines of which something is listed: terms ask for those of some campaigns once all are judged. */
class KeptLines {
  readonly #wordsPerSet: number;
  /** There is one set for each line. */
  #words: Int32Array;
  #lines: number[] = [];
  /** Made for the first that asks: the place of each line's sku among the hashes. */
  #skuOf: number[] | null = null;
  #hashes: number[] = [];
  #sums = new Float64Array(0);

  constructor(wordsPerSet: number) {
    this.#wordsPerSet = wordsPerSet;
    this.#words = new Int32Array(8 * wordsPerSet);
  }

  clear(): void {
    if (this.#lines.length === 0) return;
    this.#lines = [];
    this.#skuOf = null;
  }

  add(line: number, ofLine: Int32Array): void {
    const from = this.#lines.length * this.#wordsPerSet;
    if (from === this.#words.length) {
      const wider = new Int32Array(2 * from);
      wider.set(this.#words);
      this.#words = wider;
    }
    const words = this.#words;
    // Faster than `set` for the few words that a set has.
    for (let word = 0; word < ofLine.length; word += 1) words[from + word] = ofLine[word] ?? 0;
    this.#lines.push(line);
  }

  skusOf(list: number, lines: readonly ReceiptLine[]): readonly SkuUnits[] | null {
    const skuOf = (this.#skuOf ??= this.#hashSkus(lines));
    const words = this.#words;
    const found: number[] = [];
    const bitsPerLine = this.#wordsPerSet * bitsPerWord;
    let bit = list;
    for (let n = 0; n < skuOf.length; n += 1) {
      if (hasBit(words, bit)) {
        const sku = skuOf[n] ?? 0;
        const thousandths = Math.round((lines[this.#lines[n] ?? 0]?.quantity ?? 0) * 1000);
        if (found.includes(sku)) this.#sums[sku] = (this.#sums[sku] ?? 0) + thousandths;
        else if (found.push(sku) <= termSkusMax) this.#sums[sku] = thousandths;
        else return null;
      }
      bit += bitsPerLine;
    }
    return found.map((sku) => ({ hash: this.#hashes[sku] ?? 0, thousandths: this.#sums[sku] ?? 0 }));
  }

  /** A line that is not kept is in no list. */
  selected(lines: readonly ReceiptLine[], tree: LineTree, first: number): readonly number[] {
    const selected: number[] = [];
    const bitsPerLine = this.#wordsPerSet * bitsPerWord;
    let next = 0;
    for (let at = 0; at < lines.length; at += 1) {
      const isKept = this.#lines[next] === at;
      const bits = isKept ? next * bitsPerLine + first : -1;
      if (isKept) next += 1;
      if (this.#holds(tree, bits, lines[at]?.unitPriceCents)) selected.push(at);
    }
    return selected;
  }

  inList(list: number, selected: readonly number[]): readonly number[] {
    const bitsPerLine = this.#wordsPerSet * bitsPerWord;
    let next = 0;
    return selected.filter((at) => {
      while ((this.#lines[next] ?? Infinity) < at) next += 1;
      return this.#lines[next] === at && hasBit(this.#words, next * bitsPerLine + list);
    });
  }

  /** `bits` is the place of the campaign's first list among the words; it is below 0 for a line in no list. */
  #holds(tree: LineTree, bits: number, unitPriceCents: number | undefined): boolean {
    if ('list' in tree) return (bits >= 0 && hasBit(this.#words, bits + tree.list)) === tree.isIn;
    if ('isPriceMet' in tree) return tree.isPriceMet(unitPriceCents);
    const isOr = tree.operator === 'OR';
    for (const one of tree.conditions) if (this.#holds(one, bits, unitPriceCents) === isOr) return isOr;
    return !isOr;
  }

  /** Each line is hashed once, however many campaigns ask. */
  #hashSkus(lines: readonly ReceiptLine[]): number[] {
    const places = new Map<number, number>();
    const skuOf = this.#lines.map((line) => {
      const hash = skuHashOf(lines[line]?.sku ?? '');
      const known = places.get(hash);
      if (known !== undefined) return known;
      places.set(hash, places.size);
      return places.size - 1;
    });
    this.#hashes = [...places.keys()];
    if (this.#sums.length < places.size) this.#sums = new Float64Array(places.size);
    return skuOf;
  }
}

interface CampaignArrays {
  readonly open: Int32Array;
  readonly targeted: Int32Array;
  readonly matching: Int32Array;
}

interface ListArrays {
  readonly met: Int32Array;
  readonly ofLine: Int32Array;
  /**
   * The array has one number for each list. These are whole numbers below 2^53, so the order of additions
   * does not matter.
   */
  readonly thousandths: Float64Array;
  readonly kept: KeptLines;
}

/** Indexes share the arrays of their size: a process holds thousands of indexes, and most are small. */
const sharedByWidth = <Arrays>(
  create: (wordsPerSet: number) => Arrays,
): ((wordsPerSet: number) => Arrays) => {
  const byWidth = new Map<number, Arrays>();
  return (wordsPerSet) => {
    const known = byWidth.get(wordsPerSet);
    if (known !== undefined) return known;
    const made = create(wordsPerSet);
    byWidth.set(wordsPerSet, made);
    return made;
  };
};

const createCampaignArrays = (wordsPerSet: number): CampaignArrays => ({
  open: new Int32Array(wordsPerSet),
  targeted: new Int32Array(wordsPerSet),
  matching: new Int32Array(wordsPerSet),
});

const createListArrays = (wordsPerSet: number): ListArrays => ({
  met: new Int32Array(wordsPerSet),
  ofLine: new Int32Array(wordsPerSet),
  thousandths: new Float64Array(wordsPerSet * bitsPerWord),
  kept: new KeptLines(wordsPerSet),
});

const sharedCampaignArrays = sharedByWidth(createCampaignArrays);
const sharedListArrays = sharedByWidth(createListArrays);
