import { createJobPart, createPostgresJobStore } from '@loyalty/jobs';
import type { Job } from '@loyalty/jobs/job';
import type { Part } from '@loyalty/kernel';
import type { Transaction } from '@loyalty/storage';
import { readClosedEnvironments } from '@loyalty/tables/cells';
import type { ServiceContext } from './process.ts';
import type { StreamServiceConfig } from './settings/common-settings.ts';
import type { Connections } from './stream/connections.ts';

type CreateJobPart = <Cursor>(job: Job<Transaction, Cursor>) => Part;

/**
 * Creates the parts of the jobs. Each job runs in the process that leads it. It waits while too many facts of
 * this process are unpublished. A job that destroys by time waits while clocks differ. Environments that are
 * being moved are left out.
 */
export const createJobParts = (
  { logger, metrics }: ServiceContext<StreamServiceConfig>,
  {
    jobs,
    locks,
    clock,
    comparison,
    facts,
  }: Pick<Connections, 'jobs' | 'locks' | 'clock' | 'comparison' | 'facts'>,
): CreateJobPart => {
  const store = createPostgresJobStore({
    database: jobs,
    locks,
    readClosed: readClosedEnvironments,
  });
  const unpublished = (): number => facts.unpublished;
  return (job) => createJobPart({ job, store, clock, comparison, logger, metrics, unpublished });
};
