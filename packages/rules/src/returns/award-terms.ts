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
  /** The points were given once for each group of this many whole units of these skus. */
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

/**
 * How a receipt was counted. The places of its counts follow from this, whatever the present limits and time
 * zone are (D247).
 */
export interface CountedReceipt {
  /** The local day on which the receipt was counted, minus the UTC day of its `occurredAt`: -1, 0 or 1. */
  readonly dayShift: number;
  /** The periods in which caps counted its points. */
  readonly capPeriods: readonly LimitPeriod[];
}

/** The terms of a receipt, in the order of its awards and stamp cards. */
export interface AwardTerms {
  readonly awards: readonly AwardTerm[];
  readonly cards: readonly CardTerm[];
  /** How the receipt was counted; absent if neither a limit nor a cap counted anything. */
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
/**
 * The bit of the minimum spend. The low bits are the form; what a bit announces follows the byte, in the
 * order of the bits.
 */
export const minSpendBit = 16;
export const multiplierBit = 32;
/** The bit of the uses. They take one byte: the periods in which the award was counted. */
export const usesBit = 64;
/**
 * The bit of the lines that conditions asked for. Their costs are encoded after everything else of the term,
 * but before stamps.
 */
export const askedBit = 128;

/** The bits of the byte of {@link usesBit}, and of the last byte of all terms, which has no EVER. */
export const periodBits = { DAY: 1, WEEK: 2, MONTH: 4, EVER: 8 } as const satisfies Readonly<
  Record<LimitPeriod, number>
>;
/** The unit of the day's shift plus 1, which the last byte has after the bits of caps. */
export const localDayUnit = 8;

/** The maximum number of awards and cards of a receipt that name skus. */
export const skuTermsMax = 8;
/** The maximum number of skus that one award or card names. */
export const termSkusMax = 64;
/** The maximum number of bytes that all terms of a receipt take, in addition to a response of about 700. */
export const termBytesMax = 1_024;

/** The maximum number of bytes of a number: 2^53 − 1 has 53 bits, in groups of 7. */
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
