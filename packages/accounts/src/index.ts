export {
  adjustedFactOf,
  type AdjustOrder,
  type AdjustOutcome,
  type AdjustPoints,
  createAdjustPoints,
  type PointsAdjusted,
} from './adjustments/adjust-points.ts';
export {
  type ConsentRecord,
  type CurrentConsent,
  insertConsent,
  listConsents,
  readCurrentConsents,
} from './consents/consents.ts';
export {
  beginSharedCounters,
  lockSharedCounters,
  type MemberCounter,
  type MemberCounterWrite,
  readMemberCounters,
  readSharedCounters,
  type SharedCounter,
  type SharedCounterKey,
  writeMemberCounters,
  writeSharedCounters,
} from './counters/counters.ts';
export { readStampCards, type StampCard } from './counters/stamp-cards.ts';
export { readVisits, type Visits } from './counters/visits.ts';
export { findDueErasure, readEnvironmentsToScrub } from './erasure/due-erasures.ts';
export { emptyLateRejected } from './erasure/empty-late-rejected.ts';
export { eraseMember, type EraseMemberResult } from './erasure/erase-member.ts';
export { type ErasurePlace, listErasures } from './erasure/list-erasures.ts';
export { type PendingErasures, readPendingErasures } from './erasure/pending-erasures.ts';
export { placeholderOfMember } from './erasure/placeholders.ts';
export { type KeptErasure, reapplyErasure } from './erasure/reapply-erasure.ts';
export { replaceReference } from './erasure/replace-reference.ts';
export { scrubErased } from './erasure/scrub-erased.ts';
export {
  type EventQuery,
  type EventRecord,
  type EventWrite,
  insertEvents,
  listEvents,
} from './events/events.ts';
export {
  type CardEffects,
  type EntryPlace,
  type MemberEffects,
  type PublishedEntry,
  readCardEffects,
  readEntryPlaces,
  readMemberEffects,
  readRewardEffects,
  type RewardEffects,
} from './history/effects.ts';
export type { InvariantCheck } from './ledger/invariant-check.ts';
export { invariantChecks, type InvariantFinding, runInvariantCheck } from './ledger/invariant-checks.ts';
export { type LedgerEntryRecord, type LedgerQuery, readLedgerPage } from './ledger/ledger.ts';
export { addLots, type LotAddition } from './lots/add-lots.ts';
export {
  type DueLotCursor,
  postponeLots,
  readDueLots,
  readDuePlaces,
  readEnvironmentsWithLots,
} from './lots/due-lots.ts';
export { readExpiringPoints } from './lots/expiring-points.ts';
export { firstLotsMax, type MemberLot, readFirstLots, readLots } from './lots/read-lots.ts';
export { type LotWrite, writeLots } from './lots/write-lots.ts';
export { completeProfiles } from './members/complete-profiles.ts';
export { countMembers } from './members/count-members.ts';
export { fillGrams, readEnvironmentsToFill } from './members/fill-grams.ts';
export { listMembers, type MemberQuery } from './members/list-members.ts';
export {
  type KnownAccount,
  lockAccounts,
  lockAccountsById,
  type MemberIdentity,
  readAccounts,
} from './members/lock-accounts.ts';
export { type LockedMember, lockedAtOnceMax, lockMembers, readMemberStates } from './members/lock-members.ts';
export type { MemberRecord, Scope } from './members/member-record.ts';
export { type MemberRef, readMemberRefs } from './members/member-refs.ts';
export {
  type ChangeMemberStateResult,
  reinstateMember,
  suspendMember,
  suspendMemberAgain,
} from './members/member-state.ts';
export { findMember, findMemberByKey } from './members/members.ts';
export { type Profile, updateProfile, writeProfile } from './members/profiles.ts';
export { accountsMigrations } from './migrations/accounts-migrations.ts';
export { insertRequestLogs } from './request-logs/insert-request-logs.ts';
export {
  listRequestLogs,
  type RequestLogPage,
  type RequestLogQuery,
  type RequestLogRecord,
} from './request-logs/list-request-logs.ts';
export { findEnvironmentWithLogs, purgeRequestLogs } from './request-logs/purge-request-logs.ts';
export {
  type LoggedBody,
  type OmittedBody,
  requestLogsMax,
  type RequestLogWrite,
} from './request-logs/request-log.ts';
export {
  type FailedRequestWrite,
  insertFailedRequests,
  purgeFailedRequests,
  readFailedRequest,
} from './requests/failed-requests.ts';
export {
  findTransactionResponse,
  listMemberTransactions,
  type MemberTransaction,
  type MemberTransactionQuery,
} from './requests/member-transactions.ts';
export {
  type AccountWrite,
  enrolMembers,
  insertPostings,
  insertTransactions,
  type PostingWrite,
  type Purchase,
  type TransactionWrite,
  updateAccounts,
} from './requests/store-transactions.ts';
export {
  type DatedStoredResponse,
  readStoredResponses,
  type RequestKey,
  type RequestOperation,
} from './requests/stored-responses.ts';
export { changeReward, type RewardChange, type RewardOrder } from './rewards/change-reward.ts';
export {
  type ExpiredReward,
  expireDueRewards,
  readEnvironmentsWithDueRewards,
  readFirstDueRewards,
} from './rewards/expire-rewards.ts';
export { findReward } from './rewards/find-reward.ts';
export {
  failRewards,
  findGivenCodes,
  issueRewards,
  lockPendingRewards,
  type PendingReward,
  readPendingRewards,
  recordProviderRequest,
  type RewardKey,
} from './rewards/fulfil-rewards.ts';
export { listRewards, type RewardQuery } from './rewards/list-rewards.ts';
export { type RetriedReward, retryFailedRewards } from './rewards/retry-failed-rewards.ts';
export type { RewardRecord } from './rewards/reward-record.ts';
export { readRewardValues, type RewardValue } from './rewards/reward-values.ts';
export { insertRewards, type RewardWrite } from './rewards/rewards.ts';
export {
  lockStrandedRewards,
  readEnvironmentsWaiting,
  readStrandedRewards,
  type WaitingPlace,
} from './rewards/stranded-rewards.ts';
export {
  type ChangedSegment,
  changeMemberships,
  type Membership,
  type MembershipChanges,
} from './segments/change-memberships.ts';
export {
  listSegmentMembers,
  type SegmentMemberPage,
  type SegmentMemberRecord,
} from './segments/list-segment-members.ts';
export { readSegmentStates } from './segments/membership-counts.ts';
export { wrongAtRest } from './segments/memberships-at-rest.ts';
export type { OwnedId } from './members/members-by-key.ts';
export { type Memberships, readMembershipsByKey } from './segments/memberships.ts';
export { type PreviewedSegment, previewSegment } from './segments/preview-segment.ts';
export { type JudgedMember, readSegmentInputs } from './segments/read-inputs.ts';
export {
  compareSegmentPage,
  findChunkEnd,
  type PageEnd,
  type RuledSegment,
  setChunkPlanner,
  writeSegmentChunk,
  type WrongMembership,
} from './segments/segment-chunk.ts';
export {
  clearSome,
  readClearings,
  readPendingClearings,
  requestClearing,
} from './segments/segment-clearings.ts';
export { addSegmentMembers, removeSegmentMember, type SegmentKey } from './segments/segment-members.ts';
export {
  abandonRefresh,
  beginRefreshes,
  countChanges,
  finishRefreshes,
  readAskedRefreshes,
  readPendingRefreshes,
  readRefreshState,
  type RefreshState,
  requestRefresh,
  resumeRefresh,
  type ServedRefresh,
} from './segments/segment-refreshes.ts';
export { forgetDays, readMemberDayPages } from './statistics/forget-days.ts';
export { readStatisticsInputs, type StatisticsInputs } from './statistics/read-statistics.ts';
export {
  compareFigures,
  type FigureComparison,
  readMembersBehind,
  rebuildFigures,
} from './statistics/rebuild-figures.ts';
export {
  receiptsByMember,
  statisticsLockClass,
  withoutReceiptsByMember,
} from './statistics/receipts-by-member.ts';
export {
  type BackdatedPurchase,
  type MemberDayWrites,
  type OpenedDay,
  writeMemberDays,
} from './statistics/write-member-days.ts';
export { type LockedTierMember, lockTierMembers, readOlderSteps } from './tiers/lock-tier-members.ts';
export {
  countMemberRange,
  countMembersUpTo,
  type MemberIdRange,
  readMemberRange,
  readTierMovers,
  readTierStates,
  type TierState,
  type TierSteps,
} from './tiers/tier-states.ts';
export { type TierWrite, writeTiers } from './tiers/write-tiers.ts';
