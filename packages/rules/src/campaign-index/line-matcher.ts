import type { ReceiptLine } from '@loyalty/contracts';
import { emptySet, nextPlace, type SetId } from './campaign-sets.ts';
import type { IndexParts } from './index-parts.ts';
import type { WorkArrays } from './work-arrays.ts';

type MatcherParts = Pick<IndexParts, 'sets' | 'bySku' | 'byCategory' | 'groups'>;
type LineArrays = Pick<WorkArrays, 'matching' | 'ofLine' | 'thousandths'>;

/**
 * Adds up the quantities that a receipt has of each campaign's products (D18). It looks up each sku and category of a
 * line once, however many campaigns list it.
 */
export class LineMatcher {
  readonly #parts: MatcherParts;
  readonly #arrays: LineArrays;
  /** The set added last to `ofLine`; empty while no token of the line is listed. */
  #lastOfLine: SetId = emptySet;

  constructor(parts: MatcherParts, arrays: LineArrays) {
    this.#parts = parts;
    this.#arrays = arrays;
  }

  /** Removes from `open` the campaigns that cannot fire for these lines. */
  keepMatching(open: Int32Array, lines: readonly ReceiptLine[]): void {
    const { sets, groups, bySku, byCategory } = this.#parts;
    const { matching, thousandths } = this.#arrays;
    thousandths.fill(0);
    if (bySku.size === 0 && byCategory.size === 0) {
      sets.keepIn(open, groups.onAnyReceipt);
      return;
    }
    matching.fill(0);
    sets.addTo(matching, groups.onAnyReceipt);
    for (const line of lines) this.#addLine(line);
    for (let word = 0; word < open.length; word += 1) {
      open[word] = (open[word] ?? 0) & (matching[word] ?? 0);
    }
  }

  /** Returns the quantity for the last receipt. */
  thousandthsOf(place: number): number {
    return this.#arrays.thousandths[place] ?? 0;
  }

  /** Adds a line once to each campaign that lists it, however many of its tokens match. */
  #addLine({ sku, categories, quantity }: ReceiptLine): void {
    const { bySku, byCategory } = this.#parts;
    this.#lastOfLine = emptySet;
    this.#noteToken(bySku.get(sku));
    for (const category of categories) this.#noteToken(byCategory.get(category));
    if (this.#lastOfLine !== emptySet) this.#count(Math.round(quantity * 1000));
  }

  #noteToken(set: SetId | undefined): void {
    if (set === undefined || set === this.#lastOfLine) return;
    const { ofLine } = this.#arrays;
    if (this.#lastOfLine === emptySet) ofLine.fill(0);
    this.#lastOfLine = set;
    this.#parts.sets.addTo(ofLine, set);
  }

  #count(thousandths: number): void {
    const { thousandths: sums, ofLine, matching } = this.#arrays;
    for (let word = 0; word < ofLine.length; word += 1) {
      matching[word] = (matching[word] ?? 0) | (ofLine[word] ?? 0);
    }
    for (let place = nextPlace(ofLine, 0); place >= 0; place = nextPlace(ofLine, place + 1)) {
      sums[place] = (sums[place] ?? 0) + thousandths;
    }
  }
}
