import { Fault } from '@loyalty/kernel';
import type { Transaction } from '@loyalty/storage';
import type { ConcurrencyBounds, TaskHandler } from '@loyalty/task-queue';
import { attemptDelivery, notAttempted, type AttemptOptions } from './attempt-delivery.ts';
import type { DeliveryAttempt } from './decide-delivery.ts';
import { createDeliveryReader, type ReadDeliveriesOptions } from './read-deliveries.ts';
import { persist, lock, deliveryKeyOf, record, type LockedDeliveries } from './record-deliveries.ts';

export type DeliveryTaskOptions = AttemptOptions & ReadDeliveriesOptions;

/** Attempts that an endpoint may run at a time, at first and at most. */
const limits: ConcurrencyBounds = { initial: 4, max: 64 };

/** Creates the task handler of deliveries. */
export const createDeliveryTask = (
  options: DeliveryTaskOptions,
): TaskHandler<Transaction, DeliveryAttempt, LockedDeliveries> => {
  const read = createDeliveryReader(options);
  return {
    boundsOf: () => limits,
    attempt: async (job) => {
      try {
        const found = await read(deliveryKeyOf(job));
        return found === null ? notAttempted({ kind: 'gone' }) : await attemptDelivery(options, found);
      } catch (failure) {
        // The database is away, so no request was sent, and no attempt is counted.
        if (failure instanceof Fault && failure.retry) return notAttempted({ kind: 'deferred' });
        throw failure;
      }
    },
    persist,
    lock: (tx, outcomes) => lock(tx, outcomes, options.clock.now()),
    record: (tx, outcomes, locked) => record(tx, { outcomes, locked: locked, nowMs: options.clock.now() }),
  };
};
