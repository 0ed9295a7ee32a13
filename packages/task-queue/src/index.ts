export { createBacklogGauges } from './store/backlog.ts';
export { createPostgresTaskStore } from './store/postgres-task-store.ts';
export type {
  Claimed,
  ClaimRequest,
  HeartbeatResult,
  OwnerHeartbeat,
  PersistTasks,
  SettledTask,
  TaskStore,
} from './store/task-store.ts';
export {
  type AttemptOutcome,
  type AttemptResult,
  type ConcurrencyBounds,
  firstRankOf,
  type LoadSignal,
  type NewTask,
  type Settlement,
  type Task,
  type TaskGroup,
  type TaskHandler,
  type TaskKey,
  type TaskSpec,
} from './task.ts';
export { attemptOnce } from './worker/attempts.ts';
export { InFlight } from './worker/in-flight.ts';
export { persistTasks, specOf, TaskSubmission } from './worker/leases.ts';
export { withOthers } from './worker/outcome-recorder.ts';
export { createTaskWorker, type TaskWorker } from './worker/task-worker.ts';
