import { repeatingPart, textOf, type Part } from '@loyalty/kernel';
import type { Logger } from '@loyalty/telemetry';
import type { DatabaseClock } from '@loyalty/storage';

/** After a failover the new database may have another clock: for so long at most, the old one's time is used. */
const everyMs = 2_000;

/** Creates the part that measures the database's time, once when it starts and then every 2 s. */
export const createClockPart = (clock: Pick<DatabaseClock, 'measure'>, logger: Logger): Part => {
  const onFailed = (failure: unknown): void => {
    logger.warn({ error: textOf(failure) }, 'the database time could not be measured; retrying');
  };
  const part = repeatingPart({ name: 'database-clock', everyMs, work: () => clock.measure(), onFailed });
  return {
    ...part,
    start: async () => {
      await clock.measure().catch(onFailed);
      await part.start?.();
    },
  };
};
