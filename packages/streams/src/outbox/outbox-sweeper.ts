import { awaitAll, Fault, repeatingPart, textOf, type Part } from '@loyalty/kernel';
import {
  countOutboxRejected,
  deleteOutbox,
  oldestOutboxAgeS,
  outboxLockClass,
  readOutboxById,
  readOutboxIds,
  readOutboxOwners,
  readOutboxRows,
  tryAdvisoryLock,
  type Database,
  type OutboxRow,
} from '@loyalty/storage';
import type { Logger, Metrics } from '@loyalty/telemetry';
import type { ProducerPort } from '../ports/broker.ts';
import type { FactPublisher } from '../publish/fact-publisher.ts';
import { OrphanedRows } from '../publish/orphaned-rows.ts';
import { unpackMessages } from '../publish/packed-messages.ts';
import { createLeftRowsPart } from '../publish/publish-left-rows.ts';

export interface OutboxSweeperOptions {
  readonly database: Database;
  readonly databaseUrl: string;
  readonly owner: number;
  /** Publishes the rows of this process; those that it tracks are not swept. */
  readonly publisher: FactPublisher;
  readonly producer: ProducerPort;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

const sweepEveryMs = 3_000;
const rowsPerRound = 20;
/** Far more rows than a process has unpublished while Kafka takes messages. Rows beyond it come when these are gone. */
const ownRowsMax = 1_000;

/**
 * Creates the part that publishes what nobody else will: rows whose owner holds no advisory lock, and rows of this process that it
 * does not track or has left (docs/mechanisms/storing.md, «Publishing»). It also measures the outbox.
 */
export const createOutboxSweeper = (options: OutboxSweeperOptions): Part => {
  const { publisher, logger } = options;
  const orphaned = new OrphanedRows((outboxId) => publisher.tracks(outboxId));
  const sweep = repeatingPart({
    name: 'outbox-sweep',
    everyMs: sweepEveryMs,
    work: async (signal) => {
      await sweepOrphaned(options, orphaned, signal);
      await sweepDead(options, signal);
    },
    onFailed: (failure) => {
      logger.warn({ error: textOf(failure) }, 'the outbox could not be swept');
    },
  });
  return partOf('outbox-sweeper', [sweep, createOutboxFigures(options), createLeftRowsPart(options)]);
};

/** A sweep waits for Kafka, and the figures do not. */
const createOutboxFigures = ({ database, publisher, metrics, logger }: OutboxSweeperOptions): Part => {
  let oldestS = 0;
  let rejected = 0;
  metrics.gauge('loyalty_outbox_age_seconds', {}, () => oldestS);
  metrics.gauge('loyalty_outbox_rejected_messages', {}, () => rejected);
  metrics.gauge('loyalty_outbox_unpublished_rows', {}, () => publisher.unpublished);
  return repeatingPart({
    name: 'outbox-figures',
    everyMs: sweepEveryMs,
    work: async () => {
      oldestS = await oldestOutboxAgeS(database);
      rejected = await countOutboxRejected(database);
    },
    onFailed: (failure) => {
      logger.warn({ error: textOf(failure) }, 'the outbox could not be measured');
    },
  });
};

const partOf = (name: string, parts: readonly Part[]): Part => ({
  name,
  start: async () => {
    for (const part of parts) await part.start?.();
  },
  stop: async () => {
    await awaitAll(parts.map((part) => part.stop?.() ?? Promise.resolve()));
  },
});

const sweepOrphaned = async (
  options: OutboxSweeperOptions,
  orphaned: OrphanedRows,
  signal: AbortSignal,
): Promise<void> => {
  const { database, owner, logger } = options;
  const ids = orphaned.among(await readOutboxIds(database, owner, ownRowsMax));
  // The next rounds find the rows that are left.
  const rows = ids.length === 0 ? [] : await readOutboxById(database, ids.slice(0, rowsPerRound));
  if (rows.length === 0) return;
  await publish(options, rows, signal);
  logger.info({ owner, rows: rows.length }, 'published orphaned outbox rows of this process');
};

const sweepDead = async (options: OutboxSweeperOptions, signal: AbortSignal): Promise<void> => {
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
  options: OutboxSweeperOptions,
  owner: number,
  signal: AbortSignal,
): Promise<void> => {
  while (!signal.aborted) {
    const rows = await readOutboxRows(options.database, owner, rowsPerRound);
    if (rows.length === 0) return;
    await publish(options, rows, signal);
    options.logger.info({ owner, rows: rows.length }, 'published outbox rows of a dead process');
  }
};

const publish = async (
  { database, producer }: OutboxSweeperOptions,
  rows: readonly OutboxRow[],
  signal: AbortSignal,
): Promise<void> => {
  await unlessStopped(signal, () => producer.send(rows.flatMap(({ messages }) => unpackMessages(messages))));
  await deleteOutbox(
    database,
    rows.map(({ id }) => id),
  );
};

/** A Kafka that does not respond must not keep the process from stopping. The rows stay, and another process sweeps them. */
const unlessStopped = async (signal: AbortSignal, send: () => Promise<void>): Promise<void> => {
  const stop = { now: (): void => undefined };
  const stopped = new Promise<never>((_, reject) => {
    stop.now = () => {
      reject(new Fault('STOPPED', 'the process stops before Kafka has responded'));
    };
  });
  if (signal.aborted) stop.now();
  signal.addEventListener('abort', stop.now);
  try {
    await Promise.race([stopped, send()]);
  } finally {
    signal.removeEventListener('abort', stop.now);
  }
};
