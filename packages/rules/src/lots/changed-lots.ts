import { lotNameOf, type Lot } from '../model/lot.ts';

/** Each lot that a spending changed, with what is left of it; 0 where nothing is. `after` are all that have points left. */
export const changedLots = <L extends Lot>(before: readonly L[], after: readonly Lot[]): L[] => {
  const left = new Map(after.map((lot) => [lotNameOf(lot), lot.points]));
  return before
    .map((lot) => ({ ...lot, points: left.get(lotNameOf(lot)) ?? 0 }))
    .filter(({ points }, at) => points !== before[at]?.points);
};
