/** Counts that members share, such as stamp cards and visits, and what members got under limits of campaigns (D236, D240). */

export {
  beginSharedCounters,
  lockSharedCounters,
  type MemberCounter,
  type MemberCounterWrite,
  readMemberCounters,
  readSharedCounters,
  readStampCards,
  readStamps,
  readVisits,
  type SharedCounter,
  type SharedCounterKey,
  type StampCard,
  type Stamps,
  type StampsKey,
  type Visits,
  writeMemberCounters,
  writeSharedCounters,
  writeStamps,
} from './accounts/counters.ts';
export {
  addCampaignTimes,
  type AddedTimes,
  readCampaignTimes,
  type StoredTimes,
} from './accounts/campaign-uses.ts';
export {
  type AskedUses,
  lowerMemberUses,
  type OwnedPlace,
  readMemberUses,
  readUsesAt,
  type StoredUse,
  writeMemberUses,
} from './accounts/member-uses.ts';
