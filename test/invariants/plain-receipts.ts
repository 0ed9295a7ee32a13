import type { CountedReceipt } from './plain-limits.ts';

/** The expiry of points of the second campaign and the last; points of the others do not expire. */
export const rollingDays = 3;

export interface PlainReceipt {
  readonly amount: number;
  /** The award of each campaign. */
  readonly awards: readonly PlainAward[];
  /** How many points each ledger entry has, and when they expire. */
  readonly entries: { readonly points: number; readonly dueAtMs: number | null }[];
  /** The points that wait, by campaign. */
  readonly waiting: PlainWaiting[];
  /** Points that came back before they matured. */
  fromWaiting: number;
  readonly counted: CountedReceipt;
  readonly wine: number;
  wineReturned: number;
  returned: number;
  /** The amount that was returned without products. */
  unnamed: number;
  /** Redeemed points that came back by its returns. */
  refunded: number;
  /** The redeem whose points come back with the receipt; null until a return has found one. */
  redeemRef: string | null;
}

interface PlainWaiting {
  points: number;
  readonly maturesAtMs: number;
  readonly expiryDays: number | null;
}

export interface PlainAward {
  readonly points: number;
  /** From when they are earned, or mature. */
  readonly expiryDays: number | null;
  readonly pendingDays: number | null;
  /** Points that stay, by the rule: of what was given at most all. */
  readonly kept: (receipt: PlainReceipt, remaining: number, given: number) => number;
}

/** The minimum basket of the fourth campaign, in cents. */
export const bigBasket = 700;
export const pointsOfWine = 5;
/** The points of the fifth campaign, and of the last one. */
export const laterPointsOfWine = 3;
export const [wineDays, laterDays] = [2, 1];
/** The price of each line in cents; a bottle is one line. */
const linePrice = 100;
/** The units and points of the seventh campaign. */
export const [pairOfBottles, pointsOfPair] = [2, 3];
/** The points of the eighth campaign, for at least a pair. */
export const pointsOfMany = 11;

const atOnce = { expiryDays: null, pendingDays: null } as const;

/** Returns the awards in the order of the campaigns. */
export const plainAwards = (amount: number, wine: number): readonly PlainAward[] => [
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

/** Counts, and does not divide as the rules do. */
const quotient = (dividend: number, divisor: number): number =>
  dividend < divisor ? 0 : 1 + quotient(dividend - divisor, divisor);

export const sumOf = (many: readonly number[]): number => many.reduce((sum, each) => sum + each, 0);

export const pointsOf = (many: readonly { readonly points: number }[]): number =>
  sumOf(many.map(({ points }) => points));

/** Returns what stays of each award. */
export const keptOf = (receipt: PlainReceipt): readonly number[] => {
  const remaining = receipt.amount - receipt.returned;
  return receipt.awards.map(({ points, kept }) =>
    remaining === 0 ? 0 : Math.min(points, kept(receipt, remaining, points)),
  );
};

/** Point by point, in the order of the campaigns. */
export const takeWaiting = (receipt: PlainReceipt, most: number): number => {
  let taken = 0;
  for (const row of receipt.waiting) for (; row.points > 0 && taken < most; taken += 1) row.points -= 1;
  receipt.fromWaiting += taken;
  return taken;
};

export const dueOfPoint = ({ entries }: PlainReceipt, n: number): number | null => {
  let begin = 0;
  for (const { points, dueAtMs } of entries) {
    begin += points;
    if (n < begin) return dueAtMs;
  }
  throw new Error('no such point');
};

interface TakenParts {
  readonly fromWaiting: number;
  readonly fromBalance: number;
  readonly expired: number;
  readonly expiredOut: number;
  readonly claimable: number;
  readonly toDeduct: number;
}

/** How many claims a return adds: one for each award that misses points, and one for those past their time. */
export const storedClaimsOf = (reversed: readonly number[], parts: TakenParts): number => {
  let recovered = parts.fromWaiting + parts.fromBalance + parts.expired;
  let claimed = parts.claimable + parts.toDeduct;
  let stored = parts.expiredOut > 0 ? 1 : 0;
  for (const points of reversed) {
    const missing = Math.min(claimed, Math.max(0, points - recovered));
    recovered -= Math.min(points, recovered);
    claimed -= missing;
    if (missing > 0) stored += 1;
  }
  return stored;
};

/** Each bottle by itself, beside bread. */
export const linesOf = (wine: number | null) =>
  ['bread', ...Array<string>(wine ?? 0).fill('wine')].map((sku) => ({
    sku,
    quantity: 1,
    unitPriceCents: linePrice,
    categories: [],
  }));

export const returnedLinesOf = (wine: number) => [
  { sku: 'bread', quantity: 0.5 },
  ...(wine === 0 ? [] : [{ sku: 'wine', quantity: wine }]),
];
