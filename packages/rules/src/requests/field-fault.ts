import { isReference } from '@loyalty/kernel';

/** Returns what is wrong with a reference, a SKU or a category; null when it is sound (D9, D10, D75). */
export const textFault = (text: string): string | null => {
  if (isReference(text)) return null;
  const isStorable = !text.includes('\0') && text.isWellFormed();
  return isStorable ? 'must have 1 to 255 characters' : 'must not contain NUL or lone surrogates';
};

/** The place where a request is judged. No engine refuses what ingress accepted (D75, D76). */
export interface JudgingPlace {
  /** How far `occurredAt` may lie ahead of the clock at this place. */
  readonly minutesAheadMax: number;
  /** How many categories a receipt may have in all of its lines. */
  readonly categoriesMax: number;
}

const categoriesMax = 2_000;
/** 500 lines of 100. */
const anyCategories = 50_000;

/** The HTTP API and loyaltyctl, by their own clock: as far as a till's clock may run ahead (D35). */
export const atIngress: JudgingPlace = { minutesAheadMax: 5, categoriesMax };

/**
 * An engine, by the time of the record. It accepts whatever ingress accepted, although ingress's clock and
 * the broker's may differ. It also accepts receipts that have waited in Kafka since ingress allowed more
 * categories.
 */
export const atEngine: JudgingPlace = { minutesAheadMax: 10, categoriesMax: anyCategories };

/** An engine, for requests that a tenant writes to its own topic: ingress has not seen them. */
export const atStream: JudgingPlace = { minutesAheadMax: 10, categoriesMax };

const minuteMs = 60_000;
/** 2000-01-01T00:00:00Z. A time in seconds read as milliseconds lies in 1970, outside every date window. */
const earliestOccurredAtMs = 946_684_800_000;

/**
 * Returns what is wrong with the time of a purchase or an event. Null when it is in 2000 or later and not too
 * far ahead of `nowMs`.
 */
export const occurredAtFault = (
  occurredAtMs: number,
  nowMs: number,
  { minutesAheadMax }: Pick<JudgingPlace, 'minutesAheadMax'>,
): string | null => {
  if (occurredAtMs > nowMs + minutesAheadMax * minuteMs) {
    return `must not be more than ${minutesAheadMax.toString()} minutes in the future`;
  }
  return occurredAtMs >= earliestOccurredAtMs ? null : 'must not be before the year 2000';
};
