export type {
  Attempted,
  DueJob,
  DuePlace,
  Handed,
  LaneLimits,
  LaneSign,
  NewWork,
  Outcome,
  OwedWork,
  Settlement,
  WorkKind,
} from './due-job.ts';
export { addDue, dueTables, removeDue, type MemberDue, type NewDue, type WorkQueue } from './due-tables.ts';
export { giveRows } from './give-rows.ts';
export { HandOver } from './hand-over.ts';
export { Hand } from './hand.ts';
export { owedOf } from './handed-work.ts';
export { Lanes, type LanesOptions } from './lanes.ts';
export { workMigrations } from './migrations/work-migrations.ts';
export { dueAgain, isWorkMoving, parkWork, removeParkedWork, unparkWork } from './parked-work.ts';
export { createPostgresWorkStore } from './postgres-work-store.ts';
export { watchWaiting, type WatchWaitingOptions } from './watch-waiting.ts';
export { createWorker, type Worker, type WorkerOptions } from './worker.ts';
export type {
  Beat,
  ClaimAsked,
  Claimed,
  GiveRows,
  LaneRoom,
  OwnerBeat,
  SettledJob,
  WorkStore,
} from './work-store.ts';
