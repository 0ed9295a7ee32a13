import type { EvaluateRequest, ReceiptLine } from '@loyalty/contracts';
import type { Campaign, RuleOf } from '../campaigns/campaign.ts';

/** A tree as callers write it. */
export interface Plain {
  readonly operator?: string;
  readonly conditions?: readonly Plain[];
  readonly lines?: Plain;
  readonly except?: Plain;
  readonly field?: string;
  readonly op?: string;
  readonly value?: unknown;
}

/** The parts of a campaign that judge a receipt. */
export type PlainCampaign = Pick<Campaign, 'conditions' | 'earnOn' | 'earningRule'>;

/** The parts of a receipt that a campaign judges. */
export type PlainReceipt = Pick<EvaluateRequest, 'amountCents' | 'storeRef' | 'products' | 'lineAmounts'>;

export interface PlainCircumstances {
  readonly isMet?: (leaf: Plain) => boolean;
  /** The multiplier of the member's tier, times 10,000. */
  readonly multiplierScaled?: number;
}

/**
 * Computes from the text of a campaign, with whole numbers of any size, without an index and without
 * compiling anything.
 */
export const plainPoints = (
  campaign: PlainCampaign,
  receipt: PlainReceipt,
  { isMet = (leaf) => isMetBy(leaf, receipt), multiplierScaled = 10_000 }: PlainCircumstances = {},
): bigint => {
  const conditions = campaign.conditions as Plain | undefined;
  if (conditions !== undefined && !holdsPlainly(conditions, isMet)) return 0n;
  const earning = earningPlainly(campaign, receipt);
  return earning === null ? 0n : pointsOn(campaign, earning, BigInt(multiplierScaled));
};

export const holdsPlainly = (tree: Plain, isMet: (leaf: Plain) => boolean): boolean => {
  if (tree.conditions === undefined) return isMet(tree);
  const results = tree.conditions.map((one) => holdsPlainly(one, isMet));
  return tree.operator === 'OR' ? results.includes(true) : !results.includes(false);
};

/** The model knows conditions on lines, and those on whether there is a store. */
export const isMetBy = (leaf: Plain, receipt: PlainReceipt): boolean => {
  const { lines, field, op = '', value } = leaf;
  if (lines === undefined) return (receipt.storeRef !== null) === value;
  const selected = linesOf(receipt, (line) => isSelected(lines, line));
  if (field === undefined) return selected.length > 0;
  const found = {
    count: BigInt(selected.length),
    quantity: unitsOf(selected),
    spend_cents: spentOn(selected) / 1000n,
  }[field];
  const wanted = field === 'quantity' ? thousandths(value as number) : BigInt(value as number);
  return found !== undefined && comparisons[op]?.(found, wanted) === true;
};

export interface PaidLine {
  readonly line: ReceiptLine;
  readonly amountCents: number | null;
}

export const linesOf = (receipt: PlainReceipt, isIn: (line: ReceiptLine) => boolean): readonly PaidLine[] =>
  receipt.products
    .map((line, at) => ({
      line,
      amountCents: receipt.lineAmounts.find((paid) => paid.line === at)?.amountCents ?? null,
    }))
    .filter(({ line }) => isIn(line));

export const thousandths = (quantity: number): bigint => BigInt(Math.round(quantity * 1000));

const unitsOf = (lines: readonly PaidLine[]): bigint =>
  lines.reduce((sum, { line }) => sum + thousandths(line.quantity), 0n);

/** Returns thousandths of a cent. */
export const spentOn = (lines: readonly PaidLine[]): bigint =>
  lines.reduce(
    (sum, { line, amountCents }) =>
      sum +
      (amountCents === null
        ? thousandths(line.quantity) * BigInt(line.unitPriceCents)
        : BigInt(amountCents) * 1000n),
    0n,
  );

const comparisons: Readonly<Record<string, (found: bigint | number, wanted: bigint | number) => boolean>> = {
  eq: (found, wanted) => found === wanted,
  neq: (found, wanted) => found !== wanted,
  gt: (found, wanted) => found > wanted,
  gte: (found, wanted) => found >= wanted,
  lt: (found, wanted) => found < wanted,
  lte: (found, wanted) => found <= wanted,
};

export const isSelected = (tree: Plain, line: ReceiptLine): boolean =>
  holdsPlainly(tree, ({ field, op = '', value }) => {
    const wanted = [value].flat();
    if (field === 'unit_price_cents') {
      if (op === 'in' || op === 'not_in') return wanted.includes(line.unitPriceCents) === (op === 'in');
      return comparisons[op]?.(line.unitPriceCents, value as number) === true;
    }
    const isOne = (field === 'sku' ? [line.sku] : line.categories).some((text) => wanted.includes(text));
    return op === 'neq' || op === 'not_in' ? !isOne : isOne;
  });

interface Earning {
  readonly cents: bigint;
  readonly lines: readonly PaidLine[];
}

/** Returns null if nothing earns. */
const earningPlainly = ({ earnOn }: PlainCampaign, receipt: PlainReceipt): Earning | null => {
  const amount = BigInt(receipt.amountCents);
  const all = linesOf(receipt, () => true);
  if (earnOn === undefined) return { cents: amount, lines: all };
  const { lines: only, except } = earnOn as Plain;
  if (except !== undefined) {
    const rest = linesOf(receipt, (line) => !isSelected(except, line));
    if (rest.length === 0 && all.length > 0) return null;
    const cents = amount - spentOn(linesOf(receipt, (line) => isSelected(except, line))) / 1000n;
    return { cents: cents < 0n ? 0n : cents, lines: rest };
  }
  const named = linesOf(receipt, (line) => only !== undefined && isSelected(only, line));
  const cents = spentOn(named) / 1000n;
  return named.length === 0 ? null : { cents: cents < amount ? cents : amount, lines: named };
};

/** Returns the points of the rules that the model knows. */
const pointsOn = ({ earningRule: rule }: PlainCampaign, earning: Earning, scaled: bigint): bigint => {
  if (rule.type === 'FIXED_POINTS' || rule.type === 'VISIT_FIXED')
    return (BigInt(rule.points) * scaled) / 10_000n;
  if (rule.type === 'SPEND_PERCENTAGE')
    return (earning.cents * BigInt(Math.round(rule.percentage * 10_000)) * scaled) / 10_000_000_000n;
  if (rule.type === 'PRODUCT_PURCHASE')
    return (BigInt(rule.points) * unitsOf(boughtOf(rule, earning)) * scaled) / 10_000_000n;
  if (rule.type !== 'PURCHASE_REWARD') throw new Error(`the model knows no ${rule.type}`);
  const { reward, everyQuantity, maxTimes = 1 } = rule;
  const points = BigInt(reward.points ?? 0);
  if (everyQuantity === undefined) return points;
  const times = unitsOf(earning.lines) / (1000n * BigInt(everyQuantity));
  return points * (times < BigInt(maxTimes) ? times : BigInt(maxTimes));
};

export const boughtOf = (
  { skus = [], categories = [] }: RuleOf<'PRODUCT_PURCHASE'>,
  { lines }: Earning,
): readonly PaidLine[] =>
  lines.filter(
    ({ line }) =>
      skus.includes(line.sku) ||
      line.categories.some((category) => skus.includes(category) || categories.includes(category)),
  );
