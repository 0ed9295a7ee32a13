export type {
  Attempted,
  DueJob,
  DuePlace,
  LaneLimits,
  LaneSign,
  Outcome,
  Settlement,
  WorkKind,
} from './due-job.ts';
export { addDue, dueTables, removeDue, type MemberDue, type NewDue, type WorkQueue } from './due-tables.ts';
export { Lanes, type LanesOptions } from './lanes.ts';
export { workMigrations } from './migrations/work-migrations.ts';
export { createPostgresWorkStore } from './postgres-work-store.ts';
export { watchWaiting, type WatchWaitingOptions } from './watch-waiting.ts';
export { createWorker, type Worker, type WorkerOptions } from './worker.ts';
export type { Beat, ClaimAsked, LaneRoom, OwnerBeat, SettledRow, WorkStore } from './work-store.ts';
