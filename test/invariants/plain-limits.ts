import fc from 'fast-check';
import type { LimitPeriod } from '../../packages/rules/src/limits/limit-period.ts';
import { periodBeginOf } from '../../packages/rules/src/testing/plain-periods.ts';

const periods = fc.constantFrom('DAY', 'WEEK', 'MONTH', 'EVER');
const caps = ['day', 'week', 'month'] as const;

/** A limit of one member. */
interface PlainLimit {
  readonly period: LimitPeriod;
  readonly of: 'TIMES' | 'POINTS';
  readonly max: number;
}

export interface PlainLimits {
  /** The limits of each campaign, by its place. */
  readonly ofCampaigns: readonly (readonly PlainLimit[])[];
  readonly caps: Readonly<Partial<Record<(typeof caps)[number], number>>>;
}

/** A receipt has a hundred points or less, and there are five of them. */
const maxima = fc.integer({ min: 1, max: 150 });

const limitsOfOne = fc.uniqueArray(
  fc.oneof(
    fc.record({ period: periods, of: fc.constant('TIMES'), max: fc.integer({ min: 1, max: 2 }) }),
    fc.record({ period: periods, of: fc.constant('POINTS'), max: maxima }),
  ),
  { minLength: 1, maxLength: 2, selector: ({ period, of }) => `${period} ${of}` },
);

/** Draws the limits of nine campaigns that give points, and of one that stamps a card. */
export const limitsOfShop: fc.Arbitrary<PlainLimits> = fc.record({
  ofCampaigns: fc.array(fc.oneof(fc.constant([]), limitsOfOne), { minLength: 10, maxLength: 10 }),
  caps: fc.oneof(fc.constant({}), fc.dictionary(fc.constantFrom(...caps), maxima, { minKeys: 1 })),
});

interface PlainCount {
  readonly times: number;
  readonly points: number;
}

/** Places in which one receipt was counted, and points that its returns could not recover so far. */
export interface CountedReceipt {
  /** The texts of each campaign's limits, by its place. */
  readonly ofCampaigns: readonly (readonly string[])[];
  readonly ofCaps: readonly string[];
  unrecovered: number;
}

/** Points of each award before and after one return. */
interface PlainReversal {
  readonly before: readonly number[];
  readonly after: readonly number[];
  readonly unrecovered: number;
  readonly isWhole: boolean;
}

const none: PlainCount = { times: 0, points: 0 };

/** Counts of one member: what was given, less what was recovered (D236, D241, D247). No terms, and no table. */
export class PlainUses {
  /** Counts by campaign, period and date. */
  readonly counts = new Map<string, PlainCount>();
  readonly #limits: PlainLimits;
  #dates = datesIn('UTC');

  constructor(limits: PlainLimits) {
    this.#limits = limits;
  }

  set timeZone(name: string) {
    this.#dates = datesIn(name);
  }

  /** Cuts the points of each campaign, in the order of campaigns: the last is cut first. */
  leave(points: readonly number[], atMs: number): readonly number[] {
    const date = this.#dates.format(atMs);
    const limited = points.map((wanted, at) => Math.min(wanted, this.#leftOf(at, date)));
    let left = Math.min(
      ...periodsOf(this.#limits.caps).map(([period, max]) => max - this.#at(`caps ${period}`, date).points),
    );
    return limited.map((wanted) => {
      // A merge adds up what two members were given, which may be more than the limit.
      const given = Math.max(0, Math.min(wanted, left));
      left -= given;
      return given;
    });
  }

  /** Returns infinity if there are no limits. */
  #leftOf(at: number, date: string): number {
    const left = (this.#limits.ofCampaigns[at] ?? []).map(({ period, of, max }) => {
      const { times, points } = this.#at(`${at.toString()} ${period}`, date);
      if (of === 'POINTS') return max - points;
      return times < max ? Infinity : 0;
    });
    return Math.max(0, Math.min(...left));
  }

  #at(name: string, date: string): PlainCount {
    return this.counts.get(placeOf(name, date)) ?? none;
  }

  /** The campaign behind the last one stamps a card, where its limits let it. */
  count(given: readonly number[], atMs: number): CountedReceipt {
    const date = this.#dates.format(atMs);
    const isStamped = this.#leftOf(given.length, date) > 0;
    const ofCampaigns = [...given.map((points) => points > 0), isStamped].map((isGiven, at) => {
      const periods = new Set((this.#limits.ofCampaigns[at] ?? []).map(({ period }) => period));
      return isGiven ? [...periods].map((period) => placeOf(`${at.toString()} ${period}`, date)) : [];
    });
    for (const [at, places] of ofCampaigns.entries())
      this.#change(places, { times: 1, points: given[at] ?? 0 });
    const sum = given.reduce((points, each) => points + each, 0);
    const capped = sum === 0 ? [] : periodsOf(this.#limits.caps);
    const ofCaps = capped.map(([period]) => placeOf(`caps ${period}`, date));
    this.#change(ofCaps, { times: 1, points: sum });
    return { ofCampaigns, ofCaps, unrecovered: 0 };
  }

  /** Adds what another member was given, so that a merge makes no room under a limit. */
  absorb(other: PlainUses): void {
    for (const [place, { times, points }] of other.counts) this.#change([place], { times, points });
  }

  giveBack(receipt: CountedReceipt, { before, after, unrecovered, isWhole }: PlainReversal): void {
    receipt.unrecovered += unrecovered;
    const reversed = before.map((points, at) => points - (after[at] ?? 0));
    const recovered = reversed.reduce((sum, points) => sum + points, 0) - unrecovered;
    this.#change(receipt.ofCaps, { times: 0, points: -recovered });
    let left = recovered;
    for (const [at, points] of reversed.entries()) {
      const own = Math.min(points, left);
      left -= own;
      const ends = points > 0 && after[at] === 0 && receipt.unrecovered === 0;
      this.#change(receipt.ofCampaigns[at] ?? [], { times: ends ? -1 : 0, points: -own });
    }
    if (isWhole && receipt.unrecovered === 0)
      this.#change(receipt.ofCampaigns[before.length] ?? [], { times: -1, points: 0 });
  }

  #change(places: readonly string[], { times, points }: PlainCount): void {
    for (const place of places) {
      const before = this.counts.get(place) ?? none;
      this.counts.set(place, { times: before.times + times, points: before.points + points });
    }
  }
}

const datesIn = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });

const periodsOf = (caps: PlainLimits['caps']): readonly (readonly [period: string, max: number])[] =>
  Object.entries(caps).map(([name, max]) => [name.toUpperCase(), max]);

/** The name ends with its period; the date on which that begins follows. */
const placeOf = (name: string, date: string): string => {
  const period = name.slice(name.lastIndexOf(' ') + 1) as LimitPeriod;
  return period === 'EVER' ? name : `${name} ${periodBeginOf(period, date)}`;
};
