import { repeatingPart, textOf, type Part } from '@loyalty/kernel';
import { readNewestMigration, type Queryable } from '@loyalty/storage';
import type { Logger, Metrics } from '@loyalty/telemetry';

/** A rollout migrates first, and looks at these figures for minutes. */
const everyMs = 60_000;

interface Shown {
  readonly metrics: Pick<Metrics, 'describe'>;
  readonly logger: Logger;
}

/** Creates the part that shows the newest step of the database's schema as a label of `loyalty_service_info`. */
export const createServiceInfo = (db: Queryable, { metrics, logger }: Shown): Part =>
  repeatingPart({
    name: 'service-info',
    everyMs,
    work: async () => {
      metrics.describe({ schema: (await readNewestMigration(db)) ?? '' });
    },
    onFailed: (failure) => {
      logger.warn({ error: textOf(failure) }, 'the newest step of the schema could not be read');
    },
  });
