import { addUpTo } from './saturating.ts';

/** What a member has bought in all. */
export interface MemberFigures {
  /** Cents of all currencies, at face value; it may be negative once purchases are returned. */
  readonly spendCents: number;
  readonly txnCount: number;
  /** The newest day of purchase, as `utcDayOf` counts; null of somebody who never bought. */
  readonly lastTxnDay: number | null;
}

/** What counts of one purchase; of a return both numbers are negative or 0. */
export interface CountedPurchase {
  readonly day: number;
  readonly cents: number;
  readonly txns: number;
}

/** The totals with which a day began. A window is the totals now less those with which its first day began. */
export interface DayOpening {
  readonly day: number;
  readonly spendBefore: number;
  readonly txnsBefore: number;
}

/** What is to be stored of a member's purchases. */
export interface FigureWrites {
  readonly figures: MemberFigures;
  /** Days that begin by these purchases, in their order; all of them are later than those that are stored. */
  readonly opened: readonly DayOpening[];
  /** Purchases on days before the last that was stored: every later day that is stored began with so much more. */
  readonly backdated: readonly CountedPurchase[];
}

/** A member who never bought anything. */
export const noFigures: MemberFigures = { spendCents: 0, txnCount: 0, lastTxnDay: null };

/** The figures of one member as the purchases of a batch leave them; the order of purchases does not matter. */
export class FigureBook {
  readonly #stored: MemberFigures;
  #figures: MemberFigures;
  /** In the order of days, none of them stored. */
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

  /** A purchase on a day before the last one. */
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

  /** A day between two that have begun began as the later of them did. */
  #openEarlier(day: number): void {
    const at = this.#opened.findIndex((opening) => opening.day >= day);
    const next = this.#opened[at];
    if (next !== undefined && next.day !== day) this.#opened.splice(at, 0, { ...next, day });
  }
}
