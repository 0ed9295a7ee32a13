export interface MemberFigures {
  /** The spend in all currencies together, at face value. It is negative if more was returned than bought. */
  readonly spendCents: number;
  readonly txnCount: number;
  /** The day of the last purchase, counted as in `utcDayOf`; null for a member who never bought. */
  readonly lastTxnDay: number | null;
}

export interface CountedPurchase {
  readonly day: number;
  readonly cents: number;
  readonly txns: number;
}

/**
 * The totals at the start of a day. A window is the present totals minus those at the start of its first day.
 */
export interface DayOpening {
  readonly day: number;
  readonly spendBefore: number;
  readonly txnsBefore: number;
}

export interface FigureWrites {
  readonly figures: MemberFigures;
  /** The days in order, all later than the stored ones. */
  readonly opened: readonly DayOpening[];
  /** The purchases on days before the last stored one. The openings of all later stored days grow by them. */
  readonly backdated: readonly CountedPurchase[];
}

export const noFigures: MemberFigures = { spendCents: 0, txnCount: 0, lastTxnDay: null };

/** Collects a member's purchases. Their order does not matter. */
export class FigureBook {
  readonly #stored: MemberFigures;
  #figures: MemberFigures;
  readonly #opened: DayOpening[] = [];
  readonly #backdated: CountedPurchase[] = [];

  constructor(stored: MemberFigures) {
    this.#stored = stored;
    this.#figures = stored;
  }

  add(purchase: CountedPurchase): void {
    const { day, cents, txns } = purchase;
    const { spendCents, txnCount, lastTxnDay } = this.#figures;
    if (lastTxnDay === null || day > lastTxnDay) {
      this.#opened.push({ day, spendBefore: spendCents, txnsBefore: txnCount });
    } else if (day < lastTxnDay) {
      this.#addEarlier(purchase);
    }
    this.#figures = {
      spendCents: addUpTo(spendCents, cents),
      txnCount: addUpTo(txnCount, txns),
      lastTxnDay: lastTxnDay === null ? day : Math.max(lastTxnDay, day),
    };
  }

  /** Returns the figures after everything that was added. */
  get figures(): MemberFigures {
    return this.#figures;
  }

  writes(): FigureWrites {
    return { figures: this.#figures, opened: this.#opened, backdated: this.#backdated };
  }

  #addEarlier(purchase: CountedPurchase): void {
    const { day, cents, txns } = purchase;
    const { lastTxnDay } = this.#stored;
    if (lastTxnDay === null || day > lastTxnDay) this.#openEarlier(day);
    else if (day < lastTxnDay) this.#backdated.push(purchase);
    this.#opened.forEach((opening, at) => {
      if (opening.day <= day) return;
      this.#opened[at] = {
        day: opening.day,
        spendBefore: addUpTo(opening.spendBefore, cents),
        txnsBefore: addUpTo(opening.txnsBefore, txns),
      };
    });
  }

  #openEarlier(day: number): void {
    const at = this.#opened.findIndex((opening) => opening.day >= day);
    const next = this.#opened[at];
    if (next !== undefined && next.day !== day) this.#opened.splice(at, 0, { ...next, day });
  }
}

const max = Number.MAX_SAFE_INTEGER;

/** Adds within ±(2^53−1), so that statistics never refuse a receipt. */
export const addUpTo = (a: number, b: number): number => Math.max(-max, Math.min(max, a + b));
