import { systemClock, type Part } from '@loyalty/kernel';
import type { ServiceContext } from '@loyalty/shell';
import type { Connections } from '../service/connections.ts';
import type { StreamServiceConfig } from '../service/stream-service-settings.ts';
import { createErasureWatch } from './erasure-watch.ts';
import { createCompleteProfilesJob, createFillGramsJob } from './fill-profiles.ts';
import { createForgetDaysJob } from './forget-days.ts';
import { createJobPart } from './job-part.ts';
import type { Job } from './job.ts';
import { createPostgresJobStore } from './postgres-job-store.ts';
import { createScrubErasedJob } from './scrub-erased.ts';
import type { Transaction } from '@loyalty/storage';

/**
 * The jobs of members' lives: the second phase of erasures with what is shown of it, what members are found by, and days of
 * purchase that no window reaches. One service runs them.
 */
export const createLifeJobs = (
  { config, logger, metrics }: ServiceContext<StreamServiceConfig>,
  { jobs, facts }: Pick<Connections, 'jobs' | 'facts'>,
): readonly Part[] => {
  const store = createPostgresJobStore({ database: jobs, databaseUrl: config.databaseUrl });
  const unpublished = (): number => facts.unpublished;
  const partOf = <Cursor>(job: Job<Transaction, Cursor>): Part =>
    createJobPart({ job, store, clock: systemClock, logger, metrics, unpublished });
  return [
    createErasureWatch({ db: jobs, logger, metrics }),
    partOf(createScrubErasedJob(jobs)),
    partOf(createFillGramsJob(jobs)),
    partOf(createCompleteProfilesJob(jobs)),
    partOf(createForgetDaysJob()),
  ];
};
