import { Fault } from '@loyalty/kernel';
import type { Transaction } from '@loyalty/storage';
import type { ConcurrencyBounds, TaskHandler } from '@loyalty/task-queue';
import { attemptDelivery, notAttempted, type AttemptOptions } from './attempt-delivery.ts';
import type { DeliveryAttempt } from './decide-delivery.ts';
import { createDeliveryReader, type ReadDeliveriesOptions } from './read-deliveries.ts';
import { keep, lock, nameOf, record, type Held } from './record-deliveries.ts';

export type DeliveryTaskOptions = AttemptOptions & ReadDeliveriesOptions;

/** With how many attempts at a time an endpoint begins, and what it may come to. */
const limits: ConcurrencyBounds = { initial: 4, max: 64 };

/** Deliveries that wait as rows, and what comes of all of them. */
export const createDeliveryTask = (
  options: DeliveryTaskOptions,
): TaskHandler<Transaction, DeliveryAttempt, Held> => {
  const read = createDeliveryReader(options);
  return {
    boundsOf: () => limits,
    attempt: async (job) => {
      try {
        const found = await read(nameOf(job));
        return found === null ? notAttempted({ kind: 'gone' }) : await attemptDelivery(options, found);
      } catch (failure) {
        // The database is away, so nobody was asked, and no attempt is counted.
        if (failure instanceof Fault && failure.retry) return notAttempted({ kind: 'deferred' });
        throw failure;
      }
    },
    persist: keep,
    lock: (tx, outcomes) => lock(tx, outcomes, options.clock.now()),
    record: (tx, outcomes, held) => record(tx, { outcomes, held, nowMs: options.clock.now() }),
  };
};
