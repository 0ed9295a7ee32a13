import { invariant } from '@loyalty/kernel';
import type { LimitPeriod } from '../limits/limit-period.ts';
import {
  askedBit,
  askedOf,
  type AwardTerm,
  type AwardTerms,
  type CardTerm,
  type CountedReceipt,
  localDayUnit,
  formBytes,
  hashBytes,
  minSpendBit,
  multiplierBit,
  noStamps,
  periodBits,
  shareOf,
  skusOf,
  skuTermsMax,
  termBytesMax,
  termSkusMax,
  termsVersion,
  usesBit,
  numberBytesMax,
} from './award-terms.ts';
import type { SkuCost, SkuUnits } from './sku-units.ts';

/**
 * Encodes terms. Returns null if nothing was awarded or stamped. Terms beyond the bounds become a share
 * (D171).
 */
export const encodeTerms = ({ awards, cards, counted }: AwardTerms): Buffer | null => {
  if (awards.length + cards.length === 0) return null;
  let left = leastBytesOf(awards) + leastBytesOf(cards) + (counted === undefined ? 0 : 1);
  const out = new TermWriter();
  const within = { awards: new TermBounds(), cards: new TermBounds() };
  for (const term of awards) {
    left -= leastBytes(term);
    out.writeAward(within.awards.admits(term) ? term : shareOf(term), left);
  }
  for (const card of cards) {
    left -= leastBytes(card);
    out.writeCard(within.cards.admits(card) ? card : { ...shareOf(card), ...noStamps }, left);
  }
  if (counted !== undefined) out.writeCounted(counted);
  return out.bytes();
};

/** A share has them: what was counted is kept in any case, so that a return gives it back. */
const leastBytes = ({ countedIn }: AwardTerm): number => (countedIn === undefined ? 1 : 2);

const leastBytesOf = (terms: readonly AwardTerm[]): number => {
  let bytes = 0;
  for (const term of terms) bytes += leastBytes(term);
  return bytes;
};

class TermBounds {
  #naming = 0;

  admits(term: AwardTerm): boolean {
    const skus = skusOf(term).length + (askedOf(term)?.length ?? 0);
    if (skus > 0) this.#naming += 1;
    return skus <= termSkusMax && (skus === 0 || this.#naming <= skuTermsMax);
  }
}

const multiplierOf = (term: AwardTerm): number | undefined =>
  term.form === 'WHOLE' || term.form === 'LINES' || term.form === 'EVERY' || term.form === 'SHARE'
    ? undefined
    : term.multiplierScaled;

const maskOf = (periods: readonly LimitPeriod[]): number => {
  let mask = 0;
  for (const period of periods) mask |= periodBits[period];
  return mask;
};

/** The terms of one receipt fit, with room for the longest term that is tried last. */
const scratch = Buffer.alloc(
  termBytesMax + 9 * numberBytesMax + termSkusMax * (hashBytes + 2 * numberBytesMax),
);

/** Only one may be in use at a time, because all share the buffer. */
class TermWriter {
  #at = 1;

  /** The parts after the award need at least `bytesAfter` bytes. */
  writeAward(term: AwardTerm, bytesAfter: number): void {
    const start = this.#at;
    this.#award(term);
    this.#keep(term, { start, bytesAfter });
  }

  writeCard(card: CardTerm, bytesAfter: number): void {
    const start = this.#at;
    this.#award(card);
    if (card.form !== 'SHARE') {
      this.#varint(card.stampsRequired);
      this.#varint(card.cardsCompleted);
    }
    this.#keep(card, { start, bytesAfter });
  }

  /** The counts are written after all terms. */
  writeCounted({ dayShift, capPeriods }: CountedReceipt): void {
    scratch[this.#at++] = maskOf(capPeriods) | ((dayShift + 1) * localDayUnit);
  }

  bytes(): Buffer {
    scratch[0] = termsVersion;
    const bytes = Buffer.allocUnsafe(this.#at);
    scratch.copy(bytes, 0, 0, this.#at);
    return bytes;
  }

  /** Keeps the term, or only its share if the rest does not fit. */
  #keep(
    term: AwardTerm,
    { start, bytesAfter }: { readonly start: number; readonly bytesAfter: number },
  ): void {
    if (this.#at + bytesAfter <= termBytesMax) return;
    this.#at = start;
    const { countedIn } = term;
    this.#award(
      shareOf(countedIn === undefined ? { minSpendCents: null } : { minSpendCents: null, countedIn }),
    );
    invariant(
      this.#at + bytesAfter <= termBytesMax,
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
    const { minSpendCents, countedIn } = term;
    const multiplier = multiplierOf(term);
    scratch[this.#at++] =
      formBytes[term.form] |
      (minSpendCents === null ? 0 : minSpendBit) |
      (multiplier === undefined ? 0 : multiplierBit) |
      (countedIn === undefined ? 0 : usesBit) |
      (askedOf(term) === undefined ? 0 : askedBit);
    if (minSpendCents !== null) this.#varint(minSpendCents);
    if (multiplier !== undefined) this.#varint(multiplier);
    if (countedIn !== undefined) scratch[this.#at++] = maskOf(countedIn);
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
