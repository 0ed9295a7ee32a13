import type { LimitPeriod } from '../limits/limit-period.ts';
import type { SkuCost, SkuUnits } from './sku-units.ts';

interface BoundedTerm {
  /** Nothing of the award stays once less than this remains of the receipt's amount. */
  readonly minSpendCents: number | null;
  /** Limits of the member counted it in these periods. Absent: none did, or its award stands for both (D247). */
  readonly countedIn?: readonly LimitPeriod[];
}

interface AnyTerm extends BoundedTerm {
  /**
   * These are costs of lines that it took to meet conditions: at most their share stays. It is absent if
   * there are none.
   */
  readonly asked?: readonly SkuCost[];
}

interface MultipliedTerm extends AnyTerm {
  /** The multiplier is stored times 10,000, and is absent if nothing multiplied the points. */
  readonly multiplierScaled?: number;
}

interface WholeTerm extends AnyTerm {
  readonly form: 'WHOLE';
}

/** All of it stays while any of these remains. */
interface LinesTerm extends AnyTerm {
  readonly form: 'LINES';
  readonly skus: readonly SkuUnits[];
}

interface ShareTerm extends BoundedTerm {
  readonly form: 'SHARE';
}

interface PercentTerm extends MultipliedTerm {
  readonly form: 'PERCENT';
  /** The percentage is stored times 10,000. */
  readonly percentageScaled: number;
}

interface ProductTerm extends MultipliedTerm {
  readonly form: 'PRODUCT';
  /** These points were given for each unit that earned. */
  readonly points: number;
  readonly skus: readonly SkuUnits[];
}

/** The percentage is of these lines, or of all but these. */
interface LinesPercentTerm extends MultipliedTerm {
  readonly form: 'LINES_PERCENT' | 'EXCEPT_PERCENT';
  readonly percentageScaled: number;
  readonly skus: readonly SkuCost[];
}

interface EveryTerm extends AnyTerm {
  readonly form: 'EVERY';
  /** The points were given once for so many whole units of these skus. */
  readonly everyQuantity: number;
  /** These points were given each time. */
  readonly points: number;
  readonly skus: readonly SkuUnits[];
}

/** The part of an award's rule that decides over a smaller basket (D171, D244). */
export type AwardTerm =
  WholeTerm | LinesTerm | ShareTerm | PercentTerm | ProductTerm | LinesPercentTerm | EveryTerm;

interface StampNumbers {
  readonly stampsRequired: number;
  readonly cardsCompleted: number;
}

interface NoStampNumbers {
  readonly stampsRequired: null;
  readonly cardsCompleted: null;
}

export type CardTerm = ((WholeTerm | LinesTerm) & StampNumbers) | (ShareTerm & NoStampNumbers);

/** The places of its counts follow from this, whatever limits and time zone are today (D247). */
export interface CountedReceipt {
  /** The local day on which it was counted, less the UTC day of its `occurredAt`: -1, 0 or 1. */
  readonly dayShift: number;
  /** Caps counted its points in these periods. */
  readonly capPeriods: readonly LimitPeriod[];
}

/** Terms are in the order of the receipt's awards and stamp cards. */
export interface AwardTerms {
  readonly awards: readonly AwardTerm[];
  readonly cards: readonly CardTerm[];
  /** Absent if neither a limit nor a cap counted anything. */
  readonly counted?: CountedReceipt;
}

export const termsVersion = 1;
export const formBytes = {
  WHOLE: 0,
  PERCENT: 1,
  PRODUCT: 2,
  SHARE: 3,
  LINES: 4,
  LINES_PERCENT: 5,
  EXCEPT_PERCENT: 6,
  EVERY: 7,
} as const;
/** The low bits are the form; what a bit announces stands behind the byte, in the order of the bits. */
export const minSpendBit = 16;
export const multiplierBit = 32;
/** One byte: the periods in which it was counted. */
export const usesBit = 64;
/** The costs are encoded after everything else of the term, but before stamps. */
export const askedBit = 128;

/**
 * These are the bits of the byte of {@link usesBit}, and of the last byte of the whole, which has no EVER.
 */
export const periodBits = { DAY: 1, WEEK: 2, MONTH: 4, EVER: 8 } as const satisfies Readonly<
  Record<LimitPeriod, number>
>;
/** The last byte has the day's shift plus 1 after the bits of caps. */
export const localDayUnit = 8;

/** A receipt has at most this many awards and cards that name skus. */
export const skuTermsMax = 8;
/** One award or card names at most this many skus. */
export const termSkusMax = 64;
/** All terms of a receipt take at most this many bytes, besides a response of some 700. */
export const termBytesMax = 1_024;

/** 2^53 − 1 has 53 bits, in groups of 7. */
export const numberBytesMax = 8;
export const hashBytes = 4;

export const shareOf = ({ minSpendCents, countedIn }: BoundedTerm): ShareTerm => ({
  form: 'SHARE',
  minSpendCents,
  ...(countedIn === undefined ? null : { countedIn }),
});

export const noStamps: NoStampNumbers = { stampsRequired: null, cardsCompleted: null };

export const askedOf = (term: AwardTerm): readonly SkuCost[] | undefined =>
  term.form === 'SHARE' ? undefined : term.asked;

const noSkus: readonly SkuUnits[] = [];

/** Returns the products that the term counts. */
export const skusOf = (term: AwardTerm): readonly SkuUnits[] =>
  term.form === 'WHOLE' || term.form === 'PERCENT' || term.form === 'SHARE' ? noSkus : term.skus;
