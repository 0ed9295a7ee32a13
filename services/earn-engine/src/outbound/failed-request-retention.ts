import { purgeFailedRequests } from '@loyalty/accounts';
import { repeatingPart, textOf, type Part } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import type { Logger } from '@loyalty/telemetry';

const everyMs = 3_600_000;

/** Forgets failed requests after their 24 hours (D36); every engine does it, and doing it twice changes nothing. */
export const createFailedRequestRetention = (db: Database, logger: Logger): Part =>
  repeatingPart({
    name: 'failed-request-retention',
    everyMs,
    work: () => purgeFailedRequests(db),
    onFailed: (failure) => {
      logger.warn({ error: textOf(failure) }, 'failed requests could not be purged');
    },
  });
