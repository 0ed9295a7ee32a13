import { repeatingPart, textOf, type Part } from '@loyalty/kernel';
import type { Logger } from '@loyalty/telemetry';
import type { DatabaseClock } from '@loyalty/storage';

/** A database that takes another's place may have another clock: for so long at most the time is that of the one before. */
const everyMs = 2_000;

/** Asks the database for its time, once before it is started and then every 2 s. */
export const createClockPart = (clock: Pick<DatabaseClock, 'measure'>, logger: Logger): Part => {
  const onFailed = (failure: unknown): void => {
    logger.warn({ error: textOf(failure) }, 'the database did not tell its time; asking again');
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
