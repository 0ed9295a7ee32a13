import { indexMigration, type Migration } from './migration.ts';

/** Processes look once a minute when each job was finished last; a job has a row for each environment. */
export const jobsFinishedMigration: Migration = indexMigration('0031-jobs-finished', {
  index: 'jobs_finished',
  on: 'ON jobs (name, finished_at)',
});
