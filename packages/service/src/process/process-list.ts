import { type Part, randomId, repeatingPart, textOf } from '@loyalty/kernel';
import { rulesVersion } from '@loyalty/rules';
import type { Queryable } from '@loyalty/storage';
import { readNewestMigration } from '@loyalty/storage/migrations';
import { forgetProcess, noteProcess } from '@loyalty/storage/processes';
import type { Logger } from '@loyalty/telemetry/logger';
import { type Metrics, releaseVersion } from '@loyalty/telemetry/metrics';
import { allMigrations } from '../migrations.ts';

const listedEveryMs = 5_000;

const newestMigration = allMigrations
  .map(({ name }) => name)
  .reduce((newest, name) => (name > newest ? name : newest));

/**
 * Creates the part that lists this process, for `loyaltyctl processes` and for deciding what campaigns may
 * use (D105).
 */
export const createProcessPart = ({
  db,
  service,
  logger,
}: {
  readonly db: Queryable;
  readonly service: string;
  readonly logger: Logger;
}): Part => {
  const process = {
    id: randomId(),
    service,
    version: releaseVersion,
    rulesVersion,
    schema: newestMigration,
  };
  const onFailed = (failure: unknown): void => {
    logger.debug({ error: textOf(failure) }, 'the process could not be listed');
  };
  const noting = repeatingPart({
    name: 'process-list',
    everyMs: listedEveryMs,
    work: () => noteProcess(db, process),
    onFailed,
  });
  return {
    ...noting,
    stop: async () => {
      await noting.stop?.();
      await forgetProcess(db, process.id).catch(onFailed);
    },
  };
};

/** A rollout migrates first, and looks at these figures for minutes. */
const shownEveryMs = 60_000;

export const createServiceInfo = (
  db: Queryable,
  { metrics, logger }: { readonly metrics: Pick<Metrics, 'describe'>; readonly logger: Logger },
): Part =>
  repeatingPart({
    name: 'service-info',
    everyMs: shownEveryMs,
    work: async () => {
      metrics.describe({ schema: (await readNewestMigration(db)) ?? '' });
    },
    onFailed: (failure) => {
      logger.warn({ error: textOf(failure) }, 'the newest step of the schema could not be read');
    },
  });
