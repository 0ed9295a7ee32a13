import { purgeFailedRequests } from '@loyalty/accounts';
import { repeatingPart, settleTogether, textOf, type Part } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import type { Logger } from '@loyalty/telemetry';

const everyMs = 3_600_000;

/** Rows that are of use for a while only; each statement knows for how long. */
const purges: readonly ((db: Database) => Promise<void>)[] = [purgeFailedRequests];

/** Forgets failed requests after their 24 hours (D36); every engine does it, and doing it twice changes nothing. */
export const createFailedRequestRetention = (db: Database, logger: Logger): Part =>
  repeatingPart({
    name: 'failed-request-retention',
    everyMs,
    work: async () => {
      await settleTogether(purges.map((purge) => purge(db)));
    },
    onFailed: (failure) => {
      logger.warn({ error: textOf(failure) }, 'failed requests could not be purged');
    },
  });
