/** The scheduled jobs on members, which the tier service hosts. */

export { createForgetUsesJob } from './accounts/forget-uses.ts';
export { createForgetDaysJob } from './accounts/member-days.ts';
export { createForgetActivityJob } from './activity/forget-activity.ts';
export { createPurgeAuditJob } from './audit/purge-audit.ts';
export { createErasureWatch, readEnvironmentsToScrub } from './erasure/pending-erasures.ts';
export { createScrubErasedJob } from './erasure/scrub-erased.ts';
export { createPurgeKeptResponsesJob } from './kept-responses.ts';
export { createLapseRedemptionsJob } from './lapse-redemptions.ts';
export { createExpirePointsJob, type PassedOver } from './lots/expire-points.ts';
export { type ExpiryRun, listExpiryRuns } from './lots/expired-lots.ts';
export { createMaturePointsJob, type WaitingMember } from './lots/mature-points.ts';
export { createReturnPointsJob, type ReturnCounts } from './lots/return-points.ts';
export { createLaggingReceipts, waitForReceipts } from './lots/wait-for-receipts.ts';
export {
  createCompleteProfilesJob,
  createFillGramsJob,
  createFoldProfilesJob,
  fillGrams,
  readEnvironmentsToFill,
  readEnvironmentsToFold,
} from './members/fill-profiles.ts';
export { createOverdueWatch } from './overdue-watch.ts';
export { createPurgeLiveRequestsJob } from './request-logs/live-requests.ts';
export { createPurgeRequestLogsJob } from './request-logs/request-logs.ts';
export { createCountBalancesJob } from './statistics/balance-counts.ts';
export { createAddUpPointDaysJob } from './statistics/point-days.ts';
export { createEndingKeysWatch } from './tenants/ending-keys.ts';
export { createTrimFailedRequestsJob } from './transactions/trim-failed-requests.ts';
export { createTrimRefusedRecordsJob } from './transactions/trim-refused-records.ts';
