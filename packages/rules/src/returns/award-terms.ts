import { invariant } from '@loyalty/kernel';

/** Of a product by the hash of its sku, in thousandths of units. */
export interface SkuUnits {
  readonly hash: number;
  readonly thousandths: number;
}

interface WithMinSpend {
  /** Nothing of it stays once less than this remains of the receipt's amount. */
  readonly minSpendCents: number | null;
}

/** So much of an award's rule as decides over a smaller basket (D171). */
export type AwardTerm = WithMinSpend &
  (
    | { readonly form: 'WHOLE' }
    /** The percentage times 10,000. */
    | { readonly form: 'PERCENT'; readonly percentageScaled: number }
    /** Points for each unit of what earned. */
    | { readonly form: 'PRODUCT'; readonly points: number; readonly skus: readonly SkuUnits[] }
    | { readonly form: 'SHARE' }
  );

export interface CardTerm extends WithMinSpend {
  readonly form: 'WHOLE' | 'SHARE';
  /** Both null of a share. */
  readonly stampsRequired: number | null;
  readonly cardsCompleted: number | null;
}

/** In the order of the receipt's awards and stamp cards. */
export interface AwardTerms {
  readonly awards: readonly AwardTerm[];
  readonly cards: readonly CardTerm[];
}

const version = 1;
const formBytes = { WHOLE: 0, PERCENT: 1, PRODUCT: 2, SHARE: 3 } as const;
const minSpendBit = 16;

/** Of a receipt: awards whose skus terms name. */
export const productTermsMax = 8;
/** Of one award. */
export const termSkusMax = 64;
/** Of a receipt in all, beside a response of some 700. */
const bytesMax = 1_024;

/** 2^53 − 1 has 53 bits, in groups of 7. */
const varintBytesMax = 8;

/** Null where nothing was awarded or stamped. What is beyond the bounds becomes a share (D171). */
export const encodeTerms = ({ awards, cards }: AwardTerms): Buffer | null => {
  let left = awards.length + cards.length;
  if (left === 0) return null;
  const out = new TermWriter();
  let products = 0;
  for (const term of awards) {
    left -= 1;
    const isWithin = term.form !== 'PRODUCT' || isWithinBounds(term, ++products);
    out.write(isWithin ? term : { form: 'SHARE', minSpendCents: term.minSpendCents }, left);
  }
  for (const card of cards) {
    left -= 1;
    out.write(card, left);
  }
  return out.bytes();
};

const isWithinBounds = (
  { skus }: Extract<AwardTerm, { readonly form: 'PRODUCT' }>,
  products: number,
): boolean => products <= productTermsMax && skus.length <= termSkusMax;

/** The terms of one receipt fit, with room for the longest term that is tried last. */
const scratch = Buffer.alloc(bytesMax + 4 * varintBytesMax + termSkusMax * (4 + varintBytesMax));

/** One at a time: all share the buffer. */
class TermWriter {
  #at = 1;

  /** Each term after it needs a byte at least. */
  write(term: AwardTerm | CardTerm, termsAfter: number): void {
    const start = this.#at;
    this.#head(term);
    if ('stampsRequired' in term) this.#card(term);
    else if (term.form === 'PERCENT') this.#varint(term.percentageScaled);
    else if (term.form === 'PRODUCT') this.#product(term);
    if (this.#at + termsAfter <= bytesMax) return;
    this.#at = start;
    this.#head({ form: 'SHARE', minSpendCents: null });
    invariant(this.#at + termsAfter <= bytesMax, 'a receipt has fewer awards and cards than bytes for terms');
  }

  bytes(): Buffer {
    scratch[0] = version;
    const bytes = Buffer.allocUnsafe(this.#at);
    scratch.copy(bytes, 0, 0, this.#at);
    return bytes;
  }

  #head({ form, minSpendCents }: Pick<AwardTerm, 'form' | 'minSpendCents'>): void {
    scratch[this.#at++] = formBytes[form] | (minSpendCents === null ? 0 : minSpendBit);
    if (minSpendCents !== null) this.#varint(minSpendCents);
  }

  #card({ form, stampsRequired, cardsCompleted }: CardTerm): void {
    if (form === 'SHARE') return;
    this.#varint(stampsRequired ?? 0);
    this.#varint(cardsCompleted ?? 0);
  }

  #product({ points, skus }: Extract<AwardTerm, { readonly form: 'PRODUCT' }>): void {
    this.#varint(points);
    this.#varint(skus.length);
    for (const { hash, thousandths } of skus) {
      this.#at = scratch.writeUInt32BE(hash, this.#at);
      this.#varint(thousandths);
    }
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

/** Null for what this build does not know: another version, form, bit, or rest of bytes. Nothing is guessed. */
export const decodeTerms = (
  bytes: Buffer,
  count: { readonly awards: number; readonly cards: number },
): AwardTerms | null => {
  const from = new TermReader(bytes);
  if (from.byte() !== version) return null;
  const awards = Array.from({ length: count.awards }, () => from.award());
  const cards = Array.from({ length: count.cards }, () => from.card());
  return from.isRead() ? { awards, cards } : null;
};

type Form = keyof typeof formBytes;

const formOf = (byte: number): Form | undefined =>
  (Object.keys(formBytes) as Form[]).find((form) => formBytes[form] === byte);

class TermReader {
  readonly #bytes: Buffer;
  #at = 0;
  #isSound = true;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** All of it, and all of it is known. */
  isRead(): boolean {
    return this.#isSound && this.#at === this.#bytes.length;
  }

  byte(): number {
    const byte = this.#bytes[this.#at];
    this.#at += 1;
    return byte ?? this.#fail();
  }

  award(): AwardTerm {
    const { form, minSpendCents } = this.#head();
    switch (form) {
      case 'PERCENT':
        return { form, minSpendCents, percentageScaled: this.#varint() };
      case 'PRODUCT':
        return { form, minSpendCents, points: this.#varint(), skus: this.#skus() };
      case 'WHOLE':
      case 'SHARE':
        return { form, minSpendCents };
    }
  }

  card(): CardTerm {
    const { form, minSpendCents } = this.#head();
    if (form === 'WHOLE')
      return { form, minSpendCents, stampsRequired: this.#varint(), cardsCompleted: this.#varint() };
    if (form !== 'SHARE') this.#fail();
    return { form: 'SHARE', minSpendCents, stampsRequired: null, cardsCompleted: null };
  }

  #head(): Pick<AwardTerm, 'form' | 'minSpendCents'> {
    const byte = this.byte();
    const form = formOf(byte & ~minSpendBit);
    if (form === undefined) this.#fail();
    return {
      form: form ?? 'SHARE',
      minSpendCents: (byte & minSpendBit) === 0 ? null : this.#varint(),
    };
  }

  #skus(): readonly SkuUnits[] {
    const count = this.#varint();
    // Each has five bytes at least, so a count that is not one ends here.
    if (count * 5 > this.#bytes.length - this.#at) {
      this.#fail();
      return [];
    }
    return Array.from({ length: count }, () => ({ hash: this.#uint32(), thousandths: this.#varint() }));
  }

  #uint32(): number {
    if (this.#at + 4 > this.#bytes.length) return this.#fail();
    this.#at += 4;
    return this.#bytes.readUInt32BE(this.#at - 4);
  }

  #varint(): number {
    let value = 0;
    let factor = 1;
    for (let n = 0; n < varintBytesMax; n += 1) {
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

const offsetBasis = 0x811c9dc5;
const prime = 0x01000193;

/** FNV-1a of 32 bits over its UTF-8. Two skus of a receipt share one once in four thousand million pairs. */
export const skuHashOf = (sku: string): number => {
  let hash = offsetBasis;
  for (let at = 0; at < sku.length; at += 1) {
    const code = sku.charCodeAt(at);
    if (code > 127) return hashOf(Buffer.from(sku));
    hash = Math.imul(hash ^ code, prime);
  }
  return hash >>> 0;
};

const hashOf = (bytes: Buffer): number =>
  bytes.reduce((hash, byte) => Math.imul(hash ^ byte, prime), offsetBasis) >>> 0;

/** Adds up those of one hash, in the order in which they come. */
export const sumsBySku = (units: readonly SkuUnits[]): readonly SkuUnits[] => {
  const sums = new Map<number, number>();
  for (const { hash, thousandths } of units) sums.set(hash, (sums.get(hash) ?? 0) + thousandths);
  return [...sums].map(([hash, thousandths]) => ({ hash, thousandths }));
};

/** As it is stored what came back of skus: hash and thousandths of each. */
export const encodeSkus = (skus: readonly SkuUnits[]): Buffer => {
  const bytes = Buffer.alloc(skus.length * skuBytes);
  for (const [n, { hash, thousandths }] of skus.entries()) {
    bytes.writeUInt32BE(hash, n * skuBytes);
    bytes.writeUIntBE(thousandths, n * skuBytes + 4, 6);
  }
  return bytes;
};

/** Thousandths are at most those that earned: of 500 lines 5 × 10^10, in 6 bytes. */
const skuBytes = 10;

export const decodeSkus = (bytes: Buffer): readonly SkuUnits[] =>
  Array.from({ length: Math.floor(bytes.length / skuBytes) }, (_, n) => ({
    hash: bytes.readUInt32BE(n * skuBytes),
    thousandths: bytes.readUIntBE(n * skuBytes + 4, 6),
  }));
