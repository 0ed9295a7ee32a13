import { invariant } from '@loyalty/kernel';
import {
  askedBit,
  askedOf,
  type AwardTerm,
  type AwardTerms,
  type CardTerm,
  formBytes,
  hashBytes,
  minSpendBit,
  multiplierBit,
  noStamps,
  shareOf,
  skuTermsMax,
  termBytesMax,
  termSkusMax,
  termsVersion,
  numberBytesMax,
} from './award-terms.ts';
import type { SkuCost, SkuUnits } from './sku-units.ts';

/** Null where nothing was awarded or stamped. What is beyond the bounds becomes a share (D171). */
export const encodeTerms = ({ awards, cards }: AwardTerms): Buffer | null => {
  let left = awards.length + cards.length;
  if (left === 0) return null;
  const out = new TermWriter();
  const within = { awards: new TermBounds(), cards: new TermBounds() };
  for (const term of awards) {
    left -= 1;
    out.writeAward(within.awards.admits(term) ? term : shareOf(term), left);
  }
  for (const card of cards) {
    left -= 1;
    out.writeCard(within.cards.admits(card) ? card : { ...shareOf(card), ...noStamps }, left);
  }
  return out.bytes();
};

class TermBounds {
  #naming = 0;

  admits(term: AwardTerm): boolean {
    const skus = ('skus' in term ? term.skus.length : 0) + (askedOf(term)?.length ?? 0);
    if (skus > 0) this.#naming += 1;
    return skus <= termSkusMax && (skus === 0 || this.#naming <= skuTermsMax);
  }
}

const multiplierOf = (term: AwardTerm): number | undefined =>
  'multiplierScaled' in term ? term.multiplierScaled : undefined;

/** The terms of one receipt fit, with room for the longest term that is tried last. */
const scratch = Buffer.alloc(
  termBytesMax + 9 * numberBytesMax + termSkusMax * (hashBytes + 2 * numberBytesMax),
);

/** One at a time: all share the buffer. */
class TermWriter {
  #at = 1;

  /** Each term after it needs a byte at least. */
  writeAward(term: AwardTerm, termsAfter: number): void {
    const start = this.#at;
    this.#award(term);
    this.#keep(start, termsAfter);
  }

  writeCard(card: CardTerm, termsAfter: number): void {
    const start = this.#at;
    this.#award(card);
    if (card.form !== 'SHARE') {
      this.#varint(card.stampsRequired);
      this.#varint(card.cardsCompleted);
    }
    this.#keep(start, termsAfter);
  }

  bytes(): Buffer {
    scratch[0] = termsVersion;
    const bytes = Buffer.allocUnsafe(this.#at);
    scratch.copy(bytes, 0, 0, this.#at);
    return bytes;
  }

  /** Or a share, where what is left does not fit. */
  #keep(start: number, termsAfter: number): void {
    if (this.#at + termsAfter <= termBytesMax) return;
    this.#at = start;
    this.#award({ form: 'SHARE', minSpendCents: null });
    invariant(
      this.#at + termsAfter <= termBytesMax,
      'a receipt has fewer awards and cards than bytes for terms',
    );
  }

  #award(term: AwardTerm): void {
    this.#head(term);
    this.#content(term);
    const asked = askedOf(term);
    if (asked !== undefined) this.#costs(asked);
  }

  #head(term: AwardTerm): void {
    const { minSpendCents } = term;
    const multiplier = multiplierOf(term);
    scratch[this.#at++] =
      formBytes[term.form] |
      (minSpendCents === null ? 0 : minSpendBit) |
      (multiplier === undefined ? 0 : multiplierBit) |
      (askedOf(term) === undefined ? 0 : askedBit);
    if (minSpendCents !== null) this.#varint(minSpendCents);
    if (multiplier !== undefined) this.#varint(multiplier);
  }

  #content(term: AwardTerm): void {
    switch (term.form) {
      case 'WHOLE':
      case 'SHARE':
        return;
      case 'PERCENT':
        this.#varint(term.percentageScaled);
        return;
      case 'PRODUCT':
        this.#varint(term.points);
        this.#units(term.skus);
        return;
      case 'LINES':
        this.#units(term.skus);
        return;
      case 'LINES_PERCENT':
      case 'EXCEPT_PERCENT':
        this.#varint(term.percentageScaled);
        this.#costs(term.skus);
        return;
      case 'EVERY':
        this.#varint(term.everyQuantity);
        this.#varint(term.points);
        this.#units(term.skus);
    }
  }

  #units(skus: readonly SkuUnits[]): void {
    this.#varint(skus.length);
    for (const sku of skus) this.#sku(sku);
  }

  #costs(skus: readonly SkuCost[]): void {
    this.#varint(skus.length);
    for (const sku of skus) {
      this.#sku(sku);
      this.#varint(sku.cost);
    }
  }

  #sku({ hash, thousandths }: SkuUnits): void {
    this.#at = scratch.writeUInt32BE(hash, this.#at);
    this.#varint(thousandths);
  }

  #varint(value: number): void {
    invariant(Number.isSafeInteger(value) && value >= 0, 'a number of terms is whole and not below 0');
    let rest = value;
    while (rest >= 128) {
      scratch[this.#at++] = (rest % 128) | 128;
      rest = Math.floor(rest / 128);
    }
    scratch[this.#at++] = rest;
  }
}
