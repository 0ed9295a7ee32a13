import type { BurnRequest } from '@loyalty/contracts/burning';
import { invariant } from '@loyalty/kernel';
import { percentagePoints } from '../earning/rules/on-receipt.ts';
import { floorProduct } from '../floor-product.ts';
import {
  type AwardTerm,
  type AwardTerms,
  type CardTerm,
  decodeTerms,
  skuHashOf,
  type SkuUnits,
  sumsBySku,
} from './award-terms.ts';
import type { ReceiptReturns, ReturnAmounts, StoredReceipt } from './stored-receipt.ts';

/** By a receipt, when it was decided. */
export interface GivenByReceipt {
  /** Null where it is not known: such a receipt is returned whole only. */
  readonly amountCents: number | null;
  /** Of each award. */
  readonly points: readonly number[];
  /** How many stamp cards it stamped. */
  readonly cards: number;
}

/** Sums over all returns of a receipt so far, so the order of its parts does not matter (D172). */
export interface ReturnedOfReceipt {
  readonly amountCents: number;
  /** Returned without products. */
  readonly unnamedCents: number;
  /** Returned as products, of the skus that terms name. */
  readonly skus: readonly SkuUnits[];
}

/**
 * How it was judged: by the award's rule over what remains, or by the share that remains of the amount (D172).
 */
export type ReturnBasis = 'RULES' | 'SHARE';

export interface KeptAward {
  readonly points: number;
  /** All of its rewards stay, or none. */
  readonly rewards: boolean;
  readonly basis: ReturnBasis;
}

export interface KeptCard {
  /** Its stamp stays. */
  readonly isKept: boolean;
}

/** In the order of the receipt's awards and stamp cards. */
export interface KeptOfReceipt {
  readonly awards: readonly KeptAward[];
  readonly cards: readonly KeptCard[];
}

/**
 * Judged by the terms that are stored with the receipt; without terms (`null`) by the share that remains of its
 * amount, and rewards and stamps stay until nothing remains (D172). It never rises while the sums rise.
 * Expects terms of just these awards and cards.
 */
export const keptOf = (
  terms: AwardTerms | null,
  { amountCents, points, cards }: GivenByReceipt,
  { amountCents: returnedCents, unnamedCents, skus }: ReturnedOfReceipt,
): KeptOfReceipt => {
  const amount = amountCents ?? 0;
  const remaining = amountCents === null ? 0 : amount - returnedCents;
  const rest: Rest = { amount, remaining, unnamedCents, unitsOf: unitsOf(skus) };
  return {
    awards: points.map((given, at) => keptAward(terms?.awards[at] ?? share, given, rest)),
    cards: Array.from({ length: cards }, (_, at) => ({ isKept: holds(terms?.cards[at] ?? share, rest) })),
  };
};

const share = { form: 'SHARE', minSpendCents: null } as const;

interface Rest {
  readonly amount: number;
  readonly remaining: number;
  readonly unnamedCents: number;
  /** Thousandths that came back of a sku. */
  readonly unitsOf: (hash: number) => number;
}

const unitsOf = (skus: readonly SkuUnits[]): Rest['unitsOf'] => {
  if (skus.length === 0) return () => 0;
  const units = new Map(skus.map(({ hash, thousandths }) => [hash, thousandths]));
  return (hash) => units.get(hash) ?? 0;
};

/** Nothing of any award stays once nothing remains, or less than its least spend. */
const holds = (
  { minSpendCents }: Pick<AwardTerm | CardTerm, 'minSpendCents'>,
  { remaining }: Rest,
): boolean => remaining > 0 && remaining >= (minSpendCents ?? 0);

const keptAward = (term: AwardTerm, given: number, rest: Rest): KeptAward => {
  const basis = basisOf(term, rest);
  if (!holds(term, rest)) return { points: 0, rewards: false, basis };
  return { points: Math.min(given, pointsKept(term, given, rest)), rewards: true, basis };
};

const basisOf = ({ form }: AwardTerm, { remaining, unnamedCents }: Rest): ReturnBasis =>
  form === 'SHARE' || (form === 'PRODUCT' && unnamedCents > 0 && remaining > 0) ? 'SHARE' : 'RULES';

const pointsKept = (term: AwardTerm, given: number, { amount, remaining, ...rest }: Rest): number => {
  switch (term.form) {
    case 'WHOLE':
      return given;
    case 'PERCENT':
      return percentagePoints(term.percentageScaled, remaining);
    case 'PRODUCT':
      return productPointsKept(term, amount, rest);
    case 'SHARE':
      return floorProduct(given, remaining, amount);
  }
};

/**
 * For the units that earned less what came back of them, of a sku at most what earned. What came back without
 * products counts as if the same share of each of these had come back. Rounded once.
 */
const productPointsKept = (
  { points, skus }: Extract<AwardTerm, { readonly form: 'PRODUCT' }>,
  amount: number,
  { unnamedCents, unitsOf: returnedOf }: Pick<Rest, 'unnamedCents' | 'unitsOf'>,
): number => {
  const thousandths = skus.reduce(
    (sum, { hash, thousandths: earned }) => sum + Math.max(0, earned - returnedOf(hash)),
    0,
  );
  if (unnamedCents === 0) return floorProduct(points, thousandths, 1_000);
  const product = BigInt(points) * BigInt(thousandths) * BigInt(amount - unnamedCents);
  return Number(product / (1_000n * BigInt(amount)));
};

/** Adds products that come back to `before`: of skus that the terms name, of each at most what earned. */
export const skusReturned = (
  terms: AwardTerms | null,
  before: readonly SkuUnits[],
  products: readonly SkuUnits[],
): readonly SkuUnits[] => {
  if (terms === null || products.length === 0) return before;
  const earned = new Map<number, number>();
  for (const term of terms.awards) {
    if (term.form !== 'PRODUCT') continue;
    for (const { hash, thousandths } of term.skus)
      earned.set(hash, Math.max(thousandths, earned.get(hash) ?? 0));
  }
  return sumsBySku([...before, ...products]).flatMap(({ hash, thousandths }) => {
    const most = earned.get(hash);
    return most === undefined ? [] : [{ hash, thousandths: Math.min(thousandths, most) }];
  });
};

const countsOf = ({ awards, cards }: StoredReceipt): { readonly awards: number; readonly cards: number } => ({
  awards: awards.length,
  cards: cards.length,
});

export interface KeptByReturn {
  /** Null of receipts from before there were terms. */
  readonly terms: AwardTerms | null;
  readonly before: KeptOfReceipt;
  readonly after: KeptOfReceipt;
  /** Of all returns of the receipt, with this one. */
  readonly sums: Pick<ReceiptReturns, 'unnamedCents' | 'skus'>;
}

/** Never more than before: an older build may have judged by the share alone. Null for unknown terms. */
export const keptByReturn = (
  receipt: StoredReceipt,
  {
    amounts,
    lines,
  }: { readonly amounts: ReturnAmounts; readonly lines: readonly BurnRequest['lines'][number][] },
): KeptByReturn | null => {
  const { awards, cards, amountCents, returned } = receipt;
  const terms = receipt.terms === null ? null : decodeTerms(receipt.terms, countsOf(receipt));
  if (terms === null && receipt.terms !== null) return null;
  const given = { amountCents, points: awards.map(({ pointsEarned }) => pointsEarned), cards: cards.length };
  const { unnamedCents, skus, kept } = returned ?? { ...nothingReturned, kept: given.points };
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
  };
};

const nothingReturned = { unnamedCents: 0, skus: [] };

/** All of it stays until something came back, also of a receipt of nothing. */
const keptBefore = (
  terms: AwardTerms | null,
  given: GivenByReceipt,
  returned: ReceiptReturns | null,
): KeptOfReceipt => {
  if (returned === null)
    return {
      awards: given.points.map((points) => ({ points, rewards: true, basis: 'RULES' })),
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

const thousandthsOf = ({ sku, quantity }: BurnRequest['lines'][number]): SkuUnits => ({
  hash: skuHashOf(sku),
  thousandths: Math.round(quantity * 1_000),
});
