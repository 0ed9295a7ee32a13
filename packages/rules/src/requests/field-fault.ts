import { hasAtMostDecimals, isCurrencyCode } from '@loyalty/contracts';
import { isReference, pointerTo } from '@loyalty/kernel';

/** Checks a reference, a SKU or a category. Returns null if the text is valid (D9, D10, D75). */
export const textFault = (text: string): string | null => {
  if (isReference(text)) return null;
  return isStorable(text) ? 'must have 1 to 255 characters' : 'must not contain NUL or lone surrogates';
};

/** Returns true if Postgres can store the text, which may have any length. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

export const currencyFault = (currency: string): string | null =>
  isCurrencyCode(currency) ? null : 'must be an ISO 4217 code in upper case';

/** The maximum number of attributes of a receipt. */
export const attributesMax = 20;

const attributeForm = /^[a-z][a-z0-9_]{0,63}$/;

export const isAttributeName = (name: string): boolean => attributeForm.test(name);

/** A name in a pointer is cut to this length, because one that was sent may be as long as its message. */
const shownNameMax = 128;

/** Returns the pointer with as much of the name as a header and a database can hold. */
export const pointerToSent = (parent: string, name: string): string =>
  pointerTo(parent, name.slice(0, shownNameMax).toWellFormed().replaceAll('\0', '\uFFFD'));

/** Checks cents or points. Returns null if the value is valid. */
export const positiveFault = (value: number): string | null =>
  Number.isSafeInteger(value) && value >= 1 ? null : 'must be an integer from 1 to 9007199254740991';

/** The maximum number of lines of a receipt or a return. */
export const linesMax = 500;

const quantityMax = 100_000;
const quantityDecimalsMax = 3;

/** Checks the units or the weight of a line (D10). Returns null if the quantity is valid. */
export const quantityFault = (quantity: number): string | null => {
  if (!(quantity > 0 && quantity <= quantityMax)) return 'must be greater than 0 and at most 100000';
  return hasAtMostDecimals(quantity, quantityDecimalsMax) ? null : 'must have at most 3 decimals';
};

/** What differs by the place of the check. No engine refuses what ingress accepted (D75, D76). */
export interface JudgingContext {
  readonly minutesAheadMax: number;
  readonly categoriesMax: number;
}

const categoriesMax = 2_000;
/** This is the sum for 500 lines of 100. */
const anyCategories = 50_000;

/** Allows a till's clock to be ahead by this much (D35). loyaltyctl uses it, too, with its own clock. */
export const atIngress: JudgingContext = { minutesAheadMax: 5, categoriesMax };

/**
 * Uses the time of the record. The engine accepts whatever ingress accepted, although their clocks may
 * differ, including receipts that have waited in Kafka since ingress allowed more categories.
 */
export const atEngine: JudgingContext = { minutesAheadMax: 10, categoriesMax: anyCategories };

/** Applies to requests that a tenant writes to its own topic, which ingress has not seen. */
export const atStream: JudgingContext = { minutesAheadMax: 10, categoriesMax };

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
