/** Points that expire, and points that wait: read under the members' locks, added, written, listed. */

export {
  addLots,
  firstLotsMax,
  type MemberLotGain,
  type LotWrite,
  type MemberLot,
  readDueLots,
  readExpiringPoints,
  readFirstLots,
  readLots,
  writeLots,
} from './lots/lots.ts';
export {
  insertPending,
  listPending,
  type ListedPending,
  type PendingPlace,
  type PendingRow,
  type PendingWrite,
  writePending,
} from './lots/pending-points.ts';
