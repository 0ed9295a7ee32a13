import { repeatingPart, textOf, type Part } from '@loyalty/kernel';
import {
  deleteOutbox,
  oldestOutboxAgeS,
  outboxLockClass,
  readOutboxOwners,
  readOutboxRows,
  tryAdvisoryLock,
  type Database,
} from '@loyalty/storage';
import type { Logger, Metrics } from '@loyalty/telemetry';
import type { ProducerPort } from '../ports/broker.ts';
import { unpackMessages } from '../publish/packed-messages.ts';

export interface OutboxSweeperOptions {
  readonly database: Database;
  readonly databaseUrl: string;
  readonly owner: number;
  readonly producer: ProducerPort;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

const sweepEveryMs = 3_000;
const rowsPerRound = 20;

/**
 * Publishes what dead processes still owe: rows whose owner holds no advisory lock any more (ARCHITECTURE.md,
 * «Publishing»). Looks at every round how long the oldest row has been waiting, whoever owes it.
 */
export const createOutboxSweeper = (options: OutboxSweeperOptions): Part => {
  let oldestS = 0;
  options.metrics.gauge('loyalty_outbox_age_seconds', {}, () => oldestS);
  return repeatingPart({
    name: 'outbox-sweeper',
    everyMs: sweepEveryMs,
    work: async (signal) => {
      oldestS = await oldestOutboxAgeS(options.database);
      await sweep(options, signal);
    },
    onFailed: (failure) => {
      options.logger.warn({ error: textOf(failure) }, 'the outbox could not be swept');
    },
  });
};

const sweep = async (options: OutboxSweeperOptions, signal: AbortSignal): Promise<void> => {
  for (const owner of await readOutboxOwners(options.database, options.owner)) {
    if (signal.aborted) return;
    const lock = await tryAdvisoryLock(options.databaseUrl, outboxLockClass, owner);
    if (lock === null) continue;
    try {
      await publishAll(options, owner, signal);
    } finally {
      await lock.release();
    }
  }
};

const publishAll = async (
  { database, producer, logger }: OutboxSweeperOptions,
  owner: number,
  signal: AbortSignal,
): Promise<void> => {
  while (!signal.aborted) {
    const rows = await readOutboxRows(database, owner, rowsPerRound);
    if (rows.length === 0) return;
    await producer.send(rows.flatMap(({ messages }) => unpackMessages(messages)));
    await deleteOutbox(
      database,
      rows.map(({ id }) => id),
    );
    logger.info({ owner, rows: rows.length }, 'published what a dead process owed');
  }
};
