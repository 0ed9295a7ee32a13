export { type AdvisoryLock, AdvisoryLocks, tryAdvisoryLock } from './locks/advisory-lock.ts';
export {
  limitLockWaits,
  lockEnvironmentExclusive,
  lockEnvironmentsShared,
} from './locks/environment-locks.ts';
export { batchCalls } from './sql/batch-calls.ts';
export type { DatabaseOptions, PoolPlan, SessionLimits } from './sql/connection-pool.ts';
export {
  createDatabaseClock,
  type DatabaseClock,
  readDatabaseTime,
  readUtcDay,
} from './sql/database-clock.ts';
export { classifyFailure, type DatabaseFailure, isLockTimeout, LostRace } from './sql/database-failure.ts';
export { createDatabaseShares, type DatabaseShares } from './sql/database-shares.ts';
export {
  createDatabase,
  type Database,
  insertNewRows,
  onlyRow,
  type Queryable,
  readEnvironments,
  type Statement,
  type Transaction,
  writeTransaction,
} from './sql/database.ts';
export { ownedIds, rowArrays, sparse } from './sql/row-arrays.ts';
export { readLimits, sessionLimits } from './sql/session-config.ts';
export { environmentsWith, instantSql, packBytes } from './sql/statement-parts.ts';
