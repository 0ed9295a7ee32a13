export { type AdvisoryLock, AdvisoryLocks, tryAdvisoryLock } from './advisory-lock.ts';
export { batchCalls } from './batch-calls.ts';
export { type BoundedList, readBoundedPage } from './bounded-list.ts';
export { type ListPlace, type NewestFirstPage, pageNewestFirst } from './newest-first.ts';
export {
  type Cache,
  type CachedResponse,
  createCache,
  responseKey,
  type ResponseToKeep,
  type StoredResponse,
} from './cache.ts';
export {
  type TokenBucket,
  type BucketResult,
  type NestedBucketResult,
  type TokenBuckets,
} from './token-buckets.ts';
export type { DatabaseOptions, SessionLimits } from './connection-pool.ts';
export { type CopiedRows, copyRows, digestOf, readColumns, readTablesWith } from './copy-rows.ts';
export { createDatabaseClock, type DatabaseClock } from './database-clock.ts';
export { createDatabaseShares, type DatabaseShares } from './database-shares.ts';
export { classifyFailure, type DatabaseFailure, isLockTimeout, LostRace } from './database-failure.ts';
export { limitLockWaits } from './lock-waits.ts';
export { readDatabaseTime } from './database-time.ts';
export {
  createDatabase,
  type Database,
  onlyRow,
  type Queryable,
  type Statement,
  type Transaction,
} from './database.ts';
export { countDeadLetters, type CountedLetters, purgeDeadLetterCounts } from './dead-letter-counts.ts';
export { lockEnvironmentExclusive, lockEnvironmentsShared } from './environment-locks.ts';
export { environmentsWith } from './environments-with.ts';
export { createHashPartitions, hashPartitionsOf } from './hash-partitions.ts';
export {
  type Difference,
  type DifferenceOutcome,
  insertDifferences,
  listDifferences,
  noteHonoured,
  noteStored,
  readOpenDifferences,
  readUnstored,
  type StoredDifference,
} from './history/differences.ts';
export {
  type EpochState,
  finishEpoch,
  historyLockClass,
  noteLeftOut,
  openEpoch,
  raiseEpoch,
  readEpochState,
} from './history/epochs.ts';
export {
  type Ghost,
  type GhostOutcome,
  insertGhosts,
  listGhosts,
  noteScan,
  type PublishedFact,
  readOpenGhosts,
  readPublishedIds,
  settleGhosts,
} from './history/ghosts.ts';
export { type DatabaseEpoch, History } from './history/history.ts';
export {
  closeEpoch,
  countOpenRows,
  type EpochRecord,
  listEpochs,
  type OpenRows,
  purgeHistory,
} from './history/epoch-records.ts';
export {
  deleteGroupMember,
  type StoredGroupMember,
  readDeadMembers,
  saveGroupMember,
} from './group-members.ts';
export type { GroupPartition, TopicPartition } from './group-partition.ts';
export { readKnownTopics } from './known-topics.ts';
export { databaseRoles, makeDatabaseRoles } from './database-roles.ts';
export { migrate } from './migrate.ts';
export { readMissingMigrations } from './missing-migrations.ts';
export { indexMigration, type Migration, partitionedIndexMigration } from './migration.ts';
export { readNewestMigration } from './newest-migration.ts';
export { streamsMigration } from './migrations/0001-streams.ts';
export { storageMigrations } from './migrations/storage-migrations.ts';
export {
  countOutboxRejected,
  emptyOutboxRejected,
  findOutboxRejected,
  insertOutboxRejected,
  listOutboxRejected,
  purgeOutboxRejected,
  readOutboxRejected,
  takeOutboxRejected,
  type KeptMessage,
  type RejectedFilter,
  type RejectedRecord,
  type StoredRejectedMessage,
} from './outbox-rejected.ts';
export {
  forgetProcess,
  listProcesses,
  noteProcess,
  readOldestRulesVersion,
  type ListedProcess,
  type RunningProcess,
} from './running-processes.ts';
export {
  countLivingOwners,
  deleteOutbox,
  insertOutbox,
  nobody,
  oldestOutboxAgeS,
  outboxLockClass,
  type OutboxRow,
  readOutboxById,
  readOutboxIds,
  readOutboxOwners,
  readOutboxRows,
} from './outbox.ts';
export { packBytes } from './packed-bytes.ts';
export { type PlannedPool, type PoolPlan } from './pool-metrics.ts';
export { listPositions, type PositionRecord, releasePosition } from './position-control.ts';
export { PositionPlaces } from './position-places.ts';
export { type Knex, runBuilt, sql } from './query-builder.ts';
export { listReadings, type Reading } from './readings.ts';
export { findStoredSchema, findStoredSchemaId, storeRegisteredSchema } from './registered-schemas.ts';
export { createSecretBox, sealedKeyIdOf, type SecretBox, type SecretPlace } from './secret-box.ts';
export { parseSecretKeys, readSecretKeys } from './secret-keys.ts';
export { readLimits, sessionLimits } from './session-limits.ts';
export {
  advancePositions,
  type GroupKey,
  hasPositions,
  insertPositions,
  parkPosition,
  type PositionMove,
  readPositions,
  readStoredUntil,
  type StreamPosition,
} from './stream-positions.ts';
export { readUtcDay } from './utc-day.ts';
export { purgeWitnesses, writeWitness } from './witness-writes.ts';
export { writeTransaction } from './write-transaction.ts';
export { lockOrder, type LockClass } from './lock-order.ts';
