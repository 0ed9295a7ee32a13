import { randomId, repeatingPart, textOf, type Part } from '@loyalty/kernel';
import { rulesVersion } from '@loyalty/rules';
import { forgetProcess, noteProcess, type Queryable } from '@loyalty/storage';
import { releaseVersion, type Logger } from '@loyalty/telemetry';
import { allMigrations } from './all-migrations.ts';

const everyMs = 5_000;

/** The newest migration that this build knows. */
const newestMigration = allMigrations
  .map(({ name }) => name)
  .reduce((newest, name) => (name > newest ? name : newest));

export interface ProcessPartOptions {
  readonly db: Queryable;
  readonly service: string;
  readonly logger: Logger;
}

/** Creates the part that lists this process among the running ones: `loyaltyctl processes`, and what campaigns may use (D105). */
export const createProcessPart = ({ db, service, logger }: ProcessPartOptions): Part => {
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
    everyMs,
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
