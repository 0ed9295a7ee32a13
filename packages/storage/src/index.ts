export { type AdvisoryLock, tryAdvisoryLock } from './advisory-lock.ts';
export { batchCalls } from './batch-calls.ts';
export { type BoundedList, type ListPlace, newestFirst, readBoundedPage } from './bounded-list.ts';
export {
  responseKey,
  type BucketResult,
  type Cache,
  type CachedResponse,
  createCache,
  type StoredResponse,
} from './cache.ts';
export { createDatabaseClock, type DatabaseClock } from './database-clock.ts';
export { copyRows, digestOf, readColumns, readTablesWith, type CopiedRows } from './copy-rows.ts';
export { type DatabaseFailure, classifyFailure, LostRace } from './database-failure.ts';
export { readLimits, sessionLimits } from './session-limits.ts';
export { writeTransaction } from './write-transaction.ts';
export { readDatabaseTime } from './database-time.ts';
export {
  createDatabase,
  type Database,
  type DatabaseOptions,
  onlyRow,
  type Queryable,
  type SessionLimits,
  type Statement,
  type Transaction,
} from './database.ts';
export { lockEnvironmentExclusive, lockEnvironmentsShared } from './environment-locks.ts';
export {
  type EpochState,
  finishEpoch,
  historyLockClass,
  noteLeftOut,
  openEpoch,
  readEpochState,
} from './history/epochs.ts';
export {
  type Difference,
  insertDifferences,
  listDifferences,
  noteHonoured,
  noteStored,
  readOpenDifferences,
  readUnstored,
  type StoredDifference,
  type DifferenceOutcome,
} from './history/differences.ts';
export {
  type Ghost,
  type GhostOutcome,
  insertGhosts,
  listGhosts,
  noteScan,
  readOpenGhosts,
  readPublishedIds,
  settleGhosts,
  type PublishedFact,
} from './history/ghosts.ts';
export { type DatabaseEpoch, History } from './history/history.ts';
export {
  closeEpoch,
  countOpenRows,
  type EpochRecord,
  listEpochs,
  type OpenRows,
  purgeHistory,
} from './history/told-epochs.ts';
export { createHashPartitions, hashPartitionsOf } from './hash-partitions.ts';
export {
  type JobCheckpoint,
  jobLockClass,
  type JobStatus,
  type JobKey,
  moveJobCheckpoint,
  readJobCheckpoint,
  readJobCheckpoints,
} from './job-checkpoints.ts';
export { readKnownTopics } from './known-topics.ts';
export { migrate } from './migrate.ts';
export { indexMigration, type Migration, partitionedIndexMigration } from './migration.ts';
export { streamsMigration } from './migrations/0001-streams.ts';
export { storageMigrations } from './migrations/storage-migrations.ts';
export {
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
export {
  countOutboxRejected,
  emptyOutboxRejected,
  insertOutboxRejected,
  listOutboxRejected,
  purgeOutboxRejected,
  type StoredRejectedMessage,
  type RejectedRecord,
} from './outbox-rejected.ts';
export { listPositions, type PositionRecord, releasePosition } from './position-control.ts';
export { packBytes } from './packed-bytes.ts';
export { type Knex, runBuilt, sql } from './query-builder.ts';
export { listReadings, type Reading } from './readings.ts';
export { createSecretBox, sealedKeyIdOf, type SecretBox, type SecretPlace } from './secret-box.ts';
export { parseSecretKeys, readSecretKeys } from './secret-keys.ts';
export {
  advancePositions,
  hasPositions,
  insertPositions,
  parkPosition,
  type PositionMove,
  type GroupKey,
  type GroupPartition,
  readPositions,
  readStoredUntil,
  type StreamPosition,
  type TopicPartition,
} from './stream-positions.ts';
export { readUtcDay } from './utc-day.ts';
export { countDeadLetters, type CountedLetters, purgeDeadLetterCounts } from './dead-letter-counts.ts';
export { purgeWitnesses, writeWitness } from './witness-writes.ts';
