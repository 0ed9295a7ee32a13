import type { Schemas } from '@loyalty/client';
import { dayText } from '../../model/times/times.ts';

type Period = Schemas['PointPeriod'];
type Moves = Omit<Schemas['PointTier'], 'tierId'>;
export type PointStep = Schemas['PointStep'];

export const pointSteps = ['month', 'day'] as const satisfies readonly PointStep[];

/** The default, which the address need not name. */
export const defaultStep: PointStep = 'month';

/** Stands in the address for members without a tier. */
export const noTier = 'none';

/** The columns between the opening and the closing points. */
export const moveColumns = [
  'earned',
  'takenBack',
  'deducted',
  'redeemed',
  'refunded',
  'expired',
  'byHand',
  'erased',
] as const;
export type MoveColumn = (typeof moveColumns)[number];

/** A month or day. The opening points and all that moved them, each with its sign, add up to the closing points. */
export interface PointRow extends Readonly<Record<MoveColumn, number>> {
  readonly at: string;
  /** True for the current month or day, which goes on. */
  readonly isSoFar: boolean;
  /** Null if a tier is chosen. */
  readonly openingPoints: number | null;
  readonly closingPoints: number | null;
}

/** Returns the months or days, newest first, of everybody or of a tier. */
export const rowsOf = (
  { asOf, step, items }: Schemas['PointPeriods'],
  tier: string | undefined,
): readonly PointRow[] =>
  items
    .map((item) => ({
      at: item.at,
      isSoFar: periodKey(item.at, step) === periodKey(asOf, step),
      openingPoints: tier === undefined ? item.openingPoints : null,
      ...signedMoves(movesOf(item, tier)),
      closingPoints: tier === undefined ? item.closingPoints : null,
    }))
    .toReversed();

const nothing: Moves = {
  pointsEarned: 0,
  pointsTakenBack: 0,
  pointsDeducted: 0,
  pointsRedeemed: 0,
  pointsRefunded: 0,
  pointsExpired: 0,
  pointsGiven: 0,
  pointsTaken: 0,
  pointsErased: 0,
};

/** Tiers in which nothing moved are left out of a period. */
const movesOf = (item: Period, tier: string | undefined): Moves =>
  tier === undefined ? item : (item.tiers.find(({ tierId }) => (tierId ?? noTier) === tier) ?? nothing);

/** Subtracts from 0, because the negative of 0 would be shown as −0. */
const signedMoves = (moves: Moves): Readonly<Record<MoveColumn, number>> => ({
  earned: moves.pointsEarned,
  takenBack: 0 - moves.pointsTakenBack,
  deducted: 0 - moves.pointsDeducted,
  redeemed: 0 - moves.pointsRedeemed,
  refunded: moves.pointsRefunded,
  expired: 0 - moves.pointsExpired,
  byHand: moves.pointsGiven - moves.pointsTaken,
  erased: 0 - moves.pointsErased,
});

/** Returns true if there were no points in this time, and none moved. */
export const isEmpty = (rows: readonly PointRow[]): boolean =>
  rows.every(
    (row) =>
      moveColumns.every((column) => row[column] === 0) &&
      (row.openingPoints ?? 0) === 0 &&
      (row.closingPoints ?? 0) === 0,
  );

export interface ComparedRows {
  readonly shown: PointRow;
  /** Null if nothing can be compared with it. */
  readonly before: PointRow | null;
}

/**
 * Returns the last month or day that is over, and the one before it, because a part of one cannot be compared with a
 * whole. In an environment that has only the current one, that one is returned alone.
 */
export const comparedRows = (rows: readonly PointRow[]): ComparedRows | null => {
  const over = rows.filter(({ isSoFar }) => !isSoFar);
  const [last, before = null] = over;
  if (last !== undefined && !isEmpty(over)) return { shown: last, before };
  const current = rows.find(({ isSoFar }) => isSoFar) ?? last;
  return current === undefined ? null : { shown: current, before: null };
};

/** Returns the change as a share of what was before; null if that was 0. */
export const changeOf = (points: number, before: number): number | null =>
  before === 0 ? null : (points - before) / before;

/** Returns the points earned without what returns took back. */
export const earnedAfterReturns = ({ earned, takenBack }: PointRow): number => earned + takenBack;

/** Returns the points redeemed without what was given back. */
export const redeemedAfterRefunds = ({ redeemed, refunded }: PointRow): number => 0 - redeemed - refunded;

/** Returns the share of the points earned that was redeemed; null if none were earned. */
export const redemptionRate = (row: PointRow): number | null =>
  earnedAfterReturns(row) > 0 ? redeemedAfterRefunds(row) / earnedAfterReturns(row) : null;

/** Returns the ids of all tiers in which points moved. */
export const tierIdsIn = (items: readonly Period[]): readonly string[] => [
  ...new Set(items.flatMap(({ tiers }) => tiers.flatMap(({ tierId }) => tierId ?? []))),
];

/** Returns a month or day for programs, such as `2026-03`. */
export const periodKey = (at: string, step: PointStep): string => at.slice(0, step === 'month' ? 7 : 10);

/** Returns the name of a month or day, such as «March 2026» or «31 Mar 2026». */
export const periodText = (at: string, step: PointStep, locale?: string): string =>
  step === 'day' ? dayText(at, locale) : monthText(at, locale);

const monthText = (at: string, locale?: string): string =>
  new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(new Date(at));
