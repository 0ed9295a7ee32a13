import { insertOutbox, nobody, type Transaction } from '@loyalty/storage';
import type { OutgoingMessage } from '../ports/broker.ts';
import type { FactPublisher } from './fact-publisher.ts';
import { packMessages } from './packed-messages.ts';

export interface FactOutboxOptions {
  /** The number of this process in the outbox: see `registerOutboxOwner`. */
  readonly owner: number;
  readonly publisher: FactPublisher;
}

/** The outbox of transactions other than those of batches. */
export interface FactOutbox {
  /**
   * Stores these messages as one outbox row, in the transaction that makes them true. They are published after its commit. A
   * process that ends in between, or never learns of the commit, leaves the row to a sweeper.
   */
  add(tx: Transaction, messages: readonly OutgoingMessage[]): Promise<void>;
}

/** Messages on their way to Kafka. */
export interface Publication {
  /**
   * Resolves with true once Kafka has acknowledged them, with false if that failed, and never after a rollback. Never rejects.
   */
  readonly acknowledged: Promise<boolean>;
}

/** The outbox of a process that publishes its own rows. */
export interface PublishingOutbox extends FactOutbox {
  /** As {@link FactOutbox.add}, for callers that wait for Kafka's acknowledgement. */
  publish(tx: Transaction, messages: readonly OutgoingMessage[]): Promise<Publication>;
}

/**
 * Creates the outbox of management calls, timers and jobs (D100). The next batch of a stream runtime that shares the publisher
 * deletes published rows; in a process without one, `createOutboxCleanup` does.
 */
export const createFactOutbox = ({ owner, publisher }: FactOutboxOptions): PublishingOutbox => {
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

/** The outbox of a process that sends nothing to Kafka: any engine or ingress publishes its messages, within seconds. */
export const unownedFactOutbox: FactOutbox = {
  add: async (tx, messages) => {
    if (messages.length > 0) await insertOutbox(tx, nobody, packMessages(messages));
  },
};
