import { systemClock, type Part } from '@loyalty/kernel';
import type { ServiceContext } from '@loyalty/shell';
import type { Connections } from '../service/connections.ts';
import type { StreamServiceConfig } from '../service/stream-service-settings.ts';
import { createCompleteProfilesJob, createFillGramsJob } from './fill-profiles.ts';
import { createJobPart } from './job-part.ts';
import type { Job } from './job.ts';
import { createPostgresJobStore } from './postgres-job-store.ts';
import { createScrubErasedJob } from './scrub-erased.ts';
import type { Transaction } from '@loyalty/storage';

/** The jobs of members' lives: the second phase of erasures, and what members are found by. One service runs them. */
export const createLifeJobs = (
  { config, logger, metrics }: ServiceContext<StreamServiceConfig>,
  { jobs, facts }: Pick<Connections, 'jobs' | 'facts'>,
): readonly Part[] => {
  const store = createPostgresJobStore({ database: jobs, databaseUrl: config.databaseUrl });
  const unpublished = (): number => facts.unpublished;
  const partOf = <Cursor>(job: Job<Transaction, Cursor>): Part =>
    createJobPart({ job, store, clock: systemClock, logger, metrics, unpublished });
  return [
    partOf(createScrubErasedJob(jobs)),
    partOf(createFillGramsJob(jobs)),
    partOf(createCompleteProfilesJob(jobs)),
  ];
};
