import { dayMs, utcDayOf } from '@loyalty/kernel';
import { type CountedReceipt, PlainUses } from './plain-limits.ts';

/** Of the second campaign and the last; points of the others do not expire. */
export const rollingDays = 3;

/** Points by the UTC day of their expiry; null: never. */
type Day = number | null;

interface PlainReceipt {
  readonly amount: number;
  /** Of each campaign. */
  readonly awards: readonly PlainAward[];
  /** Of the ledger: how many points, and when they expire. */
  readonly entries: { readonly points: number; readonly dueAtMs: number | null }[];
  /** By campaign. */
  readonly waiting: PlainWaiting[];
  /** Came back before they matured. */
  fromWaiting: number;
  readonly counted: CountedReceipt;
  readonly wine: number;
  wineReturned: number;
  returned: number;
  /** Without products. */
  unnamed: number;
  /** Redeemed points that came back by its returns. */
  refunded: number;
}

interface PlainRedeem {
  /** The day of each point, in the order in which they were taken. */
  readonly taken: readonly Day[];
  refunded: number;
}

interface PlainWaiting {
  points: number;
  readonly maturesAtMs: number;
  readonly expiryDays: number | null;
}

interface PlainAward {
  readonly points: number;
  /** From when they are earned, or mature. */
  readonly expiryDays: number | null;
  readonly pendingDays: number | null;
  /** Points that stay, by the rule: of what was given at most all. */
  readonly kept: (receipt: PlainReceipt, remaining: number, given: number) => number;
}

/** Of the fourth campaign, in cents. */
export const bigBasket = 700;
export const pointsOfWine = 5;
/** Of the fifth campaign, and of the last one. */
export const laterPointsOfWine = 3;
export const [wineDays, laterDays] = [2, 1];
/** Of each line, in cents; a bottle is one. */
export const linePrice = 100;
/** Of the seventh campaign. */
export const [pairOfBottles, pointsOfPair] = [2, 3];
/** Of the eighth, for a pair at least. */
export const pointsOfMany = 11;

const atOnce = { expiryDays: null, pendingDays: null } as const;

/** In the order of the campaigns. */
const plainAwards = (amount: number, wine: number): readonly PlainAward[] => [
  { ...atOnce, points: quotient(amount, 100), kept: (_, remaining) => quotient(remaining, 100) },
  {
    ...atOnce,
    expiryDays: rollingDays,
    points: quotient(amount, 50),
    kept: (_, remaining) => quotient(remaining, 50),
  },
  { ...atOnce, points: wine * pointsOfWine, kept: (receipt) => wineKept(receipt, pointsOfWine) },
  {
    ...atOnce,
    points: amount >= bigBasket ? 4 : 0,
    kept: (_, remaining) => (remaining >= bigBasket ? 4 : 0),
  },
  {
    expiryDays: null,
    pendingDays: wineDays,
    points: wine * laterPointsOfWine,
    kept: (receipt) => wineKept(receipt, laterPointsOfWine),
  },
  {
    expiryDays: rollingDays,
    pendingDays: laterDays,
    points: quotient(amount, 20),
    kept: (_, remaining) => quotient(remaining, 20),
  },
  // Of every pair of bottles.
  {
    ...atOnce,
    points: quotient(wine, pairOfBottles) * pointsOfPair,
    kept: (receipt) => quotient(wineLeft(receipt), pairOfBottles * receipt.amount) * pointsOfPair,
  },
  // Once a pair was bought, the share of the bottles that remain.
  {
    ...atOnce,
    points: wine >= pairOfBottles ? pointsOfMany : 0,
    kept: (receipt, _, given) =>
      wine >= pairOfBottles ? quotient(given * wineLeft(receipt), wine * receipt.amount) : 0,
  },
  // A tenth of what wine costs.
  {
    ...atOnce,
    points: quotient(Math.min(amount, wine * linePrice), 10),
    kept: (receipt, remaining) =>
      quotient(Math.min(remaining, quotient(wineLeft(receipt) * linePrice, receipt.amount)), 10),
  },
];

/** Bottles, times the amount of the receipt. */
const wineLeft = ({ amount, wine, wineReturned, unnamed }: PlainReceipt): number =>
  Math.max(0, wine - wineReturned) * (amount - unnamed);

const wineKept = (receipt: PlainReceipt, each: number): number =>
  quotient(each * wineLeft(receipt), receipt.amount);

/** By counting, and not by a division as the rules do. */
const quotient = (dividend: number, divisor: number): number =>
  dividend < divisor ? 0 : 1 + quotient(dividend - divisor, divisor);

/** Redeemed points come back with at least so many days: the default. */
const graceDays = 30;

/** A second implementation: one member, one request after the other, each point by itself. */
export class PlainShop {
  readonly points = new Map<Day, number>();
  readonly receipts = new Map<string, PlainReceipt>();
  readonly redeems = new Map<string, PlainRedeem>();
  /** When the points of a day are due: with the latest of them. */
  readonly dues = new Map<number, number>();
  readonly responses = new Map<string, unknown>();
  lifetime = 0;
  /** Of returns: taken from what is earned next. */
  toDeduct = 0;
  /** By the setting; otherwise they are forgiven. */
  deductsLater = false;
  spend = 0;
  purchases = 0;
  wholeReturns = 0;
  readonly uses: PlainUses;

  constructor(uses: PlainUses) {
    this.uses = uses;
  }

  get balance(): number {
    return [...this.points.values()].reduce((sum, held) => sum + held, 0);
  }

  evaluate(
    ref: string,
    { amount, wine }: { readonly amount: number; readonly wine: number },
    atMs: number,
  ): unknown {
    return this.#once(`evaluate ${ref}`, () => {
      const wanted = plainAwards(amount, wine);
      const left = this.uses.leave(
        wanted.map(({ points }) => points),
        atMs,
      );
      const awards = wanted.map((award, at) => Object.assign(award, { points: left[at] ?? 0 }));
      const before = this.toDeduct;
      const sums = { fromWaiting: 0, wineReturned: 0, returned: 0, unnamed: 0, refunded: 0 };
      const counted = this.uses.count(left, atMs);
      const receipt: PlainReceipt = { amount, awards, entries: [], waiting: [], counted, wine, ...sums };
      const given = awards.filter(({ points }) => points > 0);
      // An entry for each expiry, in the order of the awards.
      const now = given.filter(({ pendingDays }) => pendingDays === null);
      for (const days of new Set(now.map(({ expiryDays }) => expiryDays))) {
        const same = now.filter(({ expiryDays }) => expiryDays === days);
        this.#earn(receipt, pointsOf(same), { atMs, expiryDays: days });
      }
      for (const { points, expiryDays, pendingDays } of given)
        if (pendingDays !== null)
          receipt.waiting.push({ points, expiryDays, maturesAtMs: atMs + pendingDays * dayMs });
      this.receipts.set(ref, receipt);
      this.spend += amount;
      this.purchases += 1;
      return [pointsOf(awards), pointsOf(receipt.waiting), before - this.toDeduct];
    });
  }

  get waiting(): number {
    return [...this.receipts.values()].reduce((sum, { waiting }) => sum + pointsOf(waiting), 0);
  }

  /** In the order of their times. */
  mature(atMs: number): void {
    const rows = [...this.receipts.values()].flatMap((receipt) =>
      receipt.waiting.map((row) => ({ receipt, row })),
    );
    const due = rows.filter(({ row }) => row.maturesAtMs <= atMs);
    for (const { receipt, row } of due.toSorted((a, b) => a.row.maturesAtMs - b.row.maturesAtMs)) {
      this.#earn(receipt, row.points, { atMs, expiryDays: row.expiryDays });
      row.points = 0;
    }
  }

  #earn(
    { entries }: PlainReceipt,
    points: number,
    { atMs, expiryDays }: { readonly atMs: number; readonly expiryDays: number | null },
  ): void {
    if (points === 0) return;
    const dueAtMs = expiryDays === null ? null : atMs + expiryDays * dayMs;
    const day = dueAtMs === null ? null : utcDayOf(dueAtMs);
    let left = points;
    for (; left > 0 && this.toDeduct > 0; left -= 1) this.toDeduct -= 1;
    if (left > 0 && dueAtMs !== null) this.#due(day ?? 0, dueAtMs);
    this.points.set(day, (this.points.get(day) ?? 0) + left);
    this.lifetime += points;
    entries.push({ points, dueAtMs });
  }

  redeem(ref: string, points: number): unknown {
    if (this.balance < points) return this.responses.get(`redeem ${ref}`) ?? 'INSUFFICIENT_POINTS';
    return this.#once(`redeem ${ref}`, () => {
      const taken: Day[] = [];
      for (let n = 0; n < points; n += 1) taken.push(this.#takeFirst() ?? null);
      this.redeems.set(ref, { taken, refunded: 0 });
      return points;
    });
  }

  giveBack(
    [returnRef, ref]: readonly [string, string],
    { wanted, wine }: { readonly wanted: number | null; readonly wine: number | null },
    atMs: number,
  ): unknown {
    const known = this.responses.get(`return ${returnRef}`);
    if (known !== undefined) return known;
    const receipt = this.receipts.get(ref);
    if (receipt === undefined) return 'TRANSACTION_NOT_FOUND';
    const left = receipt.amount - receipt.returned;
    const amount = wanted ?? left;
    if (left === 0 || amount > left) return 'RETURN_EXCEEDS_RECEIPT';
    return this.#once(`return ${returnRef}`, () => {
      const keptBefore = keptOf(receipt);
      const before = sumOf(keptBefore);
      receipt.returned += amount;
      if (wine === null) receipt.unnamed += amount;
      else receipt.wineReturned += wine;
      const refunded = this.#refund(receipt, this.redeems.get(ref), atMs);
      const keptAfter = keptOf(receipt);
      const reversed = before - sumOf(keptAfter);
      const begin = pointsOf(receipt.awards) - before - receipt.fromWaiting;
      const fromWaiting = takeWaiting(receipt, reversed);
      const end = begin + reversed - fromWaiting;
      const parts = this.#takeBack(receipt, { begin, end }, atMs);
      this.uses.giveBack(receipt.counted, {
        before: keptBefore,
        after: keptAfter,
        unrecovered: parts.forgiven + parts.toDeduct,
        isWhole: receipt.returned === receipt.amount,
      });
      this.lifetime -= reversed - fromWaiting;
      this.spend -= amount;
      if (receipt.returned === receipt.amount)
        [this.purchases, this.wholeReturns] = [this.purchases - 1, this.wholeReturns + 1];
      return [
        reversed,
        fromWaiting,
        parts.fromBalance,
        parts.expired,
        parts.forgiven,
        parts.toDeduct,
        receipt.amount - receipt.returned,
        refunded,
      ];
    });
  }

  /** Points of its entries, each from its own day, then the others from any. */
  #takeBack(
    receipt: PlainReceipt,
    { begin, end }: { readonly begin: number; readonly end: number },
    atMs: number,
  ) {
    const parts = { fromBalance: 0, expired: 0, forgiven: 0, toDeduct: 0 };
    let missing = 0;
    for (let n = begin; n < end; n += 1) {
      const dueAtMs = dueOfPoint(receipt, n);
      const day = dueAtMs === null ? null : utcDayOf(dueAtMs);
      if ((this.points.get(day) ?? 0) > 0) {
        this.#take(day);
        parts.fromBalance += 1;
      } else if (dueAtMs !== null && dueAtMs <= atMs) parts.expired += 1;
      else missing += 1;
    }
    for (let n = 0; n < missing; n += 1) {
      if (this.#takeFirst() !== undefined) parts.fromBalance += 1;
      else if (this.deductsLater) parts.toDeduct += 1;
      else parts.forgiven += 1;
    }
    this.toDeduct += parts.toDeduct;
    return parts;
  }

  expire(atMs: number): void {
    for (const day of [...this.points.keys()])
      if (day !== null && (this.dues.get(day) ?? 0) <= atMs) this.points.delete(day);
  }

  /** Of points that are added to the day. */
  #due(day: number, dueAtMs: number): void {
    const isHeld = (this.points.get(day) ?? 0) > 0;
    this.dues.set(day, Math.max(isHeld ? (this.dues.get(day) ?? 0) : 0, dueAtMs));
  }

  /** Point by point, the last taken first; null without a redeem. */
  #refund(receipt: PlainReceipt, redeem: PlainRedeem | undefined, atMs: number): number | null {
    if (redeem === undefined) return null;
    const { taken } = redeem;
    let share = 0;
    while (share < taken.length && (share + 1) * receipt.amount <= taken.length * receipt.returned)
      share += 1;
    const refunded = Math.min(share - receipt.refunded, taken.length - redeem.refunded);
    for (let n = 0; n < refunded; n += 1) {
      const day = taken[taken.length - 1 - redeem.refunded - n] ?? null;
      const least = day === null ? null : Math.max(day, utcDayOf(atMs) + graceDays);
      if (least !== null) this.#due(least, (least + 1) * dayMs - 1);
      this.points.set(least, (this.points.get(least) ?? 0) + 1);
    }
    receipt.refunded += refunded;
    redeem.refunded += refunded;
    return refunded;
  }

  /** The day of the point; undefined where there is none. */
  #takeFirst(): Day | undefined {
    const days = [...this.points].filter(([, held]) => held > 0).map(([day]) => day);
    if (days.length === 0) return undefined;
    const dated = days.filter((day) => day !== null);
    const day = dated.length === 0 ? null : Math.min(...dated);
    this.#take(day);
    return day;
  }

  #take(day: Day): void {
    this.points.set(day, (this.points.get(day) ?? 0) - 1);
  }

  #once(name: string, first: () => unknown): unknown {
    const known = this.responses.get(name);
    if (known !== undefined) return known;
    const response = first();
    this.responses.set(name, response);
    return response;
  }
}

const sumOf = (many: readonly number[]): number => many.reduce((sum, each) => sum + each, 0);

const pointsOf = (many: readonly { readonly points: number }[]): number =>
  sumOf(many.map(({ points }) => points));

/** Of each award. */
const keptOf = (receipt: PlainReceipt): readonly number[] => {
  const remaining = receipt.amount - receipt.returned;
  return receipt.awards.map(({ points, kept }) =>
    remaining === 0 ? 0 : Math.min(points, kept(receipt, remaining, points)),
  );
};

/** Point by point, in the order of the campaigns. */
const takeWaiting = (receipt: PlainReceipt, most: number): number => {
  let taken = 0;
  for (const row of receipt.waiting) for (; row.points > 0 && taken < most; taken += 1) row.points -= 1;
  receipt.fromWaiting += taken;
  return taken;
};

const dueOfPoint = ({ entries }: PlainReceipt, n: number): number | null => {
  let begin = 0;
  for (const { points, dueAtMs } of entries) {
    begin += points;
    if (n < begin) return dueAtMs;
  }
  throw new Error('no such point');
};
