/** A campaign; rates in ten-thousandths of a point per rand, percentages in ten-thousandths of a percent. */
export interface PlainCampaign {
  readonly id: string;
  readonly rate: number;
  readonly min: number | null;
  readonly max: number | null;
  readonly percent: number | null;
  readonly capsBalance: boolean;
  readonly budgetCents: number | null;
  readonly minSpendCents: number | null;
  readonly currency: string | null;
  /** Null: it is for everybody. Otherwise whether the member is in one of its segments. */
  readonly isTargeted: boolean | null;
  readonly takesFewest: boolean;
}

/** Points that expire at `atMs`, or after `slidingDays` inactive days. */
export interface PlainLot {
  readonly slidingDays: number;
  readonly atMs: number;
  points: number;
}

export interface PlainOrder {
  readonly ref: string;
  readonly atMs: number;
  readonly amountCents: number;
  readonly points: number;
  readonly campaignId: string | null;
  /** Null means rand. */
  readonly currency: string | null;
  readonly percent: number | null;
}

/** The result of a redeem: points, cents and the cap, or a code. */
export type PlainResult = string | readonly [points: number, cents: number, cap: string | null];

/**
 * A second implementation of burning (D38 to D43, D49, D88, D126, D127, D334) for property tests: one member, arrays, one
 * redeem after the other, no batches. It finds caps by counting down instead of by a formula.
 */
export class PlainBurner {
  balance: number;
  readonly lots: PlainLot[];
  readonly spentCents = new Map<string, number>();
  /** The last redeem, which is the only activity; before the first one there is none. */
  #activeAtMs = -Infinity;
  readonly #campaigns: readonly PlainCampaign[];
  readonly #responses = new Map<string, PlainResult>();

  /** `campaigns` are in the order of their activation. */
  constructor(balance: number, lots: readonly PlainLot[], campaigns: readonly PlainCampaign[]) {
    this.balance = balance;
    this.lots = lots.map((lot) => ({ ...lot }));
    this.#campaigns = campaigns;
  }

  redeem(order: PlainOrder): PlainResult {
    const known = this.#responses.get(order.ref);
    if (known !== undefined) return known;
    const response = this.#decide(order);
    if (typeof response !== 'string') this.#responses.set(order.ref, response);
    return response;
  }

  #decide(order: PlainOrder): PlainResult {
    const campaign = this.#campaignFor(order);
    if (campaign === undefined) return 'CAMPAIGN_NOT_FOUND';
    const living = this.balance - this.#pastAt(order.atMs);
    if (living < order.points && !(campaign.capsBalance && living > 0)) return 'INSUFFICIENT_POINTS';
    const [points, cap] = capped(order, campaign, living);
    if (points < (campaign.min ?? 0)) return 'BELOW_MIN_REDEMPTION';
    const cents = centsOf(points, campaign.rate);
    if (cents === 0) return 'NOTHING_TO_REDEEM';
    const taken = campaign.takesFewest ? fewestOf(points, campaign) : points;
    this.#burn(taken, order.atMs);
    this.spentCents.set(campaign.id, (this.spentCents.get(campaign.id) ?? 0) + cents);
    return [taken, cents, cap];
  }

  /** Points past their time, which no redeem takes (D334). */
  #pastAt(atMs: number): number {
    const past = this.lots.filter((lot) => this.#dueMs(lot, this.#activeAtMs) <= atMs);
    return past.reduce((sum, { points }) => sum + points, 0);
  }

  #dueMs(lot: PlainLot, activeAtMs: number): number {
    return lot.slidingDays === 0 ? lot.atMs : Math.max(lot.atMs, activeAtMs) + lot.slidingDays * 86_400_000;
  }

  #campaignFor({ campaignId, amountCents, currency }: PlainOrder): PlainCampaign | undefined {
    return this.#campaigns.findLast((one) => {
      const isOpen = one.budgetCents === null || (this.spentCents.get(one.id) ?? 0) < one.budgetCents;
      const isLarge = one.minSpendCents === null || amountCents >= one.minSpendCents;
      const isSpoken = one.currency === null || one.currency === (currency ?? 'ZAR');
      return (campaignId ?? one.id) === one.id && isOpen && isLarge && isSpoken && (one.isTargeted ?? true);
    });
  }

  #burn(points: number, atMs: number): void {
    this.balance -= points;
    const living = this.lots.filter((lot) => this.#dueMs(lot, this.#activeAtMs) > atMs);
    this.#activeAtMs = atMs;
    const dueMs = (lot: PlainLot): number => this.#dueMs(lot, atMs);
    let left = points;
    const ordered = living.sort((a, b) => dueMs(a) - dueMs(b) || a.slidingDays - b.slidingDays);
    for (const lot of ordered) {
      const taken = Math.min(left, lot.points);
      lot.points -= taken;
      left -= taken;
    }
  }
}

/**
 * Applies the caps of balance, points and cents, in this order. Returns the points, and the last cap that
 * reduced them.
 */
const capped = (order: PlainOrder, campaign: PlainCampaign, balance: number): [number, string | null] => {
  const within = Math.floor((order.amountCents * percentOf(campaign, order)) / 1_000_000);
  const steps: readonly (readonly [string, (points: number) => number])[] = [
    ['INSUFFICIENT_BALANCE', (points) => Math.min(points, balance)],
    ['MAX_POINTS_PER_REDEMPTION', (points) => Math.min(points, campaign.max ?? points)],
    ['MAX_DISCOUNT_PERCENT_OF_BASKET', (points) => fewestWithin(points, campaign.rate, within)],
  ];
  return steps.reduce<[number, string | null]>(
    ([points, cap], [name, step]) => (step(points) < points ? [step(points), name] : [points, cap]),
    [order.points, null],
  );
};

const percentOf = (campaign: PlainCampaign, order: PlainOrder): number =>
  Math.min(1_000_000, campaign.percent ?? 1_000_000, order.percent ?? 1_000_000);

const centsOf = (points: number, rate: number): number => Math.floor((points * 10_000) / rate) * 100;

const fewestOf = (points: number, { rate, min }: PlainCampaign): number => {
  let fewest = points;
  while (fewest > (min ?? 0) && centsOf(fewest - 1, rate) === centsOf(points, rate)) fewest -= 1;
  return fewest;
};

/**
 * Returns the points if their discount is within the cap; otherwise the fewest points with the largest
 * discount within it.
 */
const fewestWithin = (points: number, rate: number, capCents: number): number => {
  if (centsOf(points, rate) <= capCents) return points;
  let most = points;
  while (centsOf(most, rate) > capCents) most -= 1;
  while (most > 0 && centsOf(most - 1, rate) === centsOf(most, rate)) most -= 1;
  return most;
};
