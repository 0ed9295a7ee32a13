import { repeatingPart, textOf, type Part } from '@loyalty/kernel';
import { deleteOutbox, readOutboxById, type Database } from '@loyalty/storage';
import type { Logger } from '@loyalty/telemetry';
import type { FactPublisher } from './fact-publisher.ts';
import { unpackMessages } from './packed-messages.ts';

export interface LeftRowsOptions {
  readonly database: Database;
  readonly publisher: FactPublisher;
  readonly logger: Logger;
}

/** A round without left rows and without a surplus asks the database nothing. */
const everyMs = 250;
/** A row of a full batch has about half a megabyte. */
const readAtOnce = 20;
const deletedAtOnce = 1_000;

/** Creates the part that publishes the rows that the publisher left in the outbox, and deletes those that are published by the hundred. */
export const createLeftRowsPart = (options: LeftRowsOptions): Part =>
  repeatingPart({
    name: 'left-outbox-rows',
    everyMs,
    work: async (signal) => {
      await publishLeft(options, signal);
      await deleteSurplus(options, signal);
    },
    onFailed: (failure) => {
      options.logger.warn({ error: textOf(failure) }, 'outbox rows that were left could not be published');
    },
  });

const publishLeft = async ({ database, publisher }: LeftRowsOptions, signal: AbortSignal): Promise<void> => {
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
  { database, publisher }: LeftRowsOptions,
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
