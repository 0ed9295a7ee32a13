import type { LimitPeriod } from '../limits/limit-period.ts';
import {
  askedBit,
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
  termsVersion,
  usesBit,
  numberBytesMax,
} from './award-terms.ts';
import type { SkuCost, SkuUnits } from './sku-units.ts';

/**
 * Decodes terms. Returns null for anything that this build does not know: another version, form or bit, or
 * bytes that are left over. Nothing is guessed.
 */
export const decodeTerms = (
  bytes: Buffer,
  count: { readonly awards: number; readonly cards: number },
): AwardTerms | null => {
  const from = new TermReader(bytes);
  if (from.byte() !== termsVersion) return null;
  const awards = Array.from({ length: count.awards }, () => from.award());
  const cards = Array.from({ length: count.cards }, () => from.card());
  const isCounted = [...awards, ...cards].some(({ countedIn }) => countedIn !== undefined);
  const counted = isCounted || !from.isAtEnd() ? { counted: from.counted({ isCounted }) } : null;
  return from.isRead() ? { awards, cards, ...counted } : null;
};

type Form = keyof typeof formBytes;

const formOf = (byte: number): Form | undefined =>
  (Object.keys(formBytes) as Form[]).find((form) => formBytes[form] === byte);

/** Points of these forms can have been multiplied by a factor. */
const multipliedForms: readonly Form[] = ['PERCENT', 'PRODUCT', 'LINES_PERCENT', 'EXCEPT_PERCENT'];

interface Head extends Pick<AwardTerm, 'minSpendCents'> {
  readonly form: Form;
  readonly isAsked: boolean;
  readonly multiplied: { readonly multiplierScaled: number } | null;
  readonly used: { readonly countedIn: readonly LimitPeriod[] } | null;
}

const bits = minSpendBit | multiplierBit | usesBit | askedBit;

const periodsIn = (mask: number): readonly LimitPeriod[] =>
  (Object.keys(periodBits) as LimitPeriod[]).filter((period) => (mask & periodBits[period]) !== 0);

class TermReader {
  readonly #bytes: Buffer;
  #at = 0;
  #isSound = true;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** All of it, and all of it is known. */
  isRead(): boolean {
    return this.#isSound && this.isAtEnd();
  }

  isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  byte(): number {
    const byte = this.#bytes[this.#at];
    this.#at += 1;
    return byte ?? this.#fail();
  }

  award(): AwardTerm {
    const head = this.#head();
    const term = { ...this.#content(head), ...head.used };
    return head.isAsked && term.form !== 'SHARE' ? { ...term, asked: this.#asked() } : term;
  }

  /** A cap has counted if no limit has: otherwise the byte would say nothing. */
  counted({ isCounted }: { readonly isCounted: boolean }): CountedReceipt {
    const byte = this.byte();
    const dayShift = Math.floor(byte / localDayUnit) - 1;
    const capPeriods = periodsIn(byte % localDayUnit);
    if (dayShift > 1 || !(isCounted || capPeriods.length > 0)) this.#fail();
    return { dayShift, capPeriods };
  }

  card(): CardTerm {
    const term = this.award();
    if (term.form === 'WHOLE' || term.form === 'LINES')
      return { ...term, stampsRequired: this.#varint(), cardsCompleted: this.#varint() };
    if (term.form !== 'SHARE') this.#fail();
    return { ...shareOf(term), ...noStamps };
  }

  #head(): Head {
    const byte = this.byte();
    const form = formOf(byte & ~bits) ?? 'SHARE';
    const isAsked = (byte & askedBit) !== 0;
    const isMultiplied = (byte & multiplierBit) !== 0;
    const isKnown =
      formBytes[form] === (byte & ~bits) &&
      !(isAsked && form === 'SHARE') &&
      !(isMultiplied && !multipliedForms.includes(form));
    if (!isKnown) this.#fail();
    return {
      form,
      minSpendCents: (byte & minSpendBit) === 0 ? null : this.#varint(),
      multiplied: isMultiplied ? { multiplierScaled: this.#varint() } : null,
      used: (byte & usesBit) === 0 ? null : { countedIn: this.#periods() },
      isAsked,
    };
  }

  /** Some, and none but those that are known. */
  #periods(): readonly LimitPeriod[] {
    const mask = this.byte();
    if (mask === 0 || mask >= 2 * periodBits.EVER) this.#fail();
    return periodsIn(mask);
  }

  #content({ form, minSpendCents, multiplied }: Head): AwardTerm {
    switch (form) {
      case 'WHOLE':
      case 'SHARE':
        return { form, minSpendCents };
      case 'PERCENT':
        return { form, minSpendCents, ...multiplied, percentageScaled: this.#varint() };
      case 'PRODUCT':
        return { form, minSpendCents, ...multiplied, points: this.#varint(), skus: this.#units() };
      case 'LINES':
        return { form, minSpendCents, skus: this.#units() };
      case 'LINES_PERCENT':
      case 'EXCEPT_PERCENT':
        return {
          form,
          minSpendCents,
          ...multiplied,
          percentageScaled: this.#varint(),
          skus: this.#costs(),
        };
      case 'EVERY':
        return {
          form,
          minSpendCents,
          everyQuantity: this.#above0(),
          points: this.#varint(),
          skus: this.#units(),
        };
    }
  }

  #units(): readonly SkuUnits[] {
    return this.#skus(() => ({ hash: this.#uint32(), thousandths: this.#varint() }));
  }

  /** Costs are divided by their units. */
  #costs(): readonly SkuCost[] {
    return this.#skus(() => ({
      hash: this.#uint32(),
      thousandths: this.#above0(),
      cost: this.#varint(),
    }));
  }

  /** Shares are of all their costs. */
  #asked(): readonly SkuCost[] {
    const asked = this.#costs();
    if (asked.every(({ cost }) => cost === 0)) this.#fail();
    return asked;
  }

  #skus<Sku>(read: () => Sku): readonly Sku[] {
    const count = this.#varint();
    // Each has five bytes at least, so a count that is not one ends here.
    if (count * (hashBytes + 1) > this.#bytes.length - this.#at) {
      this.#fail();
      return [];
    }
    return Array.from({ length: count }, read);
  }

  #uint32(): number {
    if (this.#at + hashBytes > this.#bytes.length) return this.#fail();
    this.#at += hashBytes;
    return this.#bytes.readUInt32BE(this.#at - hashBytes);
  }

  #above0(): number {
    const value = this.#varint();
    return value === 0 ? this.#fail() : value;
  }

  #varint(): number {
    let value = 0;
    let factor = 1;
    for (let n = 0; n < numberBytesMax; n += 1) {
      const byte = this.byte();
      value += (byte % 128) * factor;
      if (byte < 128) return Number.isSafeInteger(value) ? value : this.#fail();
      factor *= 128;
    }
    return this.#fail();
  }

  #fail(): number {
    this.#isSound = false;
    return 0;
  }
}
