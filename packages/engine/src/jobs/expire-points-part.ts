import { systemClock, type Part } from '@loyalty/kernel';
import type { ServiceContext } from '@loyalty/shell';
import type { EnginePorts } from '../requests/ports.ts';
import type { Connections } from '../service/connections.ts';
import type { StreamServiceConfig } from '../service/stream-service-settings.ts';
import { afterReceipts } from './after-receipts.ts';
import { createExpirePointsJob } from './expire-points.ts';
import { createJobPart } from './job-part.ts';
import { createLaggingReceipts } from './lagging-receipts.ts';
import { createPostgresJobStore } from './postgres-job-store.ts';

/** Expires points every night, after receipts that lag, in whichever process of the service leads: a part of a stream service. */
export const expirePointsPart = (
  { config, logger, metrics }: ServiceContext<StreamServiceConfig>,
  { kafka, jobs, outbox, facts }: Connections,
  { programme, writer }: Pick<EnginePorts, 'programme' | 'writer'>,
): Part =>
  createJobPart({
    job: afterReceipts(createExpirePointsJob({ db: jobs, programme, writer, outbox, clock: systemClock }), {
      lagging: createLaggingReceipts({ kafka, db: jobs, clock: systemClock }),
      clock: systemClock,
      logger,
    }),
    store: createPostgresJobStore({ database: jobs, databaseUrl: config.databaseUrl }),
    unpublished: () => facts.unpublished,
    clock: systemClock,
    logger,
    metrics,
  });
