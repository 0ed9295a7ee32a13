import type { BurnRequest } from '@loyalty/contracts/burning';
import { invariant } from '@loyalty/kernel';
import { percentageScale, percentagePoints } from '../earning/rules/on-receipt.ts';
import { floorProduct, floorMultipliedProduct } from '../floor-product.ts';
import { multiplierScale } from '../tiers/tier.ts';
import { askedOf, type AwardTerm, type AwardTerms, type CardTerm, skusOf } from './award-terms.ts';
import { decodeTerms } from './decode-terms.ts';
import { type SkuCost, skuHashOf, type SkuUnits, sumsBySku } from './sku-units.ts';
import type { ReceiptReturns, ReturnAmounts, StoredReceipt } from './stored-receipt.ts';

interface GivenAward {
  readonly points: number;
  /** This is the number of rewards. */
  readonly rewards: number;
}

/** What a receipt gave when it was decided. */
export interface GivenByReceipt {
  /** The receipt's amount; null if it is not known. Such a receipt can only be returned as a whole. */
  readonly amountCents: number | null;
  readonly awards: readonly GivenAward[];
  /** The number of stamp cards that the receipt stamped. */
  readonly cards: number;
}

/** The sums over all returns of a receipt so far, so the order of its parts does not matter (D172). */
export interface ReturnedOfReceipt {
  readonly amountCents: number;
  /** The amount that was returned without products. */
  readonly unnamedCents: number;
  /** The returned products whose skus the terms name. */
  readonly skus: readonly SkuUnits[];
}

/**
 * How a return was judged: by the award's rule over what remains, or by a share. The share is of the amount,
 * or of what conditions asked for (D172, D245).
 */
export type ReturnBasis = 'RULES' | 'SHARE';

export interface KeptAward {
  readonly points: number;
  /** How many of its rewards stay, counted from the first one. */
  readonly rewards: number;
  readonly basis: ReturnBasis;
}

export interface KeptCard {
  /** True if the stamp stays. */
  readonly isKept: boolean;
}

/** What stays of a receipt, in the order of its awards and stamp cards. */
export interface KeptOfReceipt {
  readonly awards: readonly KeptAward[];
  readonly cards: readonly KeptCard[];
}

/**
 * Judges what stays by the terms that are stored with the receipt. Without terms (`null`) the share of its
 * amount that remains decides, and rewards and stamps stay until nothing remains (D172). While the sums rise
 * the result never rises, except for EXCEPT_PERCENT (D245). Expects terms of exactly these awards and cards.
 */
export const keptOf = (
  terms: AwardTerms | null,
  { amountCents, awards, cards }: GivenByReceipt,
  { amountCents: returnedCents, unnamedCents, skus }: ReturnedOfReceipt,
): KeptOfReceipt => {
  const amount = amountCents ?? 0;
  const remaining = amountCents === null ? 0 : amount - returnedCents;
  const rest: Rest = { amount, remaining, unnamedCents, unitsOf: unitsOf(skus) };
  return {
    awards: awards.map((given, at) => keptAward(terms?.awards[at] ?? share, given, rest)),
    cards: Array.from({ length: cards }, (_, at) => ({ isKept: holds(terms?.cards[at] ?? share, rest) })),
  };
};

const share = { form: 'SHARE', minSpendCents: null } as const;

interface Rest {
  readonly amount: number;
  readonly remaining: number;
  readonly unnamedCents: number;
  /** Thousandths that were returned of a sku. */
  readonly unitsOf: (hash: number) => number;
}

const unitsOf = (skus: readonly SkuUnits[]): Rest['unitsOf'] => {
  if (skus.length === 0) return () => 0;
  const units = new Map(skus.map(({ hash, thousandths }) => [hash, thousandths]));
  return (hash) => units.get(hash) ?? 0;
};

/**
 * Nothing of any award or stamp stays once nothing remains, or less than its least spend; or none of the lines
 * that it was given for, or of those that its conditions asked for.
 */
const holds = (term: AwardTerm | CardTerm, rest: Rest): boolean => {
  const asked = askedOf(term);
  return (
    rest.remaining > 0 &&
    rest.remaining >= (term.minSpendCents ?? 0) &&
    (term.form !== 'LINES' || unitsLeft(term.skus, rest) > 0) &&
    (asked === undefined || costLeft(asked, rest) > 0n)
  );
};

const keptAward = (term: AwardTerm, given: GivenAward, rest: Rest): KeptAward => {
  const basis = basisOf(term, rest);
  if (!holds(term, rest)) return { points: 0, rewards: 0, basis };
  return {
    points: Math.min(
      given.points,
      pointsKept(term, given.points, rest),
      askedShare(term, given.points, rest),
    ),
    rewards: term.form === 'EVERY' ? Math.min(given.rewards, timesLeft(term, rest)) : given.rewards,
    basis,
  };
};

const basisOf = (term: AwardTerm, rest: Rest): ReturnBasis =>
  term.form === 'SHARE' || (rest.remaining > 0 && isShared(term, rest)) ? 'SHARE' : 'RULES';

/** Forms that count units or costs, of which the same share was returned as of the amount. */
const countingForms: readonly AwardTerm['form'][] = ['PRODUCT', 'LINES_PERCENT', 'EXCEPT_PERCENT', 'EVERY'];

const isShared = (term: AwardTerm, { unnamedCents, unitsOf: returnedOf }: Rest): boolean => {
  const asked = askedOf(term);
  if (unnamedCents > 0 && (asked !== undefined || countingForms.includes(term.form))) return true;
  return asked?.some(({ hash }) => returnedOf(hash) > 0) === true;
};

const pointsKept = (term: AwardTerm, given: number, rest: Rest): number => {
  const { amount, remaining } = rest;
  switch (term.form) {
    case 'WHOLE':
    case 'LINES':
      return given;
    case 'PERCENT':
      return percentOf(term, remaining);
    case 'LINES_PERCENT':
      return percentOf(term, Math.min(remaining, centsLeft(term.skus, rest)));
    case 'EXCEPT_PERCENT':
      return percentOf(term, Math.max(0, remaining - centsLeft(term.skus, rest)));
    case 'PRODUCT':
      return productPointsKept(term, rest);
    case 'EVERY':
      return term.points * timesLeft(term, rest);
    case 'SHARE':
      return floorProduct(given, remaining, amount);
  }
};

type Multiplied = Extract<AwardTerm, { readonly multiplierScaled?: number }>;

const percentOf = (
  { percentageScaled, multiplierScaled }: Exclude<Multiplied, { readonly form: 'PRODUCT' }>,
  cents: number,
): number =>
  multiplierScaled === undefined
    ? percentagePoints(percentageScaled, cents)
    : floorMultipliedProduct(cents, percentageScaled, multiplierScaled, percentageScale * multiplierScale);

/**
 * Points stay for the units that earned less those that were returned; of a sku at most what earned. What was
 * returned without products counts as if the same share of each of these had been returned. The result is
 * rounded once.
 */
const productPointsKept = (
  { points, skus, multiplierScaled = multiplierScale }: Extract<AwardTerm, { readonly form: 'PRODUCT' }>,
  rest: Rest,
): number =>
  quotient(
    [points, multiplierScaled, ...namedShare(unitsLeft(skus, rest), rest)],
    [thousandthsPerUnit, multiplierScale, rest.amount],
  );

/** Returns how many whole times all that remains together still earns. */
const timesLeft = (
  { everyQuantity, skus }: Extract<AwardTerm, { readonly form: 'EVERY' }>,
  rest: Rest,
): number =>
  quotient(namedShare(unitsLeft(skus, rest), rest), [thousandthsPerUnit, everyQuantity, rest.amount]);

/** Rounded down once, and not sku by sku (D245). */
const centsLeft = (skus: readonly SkuCost[], rest: Rest): number =>
  quotient(namedShare(costLeft(skus, rest), rest), [thousandthsPerCent, rest.amount]);

/** Returns the share of what it took to meet conditions, or Infinity if they asked for no lines. */
const askedShare = (term: AwardTerm, given: number, rest: Rest): number => {
  const asked = askedOf(term);
  if (asked === undefined) return Infinity;
  return quotient([given, ...namedShare(costLeft(asked, rest), rest)], [costOf(asked), rest.amount]);
};

/**
 * Returns factors over the amount: what is left of lines, less the share that was returned without products.
 */
const namedShare = (left: bigint | number, { amount, unnamedCents }: Rest): readonly (bigint | number)[] => [
  left,
  amount - unnamedCents,
];

const thousandthsPerUnit = 1_000;
const thousandthsPerCent = 1_000;

const unitsLeft = (skus: readonly SkuUnits[], rest: Rest): number =>
  skus.reduce((sum, sku) => sum + unitsLeftOf(sku, rest), 0);

const unitsLeftOf = ({ hash, thousandths }: SkuUnits, { unitsOf: returnedOf }: Rest): number =>
  Math.max(0, thousandths - returnedOf(hash));

/** The cost of each sku is rounded down to thousandths of a cent. */
const costLeft = (skus: readonly SkuCost[], rest: Rest): bigint =>
  skus.reduce(
    (sum, sku) => sum + (BigInt(sku.cost) * BigInt(unitsLeftOf(sku, rest))) / BigInt(sku.thousandths),
    0n,
  );

const costOf = (skus: readonly SkuCost[]): bigint => skus.reduce((sum, { cost }) => sum + BigInt(cost), 0n);

/** Exact, rounded down once. Past 2^53−1 it is rounded, and more than any award. */
const quotient = (factors: readonly (bigint | number)[], divisors: readonly (bigint | number)[]): number =>
  Number(productOf(factors) / productOf(divisors));

const productOf = (factors: readonly (bigint | number)[]): bigint =>
  factors.reduce<bigint>((product, factor) => product * BigInt(factor), 1n);

/**
 * Adds returned products to `before`: only skus that the terms name, and at most as many units as were
 * bought.
 */
export const skusReturned = (
  terms: AwardTerms | null,
  before: readonly SkuUnits[],
  products: readonly SkuUnits[],
): readonly SkuUnits[] => {
  if (terms === null || products.length === 0) return before;
  const named = new Map<number, number>();
  for (const term of [...terms.awards, ...terms.cards])
    for (const { hash, thousandths } of [...skusOf(term), ...(askedOf(term) ?? [])])
      named.set(hash, Math.max(thousandths, named.get(hash) ?? 0));
  return sumsBySku([...before, ...products]).flatMap(({ hash, thousandths }) => {
    const most = named.get(hash);
    return most === undefined ? [] : [{ hash, thousandths: Math.min(thousandths, most) }];
  });
};

export const countsOf = ({
  awards,
  cards,
}: Pick<StoredReceipt, 'awards' | 'cards'>): { readonly awards: number; readonly cards: number } => ({
  awards: awards.length,
  cards: cards.length,
});

export interface KeptByReturn {
  /** The terms; null for receipts that were stored before there were terms. */
  readonly terms: AwardTerms | null;
  readonly before: KeptOfReceipt;
  readonly after: KeptOfReceipt;
  /** The sums of all returns of the receipt, including this one. */
  readonly sums: Pick<ReceiptReturns, 'unnamedCents' | 'skus'>;
  readonly productsNotUsed: readonly ReturnedProduct[];
}

/** A product of a return, with at most 3 decimals of a unit. */
export type ReturnedProduct = Pick<BurnRequest['lines'][number], 'sku' | 'quantity'>;

/**
 * Returns what stays after a return. It is never more than before, because an older build may have judged by
 * the share alone. More would also stay if excluded goods are paid back for less than they cost (D245).
 * Returns null for unknown terms.
 */
export const keptByReturn = (
  receipt: StoredReceipt,
  { amounts, lines }: { readonly amounts: ReturnAmounts; readonly lines: readonly ReturnedProduct[] },
): KeptByReturn | null => {
  const { awards, cards, amountCents, returned } = receipt;
  const terms = receipt.terms === null ? null : decodeTerms(receipt.terms, countsOf(receipt));
  if (terms === null && receipt.terms !== null) return null;
  const given: GivenByReceipt = {
    amountCents,
    awards: awards.map(({ pointsEarned: points, rewardIds }) => ({ points, rewards: rewardIds.length })),
    cards: cards.length,
  };
  const all = given.awards.map(({ points }) => points);
  const { unnamedCents, skus, kept } = returned ?? { ...nothingReturned, kept: all };
  invariant(kept.length === awards.length, 'what is kept is stored for each award of a receipt');
  const sums = {
    unnamedCents: unnamedCents + (lines.length === 0 ? (amounts.returned ?? 0) : 0),
    skus: skusReturned(terms, skus, lines.map(thousandthsOf)),
  };
  const after = keptOf(terms, given, { ...sums, amountCents: amounts.returnedInAll ?? 0 });
  return {
    terms,
    before: keptBefore(terms, given, returned),
    after: withPoints(after, ({ points }, at) => Math.min(points, kept[at] ?? 0)),
    sums,
    productsNotUsed: notUsedOf(lines, { before: skus, after: sums.skus }),
  };
};

/** More of them say nothing more, and a response is stored. */
const productsNotUsedMax = 100;

/**
 * Returns the units that decided nothing, by sku, in the order of the skus: the terms name no such product, or fewer
 * units of it were left.
 */
const notUsedOf = (
  lines: readonly ReturnedProduct[],
  { before, after }: { readonly before: readonly SkuUnits[]; readonly after: readonly SkuUnits[] },
): readonly ReturnedProduct[] => {
  const usedBefore = unitsOf(before);
  const used = new Map(after.map(({ hash, thousandths }) => [hash, thousandths - usedBefore(hash)]));
  const rest = new Map<string, number>();
  for (const line of lines) {
    const { hash, thousandths } = thousandthsOf(line);
    const left = used.get(hash) ?? 0;
    const taken = Math.min(left, thousandths);
    used.set(hash, left - taken);
    if (taken < thousandths) rest.set(line.sku, (rest.get(line.sku) ?? 0) + thousandths - taken);
  }
  return [...rest]
    .slice(0, productsNotUsedMax)
    .map(([sku, thousandths]) => ({ sku, quantity: thousandths / 1_000 }));
};

const nothingReturned = { unnamedCents: 0, skus: [] };

/** All of it stays until something is returned, also of a receipt of nothing. */
const keptBefore = (
  terms: AwardTerms | null,
  given: GivenByReceipt,
  returned: ReceiptReturns | null,
): KeptOfReceipt => {
  if (returned === null)
    return {
      awards: given.awards.map(({ points, rewards }) => ({ points, rewards, basis: 'RULES' })),
      cards: Array.from({ length: given.cards }, () => ({ isKept: true })),
    };
  const before = keptOf(terms, given, { ...returned, amountCents: returned.amountCents ?? 0 });
  return withPoints(before, (_, at) => returned.kept[at] ?? 0);
};

const withPoints = (
  { awards, cards }: KeptOfReceipt,
  pointsOf: (award: KeptAward, at: number) => number,
): KeptOfReceipt => ({
  awards: awards.map((award, at) => ({
    points: pointsOf(award, at),
    rewards: award.rewards,
    basis: award.basis,
  })),
  cards,
});

const thousandthsOf = ({ sku, quantity }: ReturnedProduct): SkuUnits => ({
  hash: skuHashOf(sku),
  thousandths: Math.round(quantity * 1_000),
});
