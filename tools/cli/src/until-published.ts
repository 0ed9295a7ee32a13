import { Fault, systemClock } from '@loyalty/kernel';
import { packMessages, type OutgoingMessage } from '@loyalty/messaging';
import {
  insertOutbox,
  nobody,
  readEpochState,
  readOutboxById,
  type Database,
  type Transaction,
  writeTransaction,
} from '@loyalty/storage';

const lookEveryMs = 100;
/** Every few seconds a service publishes orphaned outbox rows. */
const patienceMs = 15_000;

/** The result of a write, and the messages to publish about it. */
export interface PublishedWrite<T> {
  readonly result: T;
  /** Empty: there is nothing to wait for. */
  readonly messages: readonly OutgoingMessage[];
}

/**
 * Runs a write and leaves its messages in the outbox, where a running service publishes them. Resolves once Kafka has them: the
 * write then survives a database that loses its last commits. Throws a Fault `WRITE_UNCONFIRMED` if that is unknown; the command
 * can be repeated.
 */
export const writeUntilPublished = async <T>(
  db: Database,
  work: (tx: Transaction) => Promise<PublishedWrite<T>>,
): Promise<T> => {
  const { epoch } = await readEpochState(db);
  const { result, outboxId } = await writeTransaction(db, async (tx) => {
    const { result, messages } = await work(tx);
    const outboxId = messages.length === 0 ? null : await insertOutbox(tx, nobody, packMessages(messages));
    return { result, outboxId };
  });
  if (outboxId !== null) await untilPublished(db, [outboxId], epoch);
  return result;
};

/**
 * Resolves once the messages of these rows are published and the database is still in this epoch. Throws as {@link
 * writeUntilPublished} does.
 */
export const untilPublished = async (
  db: Database,
  outboxIds: readonly number[],
  epoch: string,
): Promise<void> => {
  const untilMs = Date.now() + patienceMs;
  while ((await readOutboxById(db, outboxIds)).length > 0) {
    if (Date.now() > untilMs)
      throw unconfirmed('its fact is not published; are the services and Kafka running?');
    await systemClock.sleep(lookEveryMs);
  }
  // A row of a lost commit is gone too.
  if ((await readEpochState(db)).epoch !== epoch) throw unconfirmed('the database has begun anew meanwhile.');
};

const unconfirmed = (why: string): Fault =>
  new Fault(
    'WRITE_UNCONFIRMED',
    `It is done, but a failure of the database might undo it: ${why} Repeat the command.`,
  );
