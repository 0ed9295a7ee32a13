export interface MemberFigures {
  /** All currencies, at face value. Negative when more was returned than bought. */
  readonly spendCents: number;
  readonly txnCount: number;
  /** The day is counted as in `utcDayOf`; it is null for a member who never bought. */
  readonly lastTxnDay: number | null;
}

export interface CountedPurchase {
  readonly day: number;
  readonly cents: number;
  readonly txns: number;
}

/** A window is the present totals less those of its first day's start. */
export interface DayOpening {
  readonly day: number;
  readonly spendBefore: number;
  readonly txnsBefore: number;
}

export interface FigureWrites {
  readonly figures: MemberFigures;
  /** The days are in order, and all later than the stored ones. */
  readonly opened: readonly DayOpening[];
  /**
   * These purchases are on days before the last stored one. Every later stored day's opening grows by them.
   */
  readonly backdated: readonly CountedPurchase[];
}

export const noFigures: MemberFigures = { spendCents: 0, txnCount: 0, lastTxnDay: null };

/** The order of purchases does not matter. */
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

/** Bounded to ±(2^53−1), so that statistics never refuse a receipt. */
export const addUpTo = (a: number, b: number): number => Math.max(-max, Math.min(max, a + b));
