import { lotNameOf, type Lot } from '../model/lot.ts';

/**
 * Returns each lot that a spending changed, with its remaining points; 0 where it is empty. `after` holds the lots that
 * have points left.
 */
export const changedLots = <L extends Lot>(before: readonly L[], after: readonly Lot[]): L[] => {
  const left = new Map(after.map((lot) => [lotNameOf(lot), lot.points]));
  return before
    .map((lot) => ({ ...lot, points: left.get(lotNameOf(lot)) ?? 0 }))
    .filter(({ points }, at) => points !== before[at]?.points);
};
