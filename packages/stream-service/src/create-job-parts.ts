import { readClosedEnvironments } from '@loyalty/configuration';
import type { Part } from '@loyalty/kernel';
import type { ServiceContext } from '@loyalty/shell';
import type { Transaction } from '@loyalty/storage';
import { createJobPart, type Job, createPostgresJobStore } from '@loyalty/jobs';
import type { Connections } from './connections.ts';
import type { StreamServiceConfig } from './stream-service-settings.ts';

/** Creates the part of a job. */
export type CreateJobPart = <Cursor>(job: Job<Transaction, Cursor>) => Part;

/**
 * Returns a function that creates the parts of a service's jobs. Each job runs in the process that leads it. It waits while too
 * many facts of this process are unpublished, and leaves out environments that are being moved.
 */
export const createJobParts = (
  { config, logger, metrics }: ServiceContext<StreamServiceConfig>,
  { jobs, clock, facts }: Pick<Connections, 'jobs' | 'clock' | 'facts'>,
): CreateJobPart => {
  const store = createPostgresJobStore({
    database: jobs,
    databaseUrl: config.databaseUrl,
    readClosed: readClosedEnvironments,
  });
  const unpublished = (): number => facts.unpublished;
  return (job) => createJobPart({ job, store, clock, logger, metrics, unpublished });
};
