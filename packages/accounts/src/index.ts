export * from './consents/consents.ts';
export * from './counters/counters.ts';
export * from './erasure/due-erasures.ts';
export * from './erasure/empty-late-rejected.ts';
export * from './erasure/erase-member.ts';
export * from './erasure/pending-erasures.ts';
export * from './erasure/placeholders.ts';
export * from './erasure/reapply-erasure.ts';
export * from './erasure/replace-reference.ts';
export * from './erasure/scrub-erased.ts';
export * from './events/events.ts';
export * from './history/effects.ts';
export * from './requests/failed-requests.ts';
export type { InvariantCheck } from './ledger/invariant-check.ts';
export * from './ledger/invariant-checks.ts';
export * from './ledger/ledger.ts';
export * from './segments/change-memberships.ts';
export * from './segments/list-segment-members.ts';
export * from './segments/preview-segment.ts';
export * from './segments/read-inputs.ts';
export {
  compareSegmentPage,
  findPageEnd,
  writeSegmentPage,
  type PageEnd,
  type RuledSegment,
  type SegmentChange,
  type SegmentPage,
  type WrongMembership,
} from './segments/segment-page.ts';
export * from './members/complete-profiles.ts';
export * from './members/fill-grams.ts';
export * from './members/list-members.ts';
export * from './lots/add-lots.ts';
export * from './lots/due-lots.ts';
export * from './lots/expiring-points.ts';
export { firstLotsMax, readFirstLots, readLots, type MemberLot } from './lots/read-lots.ts';
export * from './lots/write-lots.ts';
export * from './members/lock-accounts.ts';
export * from './members/lock-members.ts';
export * from './members/member-record.ts';
export * from './members/member-state.ts';
export { readMemberRefs, type MemberRef } from './members/member-refs.ts';
export * from './members/count-members.ts';
export * from './members/members.ts';
export * from './members/profiles.ts';
export { readSegmentStates, type SegmentState } from './segments/membership-counts.ts';
export * from './segments/memberships.ts';
export * from './segments/memberships-at-rest.ts';
export * from './migrations/accounts-migrations.ts';
export * from './rewards/change-reward.ts';
export * from './rewards/expire-rewards.ts';
export * from './rewards/find-reward.ts';
export * from './rewards/list-rewards.ts';
export type { RewardRecord } from './rewards/reward-record.ts';
export * from './rewards/fulfil-rewards.ts';
export * from './rewards/retry-failed-rewards.ts';
export { readRewardValues, type RewardValue } from './rewards/reward-values.ts';
export * from './rewards/rewards.ts';
export * from './rewards/stranded-rewards.ts';
export * from './segments/segment-members.ts';
export * from './segments/segment-clearings.ts';
export * from './segments/segment-refreshes.ts';
export * from './tiers/lock-tier-members.ts';
export type { MemberName } from './tiers/member-name.ts';
export * from './tiers/tier-looks.ts';
export * from './tiers/write-tiers.ts';
export * from './counters/stamp-cards.ts';
export * from './statistics/forget-days.ts';
export * from './statistics/rebuild-figures.ts';
export * from './statistics/receipts-by-member.ts';
export * from './statistics/read-statistics.ts';
export * from './statistics/write-member-days.ts';
export * from './counters/visits.ts';
export * from './requests/store-transactions.ts';
export * from './requests/stored-responses.ts';
export * from './requests/member-transactions.ts';
