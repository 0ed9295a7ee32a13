import { emptyLateRejected, purgeFailedRequests } from '@loyalty/accounts';
import { repeatingPart, textOf, type Part } from '@loyalty/kernel';
import {
  purgeDeadLetterCounts,
  purgeHistory,
  purgeOutboxRejected,
  purgeWitnesses,
  type Database,
} from '@loyalty/storage';
import type { Logger } from '@loyalty/telemetry';

const everyMs = 3_600_000;

/** Deletes expired rows; each statement has its own period. */
const purges: readonly ((db: Database) => Promise<void>)[] = [
  purgeFailedRequests,
  purgeDeadLetterCounts,
  purgeWitnesses,
  purgeOutboxRejected,
  purgeHistory,
  emptyLateRejected,
];

/**
 * Creates the part that deletes expired rows once an hour. Failed requests expire after 24 hours (D36), messages that Kafka rejected after
 * 28 days, and settled rows of lost histories after 90. Every process that consumes streams runs it; running it twice is harmless.
 */
export const createRetention = (db: Database, logger: Logger): Part =>
  repeatingPart({
    name: 'retention',
    everyMs,
    work: async () => {
      for (const purge of purges) await purge(db);
    },
    onFailed: (failure) => {
      logger.warn({ error: textOf(failure) }, 'expired rows could not be purged');
    },
  });
