export type {
  AttemptResult,
  Task,
  TaskKey,
  TaskLease,
  ConcurrencyBounds,
  LoadSignal,
  NewTask,
  AttemptOutcome,
  TaskSpec,
  Settlement,
  TaskHandler,
} from './task.ts';
export { firstRankOf } from './task.ts';
export {
  enqueueTasks,
  taskTables,
  cancelTasks,
  type MemberTaskKey,
  type TaskRow,
  type TaskQueue,
} from './task-tables.ts';
export { persistTasks } from './persist-tasks.ts';
export { TaskSubmission } from './task-submission.ts';
export { InFlight } from './in-flight.ts';
export { specOf } from './leases.ts';
export { TaskScheduler, type SchedulerOptions } from './task-scheduler.ts';
export { taskMigrations } from './migrations/task-migrations.ts';
export { dueAgainSql, areTasksMoving, parkTasks, removeParkedTasks, unparkTasks } from './parked-tasks.ts';
export { createPostgresTaskStore } from './postgres-task-store.ts';
export { createBacklogGauges, type BacklogGaugesOptions } from './backlog-gauges.ts';
export { createTaskWorker, type TaskWorker, type TaskWorkerOptions } from './task-worker.ts';
export type {
  HeartbeatResult,
  ClaimRequest,
  Claimed,
  PersistTasks,
  DestinationCapacity,
  OwnerHeartbeat,
  SettledTask,
  TaskStore,
} from './task-store.ts';
