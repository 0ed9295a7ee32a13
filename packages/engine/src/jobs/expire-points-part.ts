import { systemClock, type Part } from '@loyalty/kernel';
import type { ServiceContext } from '@loyalty/shell';
import type { EnginePorts } from '../requests/ports.ts';
import type { Connections } from '../service/connections.ts';
import type { StreamServiceConfig } from '../service/stream-service-settings.ts';
import { createExpirePointsJob } from './expire-points.ts';
import { createJobPart } from './job-part.ts';
import { createPostgresJobStore } from './postgres-job-store.ts';

/** Expires points every night, in whichever process of the service leads: a part of a stream service. */
export const expirePointsPart = (
  { config, logger, metrics }: ServiceContext<StreamServiceConfig>,
  { jobs, outbox, facts }: Connections,
  { programme, writer }: Pick<EnginePorts, 'programme' | 'writer'>,
): Part =>
  createJobPart({
    job: createExpirePointsJob({ db: jobs, programme, writer, outbox, clock: systemClock }),
    store: createPostgresJobStore({ database: jobs, databaseUrl: config.databaseUrl }),
    unpublished: () => facts.unpublished,
    clock: systemClock,
    logger,
    metrics,
  });
