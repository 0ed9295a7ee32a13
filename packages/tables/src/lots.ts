/** Points that expire: read under the members' locks, added, written; the list of those that expire soon. */

export {
  addLots,
  firstLotsMax,
  type MemberLotGain,
  type LotWrite,
  type MemberLot,
  readExpiringPoints,
  readFirstLots,
  readLots,
  writeLots,
} from './lots/lots.ts';
