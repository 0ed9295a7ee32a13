export {
  adjustedFactOf,
  createAdjustPoints,
  type AdjustOrder,
  type AdjustOutcome,
  type AdjustPoints,
  type PointsAdjusted,
} from './adjustments/adjust-points.ts';
export { followFacts, type FollowFactsOptions } from './facts/follow-facts.ts';
export { FollowerPace } from './facts/follower-pace.ts';
export { observeFollowerDelay, oldestFactAtMs } from './facts/follower-delay.ts';
export { memberUpdateDecoder, withoutEnvironment, type MemberUpdate } from './facts/member-update.ts';
export { onlyFactsOf } from './facts/wanted-facts.ts';
export { readErasures, type ReadErasuresOptions } from './history/read-erasures.ts';
export { scalarsOf } from './history/compare-responses.ts';
export {
  honourDifferences,
  previewHonour,
  type HonourReport,
  type LeftDifference,
} from './history/honour-differences.ts';
export { settleHistory } from './history/settle-history.ts';
export { createEnginePorts } from './outbound/engine-ports.ts';
export { createMessageWriter, type WrittenSchemas } from './outbound/message-writer.ts';
export { createEngineBatch } from './requests/create-engine-batch.ts';
export type {
  DecidedBatch,
  DecisionInputs,
  EngineHandler,
  PlannedWrites,
} from './requests/engine-handler.ts';
export type { EnginePlan } from './requests/engine-plan.ts';
export { factOfRequest } from './requests/fact-of-request.ts';
export type { EnginePorts, MessageWriter, ReplyContent } from './requests/ports.ts';
export {
  refuse,
  type ProcessedOutcome,
  type Refusal,
  type RequestDecision,
  type RequestOutcome,
  type RequestResult,
} from './requests/request-outcome.ts';
export type { AnonymousRequest, RequestReader } from './requests/request-reader.ts';
export type { EngineRequest } from './requests/request.ts';
export type { Connections } from './service/connections.ts';
export { createJobParts, type CreateJobPart } from './service/create-job-parts.ts';
export { createConsumerGroup, type NewConsumerGroup } from './service/create-consumer-group.ts';
export { createStreamService, type StreamService } from './service/create-stream-service.ts';
export { watchClocks, type ClockWatch } from './service/watch-clocks.ts';
export { streamServiceSettings, type StreamServiceConfig } from './service/stream-service-settings.ts';
export { AccountBook, memberName, type AccountWrites } from './state/account-book.ts';
export { undecidableAmong, type BatchState } from './state/batch-state.ts';
export { BudgetBook, type BudgetAlert, type CampaignCost, type SpentBudget } from './state/budget-book.ts';
export { loadAccounts, type LoadedAccounts, type LoadOptions } from './state/load-accounts.ts';
export { pauseSpentBudgets, type BatchBudgets, type BudgetChanges } from './state/pause-spent-budgets.ts';
export { createExpirePointsJob } from './jobs/expire-points.ts';
export { createExpireRewardsJob, type ExpireRewardsOptions } from './jobs/expire-rewards.ts';
export { createJobPart } from './jobs/job-part.ts';
export { type JobSchedule, periodMsOf, runAtMsOf } from './jobs/job-schedule.ts';
export type { JobStore } from './jobs/job-store.ts';
export { type Job, type JobChunk, type JobChunkDone, wholeDatabase } from './jobs/job.ts';
export { createMemberJobs } from './jobs/member-jobs.ts';
export { createPostgresJobStore } from './jobs/postgres-job-store.ts';
export { runJobNow } from './jobs/run-job-now.ts';
export { createScrubErasedJob } from './jobs/scrub-erased.ts';
