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
/** Whoever sweeps looks every few seconds. */
const patienceMs = 15_000;

/** A write, and what is to be told of it. */
export interface PublishedWrite<T> {
  readonly result: T;
  /** None: there is nothing to wait for. */
  readonly messages: readonly OutgoingMessage[];
}

/**
 * Does a write, leaves what tells of it to be published by whoever lives, and resolves once Kafka has it: the write then outlives a
 * database that loses its last commits. A Fault `WRITE_UNCONFIRMED` where that is not known; the command may be repeated.
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

/** Resolves once Kafka has what these rows tell, and the database still stands on this epoch; throws as {@link writeUntilPublished} does. */
export const untilPublished = async (
  db: Database,
  outboxIds: readonly number[],
  epoch: string,
): Promise<void> => {
  const untilMs = Date.now() + patienceMs;
  while ((await readOutboxById(db, outboxIds)).length > 0) {
    if (Date.now() > untilMs)
      throw unconfirmed('nobody has published what tells of it; are the services running, and Kafka?');
    await systemClock.sleep(lookEveryMs);
  }
  // A row of a commit that is lost is gone, too.
  if ((await readEpochState(db)).epoch !== epoch) throw unconfirmed('the database has begun anew meanwhile.');
};

const unconfirmed = (why: string): Fault =>
  new Fault(
    'WRITE_UNCONFIRMED',
    `It is done, but a failure of the database might undo it: ${why} Repeat the command.`,
  );
