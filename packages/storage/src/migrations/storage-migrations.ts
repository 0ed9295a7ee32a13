import { streamsMigration } from './0001-streams.ts';
import { jobsMigration } from './0002-jobs.ts';
import { deadLettersMigration } from './0003-dead-letters.ts';
import { outboxStatisticsMigration } from './0004-outbox-statistics.ts';
import { rejectedMembersMigration } from './0006-rejected-members.ts';
import { databaseHistoryMigration } from './0007-database-history.ts';
import { openedEpochsMigration } from './0008-opened-epochs.ts';
import { lostHistoriesMigration } from './0010-lost-histories.ts';
import { ghostsOfTenantsMigration } from './0011-ghosts-of-tenants.ts';
import { randomJumpsMigration } from './0012-random-jumps.ts';
import { leftOutMigration } from './0015-left-out.ts';
import { rejectedHeadsMigration } from './0016-rejected-heads.ts';
import { registeredSchemasMigration } from './0020-registered-schemas.ts';
import { groupMembersMigration } from './0024-group-members.ts';
import { processesMigration } from './0030-processes.ts';
import { jobsFinishedMigration } from './0031-jobs-finished.ts';
import { installationMigration } from './0281a-installation.ts';
import { epochsByOwnerMigration } from './0287-epochs-by-owner.ts';
import type { Migration } from './migration.ts';

export const storageMigrations: readonly Migration[] = [
  streamsMigration,
  jobsMigration,
  deadLettersMigration,
  outboxStatisticsMigration,
  rejectedMembersMigration,
  databaseHistoryMigration,
  openedEpochsMigration,
  lostHistoriesMigration,
  ghostsOfTenantsMigration,
  randomJumpsMigration,
  leftOutMigration,
  rejectedHeadsMigration,
  registeredSchemasMigration,
  groupMembersMigration,
  processesMigration,
  jobsFinishedMigration,
  installationMigration,
  epochsByOwnerMigration,
];
