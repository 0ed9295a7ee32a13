import type { Campaign, EarningRule, RuleOf } from '../../campaigns/campaign.ts';
import { floorProduct } from '../../floor-product.ts';
import type { AwardTerm } from '../../returns/award-terms.ts';
import type { ReceiptActivity } from '../activity.ts';
import type { EarningInputs } from '../earning-inputs.ts';
import { type LinePlaces, quantityOf } from '../line-sums.ts';
import { purchaseRewardAward } from './purchase-reward.ts';
import { noGrants, type RuleAward, type RuleOutcome } from './rule-outcome.ts';
import { stampCardAward } from './stamp-card.ts';
import { surpriseDelightAward } from './surprise-delight.ts';

/** The parts of a receipt that an earning rule uses. */
export interface EarningBasket {
  /** The amount. If it is absent, the amount of the receipt applies. */
  readonly amountCents?: number;
  /** The number of bought units of the products of a PRODUCT_PURCHASE, in thousandths. */
  readonly thousandths: number;
  /** The lines that earn. If they are absent, all lines earn. */
  readonly earningLines?: LinePlaces;
}

interface JudgedReceipt {
  readonly activity: ReceiptActivity;
  readonly bought: EarningBasket;
}

type ReceiptRule<Rule> = (rule: Rule, campaign: Campaign, judged: JudgedReceipt) => RuleOutcome;

/**
 * Returns the outcome of a rule on a receipt for which the conditions already hold. An award of 0 points is
 * no award (D26). One past 2^53−1 is returned as 2^53 or more, so that the whole transaction is refused
 * (D34).
 */
export const outcomeOnReceipt = (
  campaign: Campaign,
  activity: ReceiptActivity,
  bought: EarningBasket,
): RuleOutcome => {
  const { earningRule } = campaign;
  // The table holds, under the name of each type, a function of exactly that type of rule.
  const rule = receiptRules[earningRule.type] as ReceiptRule<EarningRule>;
  const outcome = rule(earningRule, campaign, { activity, bought });
  return outcome === 0 ? 'NOTHING_TO_AWARD' : outcome;
};

export const canFireOnReceipts = (rule: EarningRule): boolean =>
  receiptRules[rule.type] !== never && !(rule.type === 'STAMP_CARD' && rule.triggerEventKey !== undefined);

const never = (): RuleOutcome => 'NOT_A_TRANSACTION_RULE';

const receiptRules: { readonly [Type in EarningRule['type']]: ReceiptRule<RuleOf<Type>> } = {
  FIXED_POINTS: (rule) => fixedPoints(rule),
  VISIT_FIXED: (rule, campaign, { activity }) => visitAward(rule, campaign, activity.inputs),
  SPEND_PERCENTAGE: (rule, _, { activity, bought }) =>
    spendPercentagePoints(rule, bought.amountCents ?? activity.amountCents),
  PRODUCT_PURCHASE: (rule, _, { bought }) => productPurchasePoints(rule, bought.thousandths),
  RANDOM: (rule, { id }, { activity }) => randomPoints(rule, activity.draw(id)),
  SURPRISE_DELIGHT: (rule, campaign, { activity }) => surpriseDelightAward(rule, campaign, activity),
  PURCHASE_REWARD: (rule, { name }, { activity: { receipt }, bought }) =>
    purchaseRewardAward(rule, name, () => quantityOf(receipt, bought.earningLines ?? everyLineOf(receipt))),
  // Only its event stamps a card that names one (D20).
  STAMP_CARD: (rule, campaign, { activity }) =>
    rule.triggerEventKey === undefined ? stampCardAward(rule, campaign, activity.inputs) : never(),
  SIGNUP_BONUS: never,
  ON_DEMAND: never,
  REFERRAL_BONUS: never,
  EVENT_TRIGGER: never,
};

/**
 * The form of each rule's award, in which it is judged again when a part of its receipt is returned (D172). A
 * rule that could give more for less must say what stays: an award never rises.
 */
export const receiptForms: Readonly<Record<EarningRule['type'], AwardTerm['form']>> = {
  FIXED_POINTS: 'WHOLE',
  VISIT_FIXED: 'WHOLE',
  SPEND_PERCENTAGE: 'PERCENT',
  PRODUCT_PURCHASE: 'PRODUCT',
  RANDOM: 'WHOLE',
  SURPRISE_DELIGHT: 'WHOLE',
  STAMP_CARD: 'WHOLE',
  PURCHASE_REWARD: 'EVERY',
  // These never fire on receipts.
  SIGNUP_BONUS: 'SHARE',
  ON_DEMAND: 'SHARE',
  REFERRAL_BONUS: 'SHARE',
  EVENT_TRIGGER: 'SHARE',
};

const everyLineOf = ({ products }: ReceiptActivity['receipt']): LinePlaces => products.map((_, at) => at);

const fixedPoints = (rule: { readonly points: number }): number => rule.points;

/** Awards points for a visit. VISIT_FIXED also counts one visit of the member to this campaign (D23). */
export const visitAward = (
  { points }: RuleOf<'VISIT_FIXED'>,
  { id }: Pick<Campaign, 'id'>,
  inputs: EarningInputs,
): RuleAward => ({
  points,
  grants: noGrants,
  counts: [{ kind: 'VISITS', count: inputs.memberCount(id, 'VISITS').count + 1, completed: 0 }],
});

/** 100 for the percent sign, multiplied by 10,000 for the 4 decimals of a percentage. */
export const percentageScale = 1_000_000;

/**
 * Returns the points for an amount: 1 % gives 1 point per 100 cents, rounded down (D16, D17). The result may
 * be 0.
 */
export const spendPercentagePoints = (rule: { readonly percentage: number }, amountCents: number): number =>
  percentagePoints(scaledPercentage(rule), amountCents);

/** Returns the percentage with its 4 decimals as a whole number. */
export const scaledPercentage = ({ percentage }: { readonly percentage: number }): number =>
  Math.round(percentage * 10_000);

export const percentagePoints = (percentageScaled: number, amountCents: number): number =>
  floorProduct(amountCents, percentageScaled, percentageScale);

/**
 * Returns floor(points × Σ quantity) over the listed lines (D18), rounded once and not line by line.
 * Quantities have at most 3 decimals (D10), so `LineMatcher` adds them up in whole `thousandths`.
 */
export const productPurchasePoints = (
  { points }: RuleOf<'PRODUCT_PURCHASE'>,
  thousandths: number,
): RuleOutcome => (thousandths === 0 ? 'PRODUCT_MISMATCH' : floorProduct(points, thousandths, 1000));

/**
 * Draws points from the campaign and the reference (D19). The first 6 bytes of the draw decide whether there
 * is a win, and the next 8 how much. A missing probability means 1.
 */
export const randomPoints = (rule: RuleOf<'RANDOM'>, draw: Uint8Array): RuleOutcome => {
  const { buffer, byteOffset, byteLength } = draw;
  const bytes = new DataView(buffer, byteOffset, byteLength);
  const luck = (bytes.getUint32(0) * 0x1_0000 + bytes.getUint16(4)) / 2 ** 48;
  if (rule.probability !== undefined && luck >= rule.probability) return 'PROBABILITY_MISS';
  const choices = BigInt(rule.maxPoints) - BigInt(rule.minPoints) + 1n;
  // 64 bits over at most 2^53 choices: the bias is below 1 in 2,000 for the widest range, and negligible for
  // usual ones.
  return rule.minPoints + Number(bytes.getBigUint64(6) % choices);
};
