import { indexMigration, type Migration } from './migration.ts';

/**
 * Adds the index for looking up when each job was last finished. Processes do so once a minute, and a job has
 * a row for each environment.
 */
export const jobsFinishedMigration: Migration = indexMigration('0031-jobs-finished', {
  index: 'jobs_finished',
  on: 'ON jobs (name, finished_at)',
});
