import type { Lot, LotTake } from '../model/lot.ts';

/** Each lot that a spending changed, with what is left of it; 0 where nothing is. `after` are all that have points left. */
export const changedLots = (before: readonly Lot[], after: readonly Lot[]): readonly LotTake[] => {
  const left = new Map(after.map((lot) => [nameOf(lot), lot.points]));
  return before
    .filter((lot) => left.get(nameOf(lot)) !== lot.points)
    .map((lot) => ({
      slidingDays: lot.slidingDays,
      expiresOn: lot.expiresOn,
      points: left.get(nameOf(lot)) ?? 0,
    }));
};

const nameOf = ({ slidingDays, expiresOn }: Lot): string =>
  `${slidingDays.toString()}/${expiresOn.toString()}`;
