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

/** Rows that are of use for a while only; each statement knows for how long. */
const purges: readonly ((db: Database) => Promise<void>)[] = [
  purgeFailedRequests,
  purgeDeadLetterCounts,
  purgeWitnesses,
  purgeOutboxRejected,
  purgeHistory,
  emptyLateRejected,
];

/**
 * Forgets, once an hour, failed requests after their 24 hours (D36), counts of dead letters, witness writes, and messages that
 * Kafka refused after 28 days, and what was settled of lost histories after 90. Every process that consumes streams does it: doing it twice changes nothing.
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
