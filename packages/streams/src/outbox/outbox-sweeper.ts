import type { ProducerPort } from '@loyalty/kafka';
import { awaitAll, Fault, type Part, repeatingPart, textOf } from '@loyalty/kernel';
import { type Database, tryAdvisoryLock } from '@loyalty/storage';
import {
  deleteOutbox,
  outboxLockClass,
  type OutboxRow,
  readOutboxById,
  readOutboxFigures,
  readOutboxIds,
  readOutboxOwners,
  readOutboxRows,
} from '@loyalty/storage/outbox';
import type { Logger } from '@loyalty/telemetry/logger';
import type { Metrics } from '@loyalty/telemetry/metrics';
import type { FactPublisher } from './fact-publisher.ts';
import { unpackMessages } from './packed-messages.ts';

interface OutboxSweeperOptions {
  readonly database: Database;
  readonly databaseUrl: string;
  readonly owner: number;
  /** Rows that it tracks are not swept. */
  readonly publisher: FactPublisher;
  readonly producer: ProducerPort;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

const sweepEveryMs = 3_000;
const rowsPerRound = 20;
/** Far more rows than are unpublished while Kafka takes messages. Others come when these are gone. */
const ownRowsMax = 1_000;

/**
 * Creates a part that publishes rows whose owner holds no advisory lock, and own rows that are not tracked or
 * were left (docs/mechanisms/storing.md, «Publishing»).
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

const partOf = (name: string, parts: readonly Part[]): Part => ({
  name,
  start: async () => {
    for (const part of parts) await part.start?.();
  },
  stop: async () => {
    await awaitAll(parts.map((part) => part.stop?.() ?? Promise.resolve()));
  },
});

/** A sweep waits for Kafka, and the figures do not. */
const createOutboxFigures = ({ database, publisher, metrics, logger }: OutboxSweeperOptions): Part => {
  let figures = { oldestS: 0, rejected: 0 };
  metrics.gauge('loyalty_outbox_age_seconds', {}, () => figures.oldestS);
  metrics.gauge('loyalty_outbox_rejected_messages', {}, () => figures.rejected);
  metrics.gauge('loyalty_outbox_unpublished_rows', {}, () => publisher.unpublished);
  return repeatingPart({
    name: 'outbox-figures',
    everyMs: sweepEveryMs,
    work: async () => {
      figures = await readOutboxFigures(database);
    },
    onFailed: (failure) => {
      logger.warn({ error: textOf(failure) }, 'the outbox could not be measured');
    },
  });
};

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

/** A Kafka that does not respond must not keep the process from stopping. Another process sweeps the rows. */
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

/**
 * Finds own rows that nobody tracks, because the response to their COMMIT was lost or their publication
 * failed for good.
 */
export class OrphanedRows {
  readonly #tracks: (outboxId: number) => boolean;
  #suspects: ReadonlySet<number> = new Set();

  constructor(remembers: (outboxId: number) => boolean) {
    this.#tracks = remembers;
  }

  /**
   * Returns the orphans among all own rows that were just read. A row that is untracked only once may have a
   * COMMIT in flight, or may have been deleted since.
   */
  among(outboxIds: readonly number[]): number[] {
    const unknown = outboxIds.filter((outboxId) => !this.#tracks(outboxId));
    const orphaned = unknown.filter((outboxId) => this.#suspects.has(outboxId));
    this.#suspects = new Set(unknown);
    return orphaned;
  }
}

const leftEveryMs = 250;
/** A row of a full batch has about half a megabyte. */
const readAtOnce = 20;
const deletedAtOnce = 1_000;

const createLeftRowsPart = (options: OutboxSweeperOptions): Part =>
  repeatingPart({
    name: 'left-outbox-rows',
    everyMs: leftEveryMs,
    work: async (signal) => {
      await options.publisher.untilLeft(signal);
      await publishLeft(options, signal);
      await deleteSurplus(options, signal);
    },
    onFailed: (failure) => {
      options.logger.warn({ error: textOf(failure) }, 'outbox rows that were left could not be published');
    },
  });

const publishLeft = async (
  { database, publisher }: OutboxSweeperOptions,
  signal: AbortSignal,
): Promise<void> => {
  for (;;) {
    const asked = publisher.nextLeft(readAtOnce);
    if (asked.length === 0 || signal.aborted) return;
    const rows = await readOutboxById(database, asked);
    publisher.publishLeft(
      asked,
      rows.map(({ id, messages }) => ({ id, messages: unpackMessages(messages) })),
    );
  }
};

const deleteSurplus = async (
  { database, publisher }: OutboxSweeperOptions,
  signal: AbortSignal,
): Promise<void> => {
  while (!signal.aborted) {
    const surplus = publisher.takeSurplus(deletedAtOnce);
    if (surplus.length === 0) return;
    try {
      await deleteOutbox(database, surplus);
    } catch (failure) {
      publisher.keep(surplus);
      throw failure;
    }
    publisher.forget(surplus);
  }
};
