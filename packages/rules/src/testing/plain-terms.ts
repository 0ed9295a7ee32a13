import type { EvaluateRequest } from '@loyalty/contracts';
import type { Campaign } from '../campaigns/campaign.ts';
import {
  boughtOf,
  holdsPlainly,
  isMetBy,
  isSelected,
  linesOf,
  type PaidLine,
  type Plain,
  spentOn,
  thousandths,
} from './plain-lines.ts';

export interface PlainReturned {
  readonly amountCents: number;
  /** The amount that was returned without products. */
  readonly unnamedCents: number;
  /** Returned as products: thousandths by sku. */
  readonly units: ReadonlyMap<string, number>;
}

export interface PlainAward {
  readonly points: number;
  readonly rewards: number;
  /** The multiplier of the member's tier, times 10,000. */
  readonly multiplierScaled?: number;
}

export interface PlainKept extends PlainAward {
  readonly basis: 'RULES' | 'SHARE';
}

/** Left of one sku among lines, by fractions of whole numbers of any size. */
interface SkuLeft {
  readonly units: bigint;
  readonly unitsLeft: bigint;
  readonly cost: bigint;
  readonly costLeft: bigint;
}

interface Sold {
  readonly campaign: Campaign;
  readonly receipt: EvaluateRequest;
  readonly returned: PlainReturned;
}

/**
 * Of an award, by the text of its campaign, the lines of its receipt and what was returned of it: what stays, without
 * terms, bytes, hashes or an index (D244, D245). Within the bounds.
 */
export const keptPlainly = (sold: Sold, given: PlainAward): PlainKept => {
  const { campaign, receipt, returned } = sold;
  const remaining = receipt.amountCents - returned.amountCents;
  const asked = skusLeft(sold, askedLines(sold));
  const hasAsked = sumOf(asked, 'cost') > 0n;
  const basis = remaining > 0 && isShared(sold, hasAsked ? asked : []) ? 'SHARE' : 'RULES';
  const nothing: PlainKept = { points: 0, rewards: 0, basis };
  if (remaining <= 0 || remaining < (campaign.minSpendCents ?? 0)) return nothing;
  if (hasAsked && sumOf(asked, 'costLeft') === 0n) return nothing;
  const [a, b] = [BigInt(receipt.amountCents - returned.unnamedCents), BigInt(receipt.amountCents)];
  const most = hasAsked
    ? (BigInt(given.points) * sumOf(asked, 'costLeft') * a) / (sumOf(asked, 'cost') * b)
    : BigInt(given.points);
  const { points, rewards } = byRule(sold, given, { a, b });
  const least = [points, most, BigInt(given.points)].reduce((x, y) => (x < y ? x : y));
  return { points: Number(least), rewards: Math.min(given.rewards, rewards), basis };
};

const sumOf = (skus: readonly SkuLeft[], field: keyof SkuLeft): bigint =>
  skus.reduce((sum, sku) => sum + sku[field], 0n);

const skusLeft = ({ returned }: Sold, lines: readonly PaidLine[]): readonly SkuLeft[] => {
  const skus = [...new Set(lines.map(({ line }) => line.sku))];
  return skus.map((sku) => {
    const own = lines.filter(({ line }) => line.sku === sku);
    const units = own.reduce((sum, { line }) => sum + thousandths(line.quantity), 0n);
    const back = BigInt(returned.units.get(sku) ?? 0);
    const unitsLeft = back > units ? 0n : units - back;
    const cost = spentOn(own);
    return { units, unitsLeft, cost, costLeft: (cost * unitsLeft) / units };
  });
};

/**
 * Returns all leaves over lines that hold and that no line would make false, if the tree is false without
 * them.
 */
const askedLines = ({ campaign, receipt }: Sold): readonly PaidLine[] => {
  const tree = campaign.conditions as Plain | undefined;
  if (tree === undefined) return [];
  const byLines = leavesIn(tree).filter((leaf) => needsLines(leaf) && isMetBy(leaf, receipt));
  if (holdsPlainly(tree, (leaf) => !byLines.includes(leaf) && isMetBy(leaf, receipt))) return [];
  return linesOf(receipt, (line) =>
    byLines.some(({ lines }) => lines !== undefined && isSelected(lines, line)),
  );
};

const leavesIn = (tree: Plain): readonly Plain[] => tree.conditions?.flatMap(leavesIn) ?? [tree];

const needsLines = ({ lines, field, op, value }: Plain): boolean => {
  if (lines === undefined) return false;
  if (field === undefined || op === 'gt') return true;
  if (op === 'neq') return value === 0;
  return (op === 'gte' || op === 'eq') && (value as number) > 0;
};

const isShared = ({ campaign, receipt, returned }: Sold, asked: readonly SkuLeft[]): boolean => {
  if (asked.some(({ units, unitsLeft }) => unitsLeft < units)) return true;
  if (returned.unnamedCents === 0) return false;
  if (asked.length > 0) return true;
  const { earningRule: rule } = campaign;
  if (rule.type === 'PRODUCT_PURCHASE') return true;
  if (rule.type === 'PURCHASE_REWARD') return rule.everyQuantity !== undefined;
  return rule.type === 'SPEND_PERCENTAGE' && linesOfEarnOn(campaign, receipt).length > 0;
};

/** Named by its tree; they earn, or all but they. */
const linesOfEarnOn = ({ earnOn }: Campaign, receipt: EvaluateRequest): readonly PaidLine[] => {
  const { lines, except } = (earnOn ?? {}) as Plain;
  const tree = lines ?? except;
  return tree === undefined ? [] : linesOf(receipt, (line) => isSelected(tree, line));
};

/** Returns the lines that earn; null if all do, and no line matters. */
const earningLines = ({ campaign, receipt }: Sold): readonly PaidLine[] | null => {
  const named = linesOfEarnOn(campaign, receipt);
  const { lines } = (campaign.earnOn ?? {}) as Plain;
  if (lines !== undefined) return named;
  if (named.length === 0) return null;
  return linesOf(receipt, (line) => !named.some((other) => other.line === line));
};

interface Fraction {
  readonly a: bigint;
  readonly b: bigint;
}

interface PlainPoints {
  readonly points: bigint;
  readonly rewards: number;
}

const byRule = (sold: Sold, given: PlainAward, { a, b }: Fraction): PlainPoints => {
  const { campaign, receipt } = sold;
  const { earningRule: rule } = campaign;
  const multiplier = BigInt(given.multiplierScaled ?? 10_000);
  const earning = earningLines(sold);
  const everyLine = linesOf(receipt, () => true);
  if (rule.type === 'SPEND_PERCENTAGE') {
    const percentage = BigInt(Math.round(rule.percentage * 10_000));
    const points = (centsLeft(sold, { a, b }) * percentage * multiplier) / (1_000_000n * 10_000n);
    return { points, rewards: 0 };
  }
  if (rule.type === 'PRODUCT_PURCHASE') {
    const units = unitsIn(sold, boughtOf(rule, { cents: 0n, lines: earning ?? everyLine }));
    return { points: (BigInt(rule.points) * multiplier * units * a) / (10_000n * 1000n * b), rewards: 0 };
  }
  if (rule.type === 'PURCHASE_REWARD' && rule.everyQuantity !== undefined) {
    const times = (unitsIn(sold, earning ?? everyLine) * a) / (1000n * BigInt(rule.everyQuantity) * b);
    return { points: BigInt(rule.reward.points ?? 0) * times, rewards: Number(times) };
  }
  const isKept = earning === null || unitsIn(sold, earning) > 0n;
  return isKept ? { points: BigInt(given.points), rewards: given.rewards } : { points: 0n, rewards: 0 };
};

const unitsIn = (sold: Sold, lines: readonly PaidLine[]): bigint => sumOf(skusLeft(sold, lines), 'unitsLeft');

/** Returns as much of what remains as earns. */
const centsLeft = (sold: Sold, { a, b }: Fraction): bigint => {
  const { campaign, receipt, returned } = sold;
  const remaining = BigInt(receipt.amountCents - returned.amountCents);
  if (campaign.earnOn === undefined) return remaining;
  const named = linesOfEarnOn(campaign, receipt);
  const cents = (sumOf(skusLeft(sold, named), 'costLeft') * a) / (1000n * b);
  if ((campaign.earnOn as Plain).except === undefined) return cents < remaining ? cents : remaining;
  return cents > remaining ? 0n : remaining - cents;
};
