import { systemClock, type Part } from '@loyalty/kernel';
import type { ServiceContext } from '@loyalty/shell';
import type { Transaction } from '@loyalty/storage';
import type { EnginePorts } from '../requests/ports.ts';
import type { Connections } from '../service/connections.ts';
import type { StreamServiceConfig } from '../service/stream-service-settings.ts';
import { createExpirePointsJob } from './expire-points.ts';
import { createCompleteProfilesJob, createFillGramsJob } from './fill-profiles.ts';
import { createJobPart } from './job-part.ts';
import type { Job } from './job.ts';
import { createPostgresJobStore } from './postgres-job-store.ts';
import { createScrubErasedJob } from './scrub-erased.ts';

/**
 * The jobs on members, as parts of the one service that runs them: points that expire, the second phase of erasures, and what
 * members are found by. Each runs in whichever process of the service leads it.
 */
export const createMemberJobs = (
  { config, logger, metrics }: ServiceContext<StreamServiceConfig>,
  { jobs, outbox, facts }: Pick<Connections, 'jobs' | 'outbox' | 'facts'>,
  { programme, writer }: Pick<EnginePorts, 'programme' | 'writer'>,
): readonly Part[] => {
  const clock = systemClock;
  const store = createPostgresJobStore({ database: jobs, databaseUrl: config.databaseUrl });
  const unpublished = (): number => facts.unpublished;
  const partOf = <Cursor>(job: Job<Transaction, Cursor>): Part =>
    createJobPart({ job, store, clock, logger, metrics, unpublished });
  return [
    partOf(createExpirePointsJob({ db: jobs, programme, writer, outbox, clock })),
    partOf(createScrubErasedJob(jobs)),
    partOf(createFillGramsJob(jobs)),
    partOf(createCompleteProfilesJob(jobs)),
  ];
};
