export interface MemberFigures {
  /** Cents of all currencies, at face value. Negative when more was returned than bought. */
  readonly spendCents: number;
  readonly txnCount: number;
  /** The newest day of purchase, as `utcDayOf` counts; null for a member who never bought. */
  readonly lastTxnDay: number | null;
}

/** The figures of one purchase. For a return both numbers are negative or 0. */
export interface CountedPurchase {
  readonly day: number;
  readonly cents: number;
  readonly txns: number;
}

/** Totals at the start of a day. A window is the present totals less those of its first day's start. */
export interface DayOpening {
  readonly day: number;
  readonly spendBefore: number;
  readonly txnsBefore: number;
}

/** The rows to be stored for a member's purchases. */
export interface FigureWrites {
  readonly figures: MemberFigures;
  /** Days that these purchases open, in order; all are later than the stored ones. */
  readonly opened: readonly DayOpening[];
  /** Purchases on days before the last stored one. Every later stored day's opening grows by them. */
  readonly backdated: readonly CountedPurchase[];
}

/** A member who never bought anything. */
export const noFigures: MemberFigures = { spendCents: 0, txnCount: 0, lastTxnDay: null };

/** Adds the purchases of a batch to the figures of one member. The order of purchases does not matter. */
export class FigureBook {
  readonly #stored: MemberFigures;
  #figures: MemberFigures;
  /** In the order of days; none is stored yet. */
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

  /** Opens a day between two opened ones, with the opening totals of the later one. */
  #openEarlier(day: number): void {
    const at = this.#opened.findIndex((opening) => opening.day >= day);
    const next = this.#opened[at];
    if (next !== undefined && next.day !== day) this.#opened.splice(at, 0, { ...next, day });
  }
}

const max = Number.MAX_SAFE_INTEGER;

/** Returns a sum of two whole numbers, bounded to ±(2^53−1), so that statistics never refuse a receipt. */
export const addUpTo = (a: number, b: number): number => Math.max(-max, Math.min(max, a + b));
