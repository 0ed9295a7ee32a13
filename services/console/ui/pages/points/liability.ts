import type { Schemas } from '@loyalty/client';
import { typedNumber } from '../../model/numbers/typed-number.ts';
import { utcDay } from '../../model/times/times.ts';

type Count = Schemas['LiabilityDay'];

export interface TierRow {
  readonly tierId: string | null;
  readonly members: number;
  readonly points: number;
  readonly liabilityCents: number;
}

/** Returns the liability by tier; null for a count without tiers. */
export const tierRows = ({ tiers, pointValueCents }: Count): readonly TierRow[] | null =>
  tiers?.map((tier) => ({ ...tier, liabilityCents: tier.points * pointValueCents })) ?? null;

export interface ExpiryRow {
  readonly kind: 'month' | 'later' | 'never';
  /** Such as `2026-03`; null unless it is a month. */
  readonly month: string | null;
  readonly points: number;
  readonly liabilityCents: number;
}

/**
 * Returns the liability by the month in which points expire, and last those that never expire, so that the rows add up
 * to the whole. Returns null for a count without months.
 */
export const expiryRows = ({
  expiryMonths,
  points: total,
  pointValueCents,
}: Count): readonly ExpiryRow[] | null => {
  if (expiryMonths === undefined) return null;
  const rowOf = (kind: ExpiryRow['kind'], month: string | null, points: number): ExpiryRow => ({
    kind,
    month,
    points,
    liabilityCents: points * pointValueCents,
  });
  const rows = expiryMonths.map(({ month, points }) =>
    rowOf(month === null ? 'later' : 'month', month, points),
  );
  const rest = total - expiryMonths.reduce((sum, { points }) => sum + points, 0);
  return rest > 0 ? rows.concat(rowOf('never', null, rest)) : rows;
};

/**
 * Returns the part of a liability that is expected never to be redeemed, to the nearest cent, and the rest. It is
 * computed in whole numbers, because a large liability in hundredths of a percent is more than a number holds exactly.
 */
export const breakageOf = (
  liabilityCents: number,
  percent: number,
): { readonly breakageCents: number; readonly restCents: number } => {
  const hundredths = BigInt(Math.round(percent * 100));
  const breakageCents = Number((BigInt(liabilityCents) * hundredths + 5_000n) / 10_000n);
  return { breakageCents, restCents: liabilityCents - breakageCents };
};

/** Returns true for a percentage from 0 to 100 with at most two decimals. */
export const isBreakage = (percent: number): boolean =>
  percent >= 0 && percent <= 100 && Number(percent.toFixed(2)) === percent;

/** Reads a breakage rate in percent. Returns undefined for an empty text, and null for one that is no rate. */
export const typedBreakage = (text: string, locale?: string): number | null | undefined => {
  const bare = text.replace(/%\s*$/, '').trim();
  if (bare === '') return undefined;
  const percent = typedNumber(bare, locale);
  return percent !== null && isBreakage(percent) ? percent : null;
};

/** Returns true for a day of this century as `2026-03-31`. A year that is half typed begins with zeros. */
export const isDay = (text: string): boolean =>
  /^20\d\d-[01]\d-[0-3]\d$/.test(text) &&
  !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
  utcDay(`${text}T00:00:00Z`) === text;
