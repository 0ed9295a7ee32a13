/** Where a request is judged: what the door accepted, no engine refuses (D75, D76). */
export interface JudgingPlace {
  /** How far `occurredAt` may lie ahead of the clock by which it is judged. */
  readonly minutesAheadMax: number;
  /** How many categories a receipt may have in all of its lines. */
  readonly categoriesMax: number;
}

const categoriesMax = 2_000;
/** 500 lines of 100. */
const anyCategories = 50_000;

/** The HTTP API and loyaltyctl, by their own clock: as far as the clock of a till may run ahead (D35). */
export const atDoor: JudgingPlace = { minutesAheadMax: 5, categoriesMax };

/**
 * An engine, by the time of the record. The door's clock and the broker's may differ: what the door accepted must pass
 * here, or it would be given up after it was accepted. So must a receipt that waits in Kafka since the door took more
 * categories than it takes now.
 */
export const atEngine: JudgingPlace = { minutesAheadMax: 10, categoriesMax: anyCategories };

/** An engine, for what a tenant has written to its own topic: no door has seen it. */
export const atStream: JudgingPlace = { minutesAheadMax: 10, categoriesMax };

const minuteMs = 60_000;
/** 2000-01-01T00:00:00Z. Seconds taken for milliseconds land in 1970, where every date window would miss them. */
const earliestOccurredAtMs = 946_684_800_000;

/** What is wrong with the time of a purchase or an event, or null: 2000 or later, and not too far ahead of `nowMs`. */
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
