export {
  type AdjustContext,
  type Adjustment,
  type AdjustProcessed,
  decideAdjust,
} from './lots/decide-adjust.ts';
export { deductedIn, leftOfEntries } from './lots/deduct-points.ts';
export { type ExpiredLots, expireLots, type LaterLot } from './lots/expire-lots.ts';
export { type MaturedPoints, maturePoints, type StoredPending } from './lots/mature-points.ts';
export { type ReturnedLots, returnLots, type TakenLot } from './lots/return-lots.ts';
export {
  changedLots,
  dueAtMs,
  inOrderOfDue,
  lastInstantOf,
  type Lot,
  type LotGain,
  lotGainOf,
  type LotKey,
  lotNameOf,
  type LotTake,
  newLots,
} from './lots/lot.ts';
