import { repeatingPart, textOf, type Part } from '@loyalty/kernel';
import { deleteOutbox, type Queryable } from '@loyalty/storage';
import type { Logger } from '@loyalty/telemetry';
import type { FactPublisher } from './fact-publisher.ts';

export interface OutboxCleanupOptions {
  readonly database: Queryable;
  readonly publisher: FactPublisher;
  readonly logger: Logger;
}

/** A round without a published row asks nothing; one with some is seldom worth a statement of its own sooner than this. */
const cleanEveryMs = 500;

/**
 * Deletes outbox rows that this process has published, within a second, and once more when it stops: for a process without
 * a stream runtime, whose batches delete them. To be stopped after the producer, which publishes until it is stopped.
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
      // Rows that stay now are published once more, by whoever sweeps them.
      await work().catch(onFailed);
    },
  };
};
