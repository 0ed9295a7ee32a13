import type { OutgoingMessage } from '@loyalty/kafka';
import { type Part, repeatingPart, textOf } from '@loyalty/kernel';
import type { Queryable, Transaction } from '@loyalty/storage';
import { deleteOutbox, insertOutbox, noOwner } from '@loyalty/storage/outbox';
import type { Logger } from '@loyalty/telemetry/logger';
import type { FactPublisher } from './fact-publisher.ts';
import { packMessages } from './packed-messages.ts';

export interface FactOutbox {
  /**
   * Adds messages in the transaction that makes them true; they are published after its commit. A process
   * that ends in between leaves the row to a sweeper.
   */
  add(tx: Transaction, messages: readonly OutgoingMessage[]): Promise<void>;
}

export interface Publication {
  /**
   * True if Kafka acknowledged the publication, false if that failed. After a rollback it stays open. It
   * never rejects.
   */
  readonly acknowledged: Promise<boolean>;
}

export interface PublishingOutbox extends FactOutbox {
  publish(tx: Transaction, messages: readonly OutgoingMessage[]): Promise<Publication>;
}

/**
 * Creates an outbox for management calls, timers and jobs (D100). The next batch of a runtime with the same
 * publisher deletes published rows; without a runtime, `createOutboxCleanup` does.
 */
export const createFactOutbox = ({
  owner,
  publisher,
}: {
  readonly owner: number;
  readonly publisher: FactPublisher;
}): PublishingOutbox => {
  const publish = async (tx: Transaction, messages: readonly OutgoingMessage[]): Promise<Publication> => {
    const outboxId = await insertOutbox(tx, owner, packMessages(messages));
    const acknowledged = new Promise<boolean>((resolve) => {
      tx.afterCommit(() => {
        publisher.publish(outboxId, messages);
        resolve(publisher.acknowledged(outboxId));
      });
    });
    return { acknowledged };
  };
  return {
    publish,
    add: async (tx, messages) => {
      if (messages.length > 0) await publish(tx, messages);
    },
  };
};

/** An outbox without an owner. Any engine or ingress publishes its messages, within seconds. */
export const unownedFactOutbox: FactOutbox = {
  add: async (tx, messages) => {
    if (messages.length > 0) await insertOutbox(tx, noOwner, packMessages(messages));
  },
};

interface OutboxCleanupOptions {
  readonly database: Queryable;
  readonly publisher: FactPublisher;
  readonly logger: Logger;
}

/** A round without a published row runs no statement. */
const cleanEveryMs = 500;

/**
 * Creates a part that deletes published rows in a process without a stream runtime. Stop it after the
 * producer, which publishes until it is stopped.
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
 * Creates a part that deletes published rows only when it stops, after the producer's stop, so that nobody
 * publishes the process' last messages again.
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
