/** What a step of the schema is, the steps of this package, and which of them a database lacks. */

export { streamsMigration } from './migrations/0001-streams.ts';
export {
  createHashPartitions,
  hashPartitionsOf,
  indexMigration,
  type Migration,
  partitionedIndexMigration,
  readMissingMigrations,
  readNewestMigration,
} from './migrations/migration.ts';
export { storageMigrations } from './migrations/storage-migrations.ts';
