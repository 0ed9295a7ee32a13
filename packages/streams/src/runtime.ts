export type { BatchLimits } from './batch/batch-limits.ts';
export type { ConsumerGroupOptions } from './intake/group-intake.ts';
export type { FirstPosition } from './positions/begin-reading.ts';
export {
  createStreamRuntime,
  type StreamRuntime,
  type StreamRuntimeOptions,
} from './runtime/stream-runtime.ts';
export { createDeadMembers } from './store/dead-members.ts';
export { createPostgresStore } from './store/postgres-store.ts';
