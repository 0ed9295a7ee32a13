import { purgeFailedRequests } from '@loyalty/accounts';
import { systemClock, textOf, type Part } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import type { Logger } from '@loyalty/telemetry';

const everyMs = 3_600_000;

/** Forgets failed requests after their 24 hours (D36); every engine does it, and doing it twice changes nothing. */
export const createFailedRequestRetention = (db: Database, logger: Logger): Part => {
  const stopping = new AbortController();
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await purgeFailedRequests(db).catch((failure: unknown) => {
        logger.warn({ error: textOf(failure) }, 'failed requests could not be purged');
      });
      await systemClock.sleep(everyMs, stopping.signal);
    }
  };
  return {
    name: 'failed-request-retention',
    start: () => {
      void run();
      return Promise.resolve();
    },
    stop: () => {
      stopping.abort();
      return Promise.resolve();
    },
  };
};
