import { repeatingPart, textOf, type Part } from '@loyalty/kernel';
import { deleteOutbox, type Queryable } from '@loyalty/storage';
import type { Logger } from '@loyalty/telemetry';
import type { FactPublisher } from './fact-publisher.ts';

export interface OutboxCleanupOptions {
  readonly database: Queryable;
  readonly publisher: FactPublisher;
  readonly logger: Logger;
}

/** A round without a published row runs no statement. One with some is rarely worth a statement sooner than this. */
const cleanEveryMs = 500;

/**
 * Creates the part that deletes published outbox rows within a second, and once more at its stop, in a process without a stream
 * runtime. Stop it after the producer, which publishes until it is stopped.
 */
export const createOutboxCleanup = (options: OutboxCleanupOptions): Part => {
  const rounds = repeatingPart({
    name: 'outbox-cleanup',
    everyMs: cleanEveryMs,
    work: () => deletePublished(options),
    onFailed: (failure) => {
      warn(options, failure);
    },
  });
  const last = createLastOutboxCleanup(options);
  return {
    ...rounds,
    stop: async () => {
      await rounds.stop?.();
      await last.stop?.();
    },
  };
};

/**
 * Creates the part that deletes published outbox rows at its stop alone, in a process whose batches delete them otherwise. Stop it
 * after the producer, whose last messages are published by then: nobody publishes them again.
 */
export const createLastOutboxCleanup = (options: OutboxCleanupOptions): Part => ({
  name: 'last-outbox-cleanup',
  // A sweeper publishes the rows that are left once more.
  stop: () =>
    deletePublished(options).catch((failure: unknown) => {
      warn(options, failure);
    }),
});

const deletePublished = async ({ database, publisher }: OutboxCleanupOptions): Promise<void> => {
  for (let published = publisher.published(); published.length > 0; published = publisher.published()) {
    await deleteOutbox(database, published);
    publisher.forget(published);
  }
};

const warn = ({ logger }: OutboxCleanupOptions, failure: unknown): void => {
  logger.warn({ error: textOf(failure) }, 'published outbox rows could not be deleted');
};
