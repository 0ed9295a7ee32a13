import type { SampleReceipt } from './independent-points.ts';

/**
 * The campaigns of the replay, in the order of awards. The last one's points wait, so a return takes from them first.
 */
export const replayCampaigns = [
  {
    name: 'Two and a half percent, and burns',
    earningRule: {
      type: 'SPEND_PERCENTAGE',
      percentage: 2.5,
      pointsExpiry: { type: 'ROLLING', days: 90 },
    },
    redemptionRule: { pointsPerRand: 7 },
  },
  {
    name: 'Five a basket over 20',
    earningRule: { type: 'FIXED_POINTS', points: 5 },
    minSpend: 2_000,
    maxBudgetCents: 1_000_000_000,
  },
  {
    name: 'Three a visit in two stores',
    earningRule: { type: 'VISIT_FIXED', points: 3 },
    storeIds: ['367', '406'],
    currency: 'USD',
  },
  {
    name: 'Seven a grocery item',
    earningRule: { type: 'PRODUCT_PURCHASE', points: 7, categories: ['GROCERY'] },
  },
  {
    name: 'One percent that waits',
    earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1, pendingDays: 365 },
  },
] as const;

export const pointValueCents = 2;
/** Divides by `pointsPerRand`; a rand is 100 cents (D39). */
export const discountOf = (points: number): number => Math.floor(points / 7) * 100;

/** Lifetime points, from the lowest tier up. */
export const tierMinima = [300, 1_500] as const;

/** Products that come back: how many of a sku. */
export type ReturnedUnits = readonly { readonly sku: string; readonly quantity: number }[];

/** Points of a campaign that a return could not take while they were out. */
interface Claim {
  readonly campaign: number;
  /** How many redeems there were. */
  readonly redeems: number;
  points: number;
}

interface Redeem {
  /** The place among the redeems, from 1. */
  readonly n: number;
  readonly points: number;
  refunded: number;
  discountReversed: number;
}

interface Receipt {
  readonly amount: number;
  readonly day: string;
  /** The points of each campaign. */
  readonly given: readonly number[];
  /** The units that earned, by sku. */
  readonly units: ReadonlyMap<string, number>;
  readonly unitsReturned: Map<string, number>;
  returned: number;
  /** The amount that was returned without products. */
  unnamed: number;
  waiting: number;
}

/** Computes each award of a receipt with sums and floors of BigInt. */
type Floors = (receipt: Receipt, remaining: number) => readonly number[];

const floor = (factors: readonly number[], divisor: number): number =>
  Number(factors.reduce((product, factor) => product * BigInt(factor), 1n) / BigInt(divisor));

/** No terms are kept for more skus than this: the share of the amount decides (D171). */
const skusMax = 64;

const keptOf: Floors = (receipt, remaining) => {
  const { amount, given, unnamed } = receipt;
  if (remaining === 0) return given.map(() => 0);
  const [, basket = 0, visit = 0, products = 0] = given;
  return [
    floor([remaining, 25], 1_000),
    remaining < 2_000 ? 0 : basket,
    visit,
    receipt.units.size > skusMax
      ? floor([products, remaining], amount)
      : floor([7, unitsLeftOf(receipt), amount - unnamed], amount),
    floor([remaining], 100),
  ];
};

const unitsLeftOf = ({ units, unitsReturned }: Receipt): number => {
  let left = 0;
  for (const [sku, bought] of units) left += Math.max(0, bought - (unitsReturned.get(sku) ?? 0));
  return left;
};

/** Awards of D16 and D18, and none of the engine's code. */
const receiptOf = ({ amount, storeRef, occurredAt, products }: SampleReceipt): Receipt => {
  const units = new Map<string, number>();
  for (const { sku, quantity, categories } of products)
    if (categories?.includes('GROCERY') === true) units.set(sku, (units.get(sku) ?? 0) + quantity);
  const bought = [...units.values()].reduce((sum, quantity) => sum + quantity, 0);
  const waiting = floor([amount], 100);
  return {
    amount,
    day: occurredAt.slice(0, 10),
    given: [
      floor([amount, 25], 1_000),
      amount < 2_000 ? 0 : 5,
      storeRef === '367' || storeRef === '406' ? 3 : 0,
      bought * 7,
      waiting,
    ],
    units,
    unitsReturned: new Map(),
    returned: 0,
    unnamed: 0,
    waiting,
  };
};

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** The response that a return must have. */
export interface PlainReturn {
  readonly amountReturned: number;
  readonly amountRemaining: number;
  readonly isWhole: boolean;
  readonly pointsReversed: number;
  readonly pointsFromPending: number;
  readonly pointsFromBalance: number;
  readonly pointsForgiven: number;
  /** Points that are out in earlier redeems. */
  readonly pointsClaimable: number;
  /** The refunded points that paid for earlier returns. */
  readonly pointsDeducted: number;
  readonly pointsBalance: number;
  readonly redeemed: { readonly pointsRefunded: number; readonly discountReversed: number } | null;
  /** The cents of all awards, and of all deductions. */
  readonly budgetCents: number;
}

/** A member: one request after the other. No lot, because nothing expires while the replay runs. */
export class PlainMember {
  readonly #spent: number[];
  readonly #receipts = new Map<string, Receipt>();
  readonly #redeems = new Map<string, Redeem>();
  balance = 0;
  lifetime = 0;
  adjusted = 0;
  /** The points that were deducted by redeems that came back. */
  deducted = 0;
  /** What returns could not take, the oldest first. */
  readonly #claims: Claim[] = [];
  spend = 0;
  purchases = 0;

  /** `spent`: of each campaign, of all members. */
  constructor(spent: number[]) {
    this.#spent = spent;
  }

  earn(receipt: SampleReceipt): void {
    const bought = receiptOf(receipt);
    this.#receipts.set(receipt.transactionRef, bought);
    const atOnce = sumOf(bought.given) - bought.waiting;
    this.balance += atOnce;
    this.lifetime += atOnce;
    this.spend += bought.amount;
    this.purchases += 1;
    for (const [at, points] of bought.given.entries()) this.#pay(at, points * pointValueCents);
  }

  adjust(points: number): void {
    this.balance += points;
    this.adjusted += points;
  }

  /** True if the member has so many points, and they come to a discount (D40). */
  redeem(ref: string, points: number): boolean {
    if (this.balance < points || discountOf(points) === 0) return false;
    this.balance -= points;
    this.#redeems.set(ref, { n: this.#redeems.size + 1, points, refunded: 0, discountReversed: 0 });
    this.#pay(0, discountOf(points));
    return true;
  }

  /** Cents of the receipt that did not come back yet. */
  leftOf(ref: string): number {
    const { amount, returned } = this.#receiptOf(ref);
    return amount - returned;
  }

  /** `wanted` null: all that is left. It must fit. */
  giveBack(ref: string, wanted: number | null, units: ReturnedUnits): PlainReturn {
    const receipt = this.#receiptOf(ref);
    const amountReturned = wanted ?? receipt.amount - receipt.returned;
    const before = keptOf(receipt, receipt.amount - receipt.returned);
    receipt.returned += amountReturned;
    note(receipt, amountReturned, units);
    const amountRemaining = receipt.amount - receipt.returned;
    const after = keptOf(receipt, amountRemaining);
    const redeemed = this.#refund(ref, receipt);
    const pointsDeducted = this.#payClaims(ref, redeemed?.pointsRefunded ?? 0);
    const reversed = before.map((points, at) => points - (after[at] ?? 0));
    const pointsReversed = sumOf(reversed);
    const pointsFromPending = Math.min(pointsReversed, receipt.waiting);
    const pointsFromBalance = Math.min(pointsReversed - pointsFromPending, this.balance);
    // Whatever is not there is out: nothing expires, and nothing is taken by hand.
    const pointsClaimable = pointsReversed - pointsFromPending - pointsFromBalance;
    receipt.waiting -= pointsFromPending;
    this.balance -= pointsFromBalance;
    this.lifetime -= pointsReversed - pointsFromPending;
    this.spend -= amountReturned;
    if (amountRemaining === 0) this.purchases -= 1;
    return {
      amountReturned,
      amountRemaining,
      isWhole: amountRemaining === 0,
      pointsReversed,
      pointsFromPending,
      pointsFromBalance,
      pointsForgiven: 0,
      pointsClaimable,
      pointsDeducted,
      pointsBalance: this.balance,
      redeemed,
      budgetCents: this.#unpay(reversed, pointsReversed - pointsClaimable) + pointsDeducted * pointValueCents,
    };
  }

  /** Points that no return has taken. */
  get waiting(): number {
    return sumOf([...this.#receipts.values()].map(({ waiting }) => waiting));
  }

  get tier(): number | null {
    const reached = tierMinima.filter((minimum) => minimum <= this.lifetime).length;
    return reached === 0 ? null : reached - 1;
  }

  /** Cents and purchases of the days from `firstDay` on. */
  sinceDay(firstDay: string): readonly [number, number] {
    const recent = [...this.#receipts.values()].filter(({ day }) => day >= firstDay);
    const lefts = recent.map(({ amount, returned }) => amount - returned);
    return [sumOf(lefts), lefts.filter((left) => left > 0).length];
  }

  #refund(ref: string, { amount, returned }: Receipt): PlainReturn['redeemed'] {
    const redeem = this.#redeems.get(ref);
    if (redeem === undefined) return null;
    const pointsRefunded = floor([redeem.points, returned], amount) - redeem.refunded;
    const discountReversed = floor([discountOf(redeem.points), returned], amount) - redeem.discountReversed;
    redeem.refunded += pointsRefunded;
    redeem.discountReversed += discountReversed;
    this.balance += pointsRefunded;
    this.#pay(0, -discountReversed);
    return { pointsRefunded, discountReversed };
  }

  /** Points of a redeem pay the returns behind it as they come back (D300). */
  #payClaims(ref: string, pointsRefunded: number): number {
    const { n = 0 } = this.#redeems.get(ref) ?? {};
    let left = pointsRefunded;
    for (const claim of this.#claims.filter(({ redeems }) => redeems >= n)) {
      const paid = Math.min(left, claim.points);
      left -= paid;
      claim.points -= paid;
      this.#pay(claim.campaign, -paid * pointValueCents);
    }
    const deducted = pointsRefunded - left;
    this.balance -= deducted;
    this.deducted += deducted;
    return deducted;
  }

  /** Award by award: what is claimable stays spent (D176). Returns the cents that campaigns get back. */
  #unpay(reversed: readonly number[], recovered: number): number {
    let left = recovered;
    for (const [at, points] of reversed.entries()) {
      const own = Math.min(points, left);
      left -= own;
      this.#pay(at, -own * pointValueCents);
      this.#claims.push({ campaign: at, redeems: this.#redeems.size, points: points - own });
    }
    return recovered * pointValueCents;
  }

  #pay(campaign: number, cents: number): void {
    this.#spent[campaign] = (this.#spent[campaign] ?? 0) + cents;
  }

  #receiptOf(ref: string): Receipt {
    const receipt = this.#receipts.get(ref);
    if (receipt === undefined) throw new Error(`no receipt ${ref}`);
    return receipt;
  }
}

/** Returns at most the units of a sku that earned; other skus are ignored (D172). */
const note = (receipt: Receipt, amount: number, units: ReturnedUnits): void => {
  if (units.length === 0) receipt.unnamed += amount;
  for (const { sku, quantity } of units)
    receipt.unitsReturned.set(sku, (receipt.unitsReturned.get(sku) ?? 0) + quantity);
};
