import { hasAtMostDecimals } from '@loyalty/contracts';
import { isCurrencyCode } from '@loyalty/contracts/currencies';
import { isReference, pointerTo } from '@loyalty/kernel';

/**
 * Checks a reference, a SKU or a category. It returns null when the text is sound (D9, D10, D75). All texts of faults are
 * those that the validation of the document has for callers over HTTP (D332).
 */
export const textFault = (text: string): string | null => {
  if (isReference(text)) return null;
  return isStorable(text)
    ? 'must be a string of 1 to 255 characters'
    : 'must not contain NUL or lone surrogates';
};

/** Returns true if Postgres can store the text, which may have any length. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

export const currencyFault = (currency: string): string | null =>
  isCurrencyCode(currency) ? null : 'must be an ISO 4217 currency code in upper case, such as ZAR';

/** The maximum number of attributes of a receipt. */
export const attributesMax = 20;

const attributeForm = /^[a-z][a-z0-9_]{0,63}$/;

export const isAttributeName = (name: string): boolean => attributeForm.test(name);

/** A name in a pointer is cut to this length, because one that was sent may be as long as its message. */
const shownNameMax = 128;

/** Returns the pointer with as much of the name as a header and a database can hold. */
export const pointerToSent = (parent: string, name: string): string =>
  pointerTo(parent, name.slice(0, shownNameMax).toWellFormed().replaceAll('\0', '\uFFFD'));

/** Checks cents and points. It returns null when the value is sound. */
export const positiveFault = (value: number): string | null => integerFault(value, 1);

/** Checks an integer that is at least 0 or 1. It returns null when the value is sound. */
export const integerFault = (value: number, min: 0 | 1): string | null => {
  if (Number.isSafeInteger(value) && value >= min) return null;
  return Number.isInteger(value) && value >= min ? tooLarge : `must be an integer ≥ ${min.toString()}`;
};

const tooLarge = 'must be at most 9007199254740991';

/** Checks cents that may be negative. It returns null when the value is sound. */
export const signedFault = (value: number): string | null => {
  if (Number.isSafeInteger(value)) return null;
  if (!Number.isInteger(value)) return 'must be an integer';
  return value > 0 ? tooLarge : 'must be at least -9007199254740991';
};

/** Checks the amount of a basket. It returns null when the value is sound. */
export const basketFault = (value: number): string | null => {
  const fault = integerFault(value, 0);
  return fault === null || fault === tooLarge
    ? fault
    : 'must be an integer ≥ 0; what is brought back is a return of its receipt';
};

/** The maximum number of lines of a receipt or a return. */
export const linesMax = 500;

export const linesFault = 'must be an array of at most 500 items';

const quantityMax = 100_000;
const quantityDecimalsMax = 3;

/** Units or weight of a line (D10); null when it is sound. */
export const quantityFault = (quantity: number): string | null =>
  quantity > 0 && quantity <= quantityMax && hasAtMostDecimals(quantity, quantityDecimalsMax)
    ? null
    : 'must be a number > 0 and ≤ 100000 with at most 3 decimals';

/** Checks the units or the weight of a line that may take away. It returns null when the value is sound. */
export const signedQuantityFault = (quantity: number): string | null =>
  quantityFault(Math.abs(quantity)) === null
    ? null
    : 'must be a number from -100000 to 100000, but not 0, with at most 3 decimals';

/** What differs by the place of the check. No engine refuses what ingress accepted (D75, D76). */
export interface JudgingContext {
  readonly minutesAheadMax: number;
  readonly categoriesMax: number;
  /** True where lines may take away, because `plainReceiptOf` follows this check. */
  readonly takesAway: boolean;
  /** What the sender wrote: the body of a call, or a record by the schema of its topic. Faults point into it. */
  readonly sent: 'body' | 'record';
}

const categoriesMax = 2_000;
/** This is the sum for 500 lines of 100. */
const anyCategories = 50_000;

/** As far as a till's clock may run ahead (D35). loyaltyctl uses this too, with its own clock. */
export const atIngress: JudgingContext = {
  minutesAheadMax: 5,
  categoriesMax,
  takesAway: true,
  sent: 'body',
};

/**
 * Uses the time of the record. The engine accepts whatever ingress accepted, although their clocks may
 * differ, including receipts that have waited in Kafka since ingress allowed more categories.
 */
export const atEngine: JudgingContext = {
  minutesAheadMax: 10,
  categoriesMax: anyCategories,
  takesAway: false,
  sent: 'body',
};

/** This judges records of the shared topic of receipts, which ingress has not seen. */
export const atReceipts: JudgingContext = { ...atEngine, takesAway: true, sent: 'record' };

/** This judges records that a tenant writes to its own topic, which ingress has not seen. */
export const atStream: JudgingContext = {
  minutesAheadMax: 10,
  categoriesMax,
  takesAway: true,
  sent: 'record',
};

const minuteMs = 60_000;
/** 2000-01-01T00:00:00Z. A time in seconds read as milliseconds lies in 1970, outside every date window. */
const earliestOccurredAtMs = 946_684_800_000;

/** Returns null if the time is in 2000 or later and not too far ahead of `nowMs`. */
export const occurredAtFault = (
  occurredAtMs: number,
  nowMs: number,
  { minutesAheadMax }: Pick<JudgingContext, 'minutesAheadMax'>,
): string | null => {
  if (occurredAtMs > nowMs + minutesAheadMax * minuteMs) {
    return `must not be more than ${minutesAheadMax.toString()} minutes in the future`;
  }
  return occurredAtMs >= earliestOccurredAtMs ? null : 'must not be before the year 2000';
};
