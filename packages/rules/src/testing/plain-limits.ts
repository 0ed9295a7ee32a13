import type { LimitPeriod } from '../limits/limit-period.ts';
import { periodBeginOf } from './plain-periods.ts';

/** Points that one campaign, or all together, gave a member for one receipt or event, as its response says. */
export interface PlainGiven {
  readonly date: string;
  readonly points: number;
}

/** A limit as callers write it. */
export interface PlainLimit {
  readonly per: string;
  readonly period?: LimitPeriod;
  readonly of: string;
  readonly max: number;
}

export interface PlainPast {
  /** The member was given these points before. */
  readonly before: readonly PlainGiven[];
  /** How often it was given to all members. */
  readonly times: number;
  readonly date: string;
}

/** Counts again what was given before: null, nothing more; otherwise how many points are left. */
export const pointsLeft = (
  limits: readonly PlainLimit[],
  { before, times, date }: PlainPast,
): number | null => {
  let left = Number.POSITIVE_INFINITY;
  for (const { per, period = 'EVER', of, max } of limits) {
    const own = before.filter((given) => periodBeginOf(period, given.date) === periodBeginOf(period, date));
    if (per === 'CAMPAIGN') {
      if (times >= max) return null;
    } else if (per === 'RECEIPT') left = Math.min(left, max);
    else if (of === 'POINTS') left = Math.min(left, max - own.reduce((sum, { points }) => sum + points, 0));
    else if (own.length >= max) return null;
  }
  return left;
};

/** Caps as limits of a member. */
export const limitsOfCaps = ({
  day,
  week,
  month,
}: {
  readonly day?: number;
  readonly week?: number;
  readonly month?: number;
}): readonly PlainLimit[] =>
  Object.entries({ DAY: day, WEEK: week, MONTH: month }).flatMap(([period, max]) =>
    max === undefined ? [] : [{ per: 'MEMBER', period: period as LimitPeriod, of: 'POINTS', max }],
  );
