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
export const createOutboxCleanup = ({ database, publisher, logger }: OutboxCleanupOptions): Part => {
  const work = async (): Promise<void> => {
    const published = publisher.published();
    await deleteOutbox(database, published);
    publisher.forget(published);
  };
  const onFailed = (failure: unknown): void => {
    logger.warn({ error: textOf(failure) }, 'published outbox rows could not be deleted');
  };
  const rounds = repeatingPart({ name: 'outbox-cleanup', everyMs: cleanEveryMs, work, onFailed });
  return {
    ...rounds,
    stop: async () => {
      await rounds.stop?.();
      // A sweeper publishes the rows that are left once more.
      await work().catch(onFailed);
    },
  };
};
