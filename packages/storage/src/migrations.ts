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
