import { dayMs, utcDayOf } from '@loyalty/kernel';
import type { EarningRule } from '@loyalty/rules/campaigns';
import {
  isMetBy,
  type Plain,
  type PlainCampaign,
  plainPoints,
  type PlainReceipt,
} from '../../packages/rules/src/testing/plain-lines.ts';
import {
  limitsOfCaps,
  type PlainGiven,
  type PlainLimit,
  pointsLeft,
} from '../../packages/rules/src/testing/plain-limits.ts';
import { cutFromLast, lostIn, type PlainContender } from '../../packages/rules/src/testing/plain-stacking.ts';

/** A campaign as callers write it, with the fields that the model knows. */
export interface AimedCampaign {
  readonly name: string;
  readonly earningRule: EarningRule;
  readonly storeIds?: string[];
  readonly minSpend?: number;
  readonly conditions?: Plain;
  readonly earnOn?: Plain;
  readonly limits?: readonly PlainLimit[];
  readonly exclusiveGroup?: string;
  readonly priority?: number;
  readonly tierMultiplier?: true;
}

export interface AimedTier {
  readonly id: string;
  readonly minLifetimePoints: number;
  readonly multiplier: number;
}

export interface AimedProgramme {
  readonly campaigns: readonly AimedCampaign[];
  /** The tiers, from the lowest up. */
  readonly tiers: readonly AimedTier[];
  readonly caps: { readonly day?: number; readonly week?: number; readonly month?: number };
  readonly timeZone: string;
  readonly pointValueCents: number;
}

export interface AimedReceipt extends PlainReceipt {
  readonly memberRef: string;
  readonly occurredAtMs: number;
  readonly attributes: readonly { readonly name: string; readonly value: string }[];
}

/** An award as a response shows it. */
export interface PlainAward {
  readonly campaignName: string;
  readonly pointsEarned: number;
  readonly rewards: number;
  readonly reducedBy: string | null;
  readonly multiplier: number | null;
}

/** The result of one receipt, and what it left of its campaigns. */
export interface PlainDecision {
  readonly awards: readonly PlainAward[];
  readonly stamps: ReadonlyMap<string, number>;
  readonly local: LocalMoment;
}

interface Outcome {
  readonly points: number;
  readonly grants: number;
  /** Null: the campaign has no card. */
  readonly stamps: number | null;
  readonly reducedBy: 'LIMIT' | null;
  readonly multiplier: number | null;
}

interface Contender extends PlainContender {
  readonly points: number;
  readonly outcome: Outcome;
}

interface LocalMoment {
  readonly date: string;
  readonly time: string;
  readonly weekday: string;
}

const closedAfterMs = 35 * dayMs;

class Member {
  lifetime = 0;
  purchases = 0;
  lastDay: number | null = null;
  readonly stamps = new Map<string, number>();
  readonly given = new Map<string, PlainGiven[]>();
  readonly capped: PlainGiven[] = [];
}

/** Decides receipts one by one, by the text of campaigns and by Intl: no index, no count, and none of the engine's code. */
export class PlainProgramme {
  readonly #programme: AimedProgramme;
  readonly #caps: readonly PlainLimit[];
  readonly #recordedMs: number;
  readonly #localTime: Intl.DateTimeFormat;
  readonly #members = new Map<string, Member>();

  /** `recordedMs`: about when the engine gets them. */
  constructor(programme: AimedProgramme, recordedMs: number) {
    this.#programme = programme;
    this.#caps = limitsOfCaps(programme.caps);
    this.#recordedMs = recordedMs;
    this.#localTime = new Intl.DateTimeFormat('en-GB', {
      timeZone: programme.timeZone,
      hourCycle: 'h23',
      weekday: 'short',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
  }

  /** Returns what it earns, as if campaigns named in `full` had given to as many as they may. Changes nothing. */
  decide(receipt: AimedReceipt): (full: ReadonlySet<string>) => PlainDecision {
    const { campaigns, pointValueCents } = this.#programme;
    const member = this.#memberOf(receipt);
    const local = this.#localOf(receipt.occurredAtMs);
    const isClosed = this.#recordedMs - receipt.occurredAtMs > closedAfterMs;
    const wholes = campaigns.map((campaign) => this.#wholeOutcome(campaign, receipt, local));
    return (full) => {
      const contenders = campaigns.flatMap((campaign, activated): Contender[] => {
        const whole = wholes[activated] ?? null;
        const past = { before: member.given.get(campaign.name) ?? [], date: local.date };
        const judged = { ...past, isClosed, isFull: full.has(campaign.name) };
        const outcome = whole === null ? null : limited(campaign, whole, judged);
        if (outcome === null) return [];
        const { name: id, exclusiveGroup: group, priority = 0 } = campaign;
        const { points, grants } = outcome;
        const value = points * pointValueCents + grants * faceCentsOf(campaign.earningRule);
        const hasFired = points > 0 || grants > 0;
        return [{ id, group, priority, activated, value, hasFired, points, outcome }];
      });
      const lost = lostIn(contenders);
      const winners = contenders.filter(({ id }) => !lost.has(id));
      const pointsOf = cutFromLast(winners, this.#leftByCaps(member, local, isClosed));
      const given = winners.filter(
        ({ id, points, outcome }) => points === 0 || pointsOf.get(id) !== 0 || outcome.grants > 0,
      );
      return { local, stamps: stampsOf(given), awards: awardsOf(given, pointsOf) };
    };
  }

  #leftByCaps({ capped }: Member, { date }: LocalMoment, isClosed: boolean): number {
    if (this.#caps.length > 0 && isClosed) return 0;
    return pointsLeft(this.#caps, { before: capped, times: 0, date }) ?? 0;
  }

  /** Adds what the receipt gave to what the member has. */
  store(receipt: AimedReceipt, { awards, stamps, local: { date } }: PlainDecision): void {
    const member = this.#memberOf(receipt);
    const points = new Map([...stamps.keys()].map((name) => [name, 0]));
    for (const { campaignName, pointsEarned } of awards) points.set(campaignName, pointsEarned);
    for (const [name, earned] of points)
      member.given.set(name, [...(member.given.get(name) ?? []), { date, points: earned }]);
    for (const [name, count] of stamps) member.stamps.set(name, count);
    const sum = awards.reduce((all, { pointsEarned }) => all + pointsEarned, 0);
    if (sum > 0) member.capped.push({ date, points: sum });
    member.lifetime += sum;
    member.purchases += 1;
    member.lastDay = Math.max(member.lastDay ?? 0, utcDayOf(receipt.occurredAtMs));
  }

  #memberOf({ memberRef }: AimedReceipt): Member {
    const member = this.#members.get(memberRef) ?? new Member();
    this.#members.set(memberRef, member);
    return member;
  }

  #localOf(atMs: number): LocalMoment {
    const parts = this.#localTime.formatToParts(atMs).map(({ type, value }) => [type, value] as const);
    const {
      year = '',
      month = '',
      day = '',
      hour = '',
      minute = '',
      weekday = '',
    } = Object.fromEntries(parts) as Partial<Record<string, string>>;
    return {
      date: `${year}-${month}-${day}`,
      time: `${hour}:${minute}`,
      weekday: weekday.toUpperCase(),
    };
  }

  #tierOf({ lifetime }: Member): AimedTier | undefined {
    return this.#programme.tiers.findLast(({ minLifetimePoints }) => minLifetimePoints <= lifetime);
  }

  /** Before limits; null: it does not fire. */
  #wholeOutcome(campaign: AimedCampaign, receipt: AimedReceipt, local: LocalMoment): Outcome | null {
    const { storeIds, minSpend = 0, earningRule: rule, conditions, earnOn } = campaign;
    const isElsewhere = storeIds?.includes(receipt.storeRef ?? '') === false;
    if (isElsewhere || receipt.amountCents < minSpend) return null;
    const isMet = (leaf: Plain): boolean => this.#isMet(leaf, receipt, local);
    const judgedBy = (earningRule: EarningRule, multiplierScaled = 10_000): number => {
      const text = { earningRule, conditions, earnOn } as PlainCampaign;
      return Number(plainPoints(text, receipt, { isMet, multiplierScaled }));
    };
    if (rule.type === 'PURCHASE_REWARD') return rewarded(rule, judgedBy);
    const member = this.#memberOf(receipt);
    if (rule.type === 'STAMP_CARD') {
      const isStamped = judgedBy({ type: 'FIXED_POINTS', points: 1 }) > 0;
      return isStamped ? stamped(rule, (member.stamps.get(campaign.name) ?? 0) + 1) : null;
    }
    return multiplied(campaign.tierMultiplier === true ? this.#tierOf(member) : undefined, (scaled) =>
      judgedBy(rule, scaled),
    );
  }

  #isMet(leaf: Plain, receipt: AimedReceipt, local: LocalMoment): boolean {
    const { lines, field = '', op = '', value } = leaf;
    if (lines !== undefined) return isMetBy(leaf, receipt);
    if (op === 'gte' && field === 'tier_id') {
      const { tiers } = this.#programme;
      const ids = tiers.map(({ id }) => id);
      const reached = this.#tierOf(this.#memberOf(receipt));
      return reached !== undefined && ids.indexOf(reached.id) >= ids.indexOf(value as string);
    }
    return compare(this.#foundOf(field, receipt, local), op, value);
  }

  /** Returns undefined if the field is missing. */
  #foundOf(field: string, receipt: AimedReceipt, local: LocalMoment): string | number | null | undefined {
    const member = this.#memberOf(receipt);
    const day = utcDayOf(receipt.occurredAtMs);
    if (field.startsWith('attributes.'))
      return receipt.attributes.find(({ name }) => `attributes.${name}` === field)?.value;
    const found: Readonly<Record<string, string | number | null | undefined>> = {
      weekday: local.weekday,
      date: local.date,
      time: local.time,
      day_of_month: Number(local.date.slice(8)),
      store_ref: receipt.storeRef ?? undefined,
      tier_id: this.#tierOf(member)?.id ?? null,
      purchase_number: member.purchases + 1,
      days_since_last_txn: member.lastDay === null ? undefined : Math.max(0, day - member.lastDay),
    };
    if (!(field in found)) throw new Error(`the model knows no ${field}`);
    return found[field];
  }
}

type RuleOf<Type> = Extract<EarningRule, { readonly type: Type }>;

const noOutcome: Outcome = { points: 0, grants: 0, stamps: null, reducedBy: null, multiplier: null };

const stamped = (rule: RuleOf<'STAMP_CARD'>, stamps: number): Outcome =>
  stamps === rule.stampsRequired
    ? { ...noOutcome, points: rule.rewardOnCompletion.points ?? 0, stamps: 0 }
    : { ...noOutcome, stamps };

const multiplied = (tier: AimedTier | undefined, pointsBy: (scaled: number) => number): Outcome | null => {
  const { multiplier } = tier ?? { multiplier: 1 };
  const points = pointsBy(Math.round(multiplier * 10_000));
  return points === 0 ? null : { ...noOutcome, points, multiplier: multiplier === 1 ? null : multiplier };
};

const rewarded = (
  rule: RuleOf<'PURCHASE_REWARD'>,
  judgedBy: (rule: EarningRule) => number,
): Outcome | null => {
  const times = judgedBy({ ...rule, reward: { points: 1 } });
  if (times === 0) return null;
  const { points = 0, rewardType } = rule.reward;
  return { ...noOutcome, points: times * points, grants: rewardType === undefined ? 0 : times };
};

const stampsOf = (given: readonly Contender[]): PlainDecision['stamps'] =>
  new Map(given.flatMap(({ id, outcome }) => (outcome.stamps === null ? [] : [[id, outcome.stamps]])));

const awardsOf = (
  given: readonly Contender[],
  pointsOf: ReadonlyMap<string, number>,
): readonly PlainAward[] =>
  given
    .filter(({ hasFired }) => hasFired)
    .map(({ id, points, outcome }) => ({
      campaignName: id,
      pointsEarned: pointsOf.get(id) ?? 0,
      rewards: outcome.grants,
      reducedBy: pointsOf.get(id) === points ? outcome.reducedBy : 'CAP',
      multiplier: outcome.multiplier,
    }));

/** Dates and times are compared as texts, which have the same order. */
const compare = (found: string | number | null | undefined, op: string, value: unknown): boolean => {
  if (op === 'exists') return (found !== undefined) === value;
  if (op === 'neq') return found !== value;
  if (op === 'not_in') return !(value as readonly unknown[]).includes(found);
  if (found === undefined) return false;
  if (op === 'eq') return found === value;
  if (op === 'in') return (value as readonly unknown[]).includes(found);
  const [a, b] = [found as string, value as string];
  return { gt: a > b, gte: a >= b, lt: a < b, lte: a <= b }[op] === true;
};

const limited = (
  { limits = [] }: AimedCampaign,
  whole: Outcome,
  {
    isClosed,
    isFull,
    ...past
  }: {
    readonly before: readonly PlainGiven[];
    readonly date: string;
    readonly isClosed: boolean;
    readonly isFull: boolean;
  },
): Outcome | null => {
  if (isClosed && limits.some(({ period = 'EVER' }) => period !== 'EVER')) return null;
  const left = pointsLeft(limits, { ...past, times: isFull ? Number.POSITIVE_INFINITY : 0 });
  if (left === null || (whole.points > 0 && left <= 0)) return null;
  return whole.points > left ? { ...whole, points: left, reducedBy: 'LIMIT' } : whole;
};

/** A card or a reward of the model has one of at most this. */
const faceCentsOf = (rule: EarningRule): number => {
  if (rule.type !== 'PURCHASE_REWARD' || rule.reward.rewardType !== 'GIFT_CARD') return 0;
  return Number(rule.reward.value?.['amount'] ?? 0);
};
