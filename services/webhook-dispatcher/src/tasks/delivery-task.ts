import { Fault } from '@loyalty/kernel';
import { batchCalls, type Queryable, type Transaction } from '@loyalty/storage';
import type { SecretBox } from '@loyalty/storage/secrets';
import { loadNewest } from '@loyalty/tables/lookup';
import {
  type DeliveryKey,
  type DueDelivery,
  readDeletedWebhooks,
  readDueDeliveries,
  type WebhookCache,
  type WebhookEndpoint,
} from '@loyalty/tables/webhooks';
import type { ConcurrencyBounds, TaskHandler } from '@loyalty/task-queue';
import {
  type DeliveryToAttempt,
  attemptDelivery,
  type DeliveryAttemptOptions,
  notAttempted,
} from './attempt-delivery.ts';
import type { DeliveryAttempt } from './decide-delivery.ts';
import { deliveryKeyOf, lock, type LockedDeliveries, persist, record } from './record-deliveries.ts';

const limits: ConcurrencyBounds = { initial: 4, max: 64 };

export const createDeliveryTask = (
  options: DeliveryAttemptOptions & ReadDeliveriesOptions,
): TaskHandler<Transaction, DeliveryAttempt, LockedDeliveries> => {
  const read = createDeliveryReader(options);
  return {
    boundsOf: () => limits,
    attempt: async (job) => {
      try {
        const found = await read(deliveryKeyOf(job));
        return found === null ? notAttempted({ kind: 'gone' }) : await attemptDelivery(options, found);
      } catch (failure) {
        // The database is unavailable, so no request was sent, and no attempt is counted.
        if (failure instanceof Fault && failure.retry) return notAttempted({ kind: 'deferred' });
        throw failure;
      }
    },
    persist,
    lock: (tx, outcomes) => lock(tx, outcomes, options.clock.now()),
    record: (tx, outcomes, locked) => record(tx, { outcomes, locked: locked, nowMs: options.clock.now() }),
  };
};

interface ReadDeliveriesOptions {
  /** It reads outside transactions. */
  readonly reads: Queryable;
  readonly webhooks: WebhookCache;
  /** Opens the secrets of deleted endpoints. */
  readonly box: SecretBox;
}

/** Calls of one turn of the event loop share a query. Null if the delivery does not exist or has ended. */
const createDeliveryReader = (
  options: ReadDeliveriesOptions,
): ((name: DeliveryKey) => Promise<DeliveryToAttempt | null>) => {
  const read = batchCalls(async (names: readonly DeliveryKey[]) => {
    const found = await readDueDeliveries(options.reads, names);
    const waiting = [...found.values()].filter((delivery) => !isEnded(delivery));
    const endpointOf = await loadEndpoints(options, waiting);
    return names.map(({ id }) => readOf(found.get(id), endpointOf));
  });
  return async (name) => {
    const [found = null] = await read([name]);
    return found;
  };
};

type FindEndpoint = (delivery: DueDelivery) => WebhookEndpoint | undefined;

/** Endpoints are loaded in their present state; deleted ones in their last. */
const loadEndpoints = async (
  { reads, webhooks, box }: ReadDeliveriesOptions,
  deliveries: readonly DueDelivery[],
): Promise<FindEndpoint> => {
  const environmentIds = [...new Set(deliveries.map(({ environmentId }) => environmentId))];
  const newest = await loadNewest(webhooks, reads, environmentIds);
  const present: FindEndpoint = ({ environmentId, webhookId }) =>
    newest.get(environmentId)?.endpoints.get(webhookId);
  const missing = new Map(
    deliveries.flatMap((one) => (present(one) === undefined ? [[one.webhookId, one] as const] : [])),
  );
  const deleted = await readDeletedWebhooks({ db: reads, box }, [...missing.values()]);
  return (delivery) => present(delivery) ?? deleted.get(delivery.webhookId);
};

const readOf = (delivery: DueDelivery | undefined, endpointOf: FindEndpoint): DeliveryToAttempt | null => {
  if (delivery === undefined || isEnded(delivery)) return null;
  const endpoint = endpointOf(delivery);
  return endpoint === undefined ? null : { delivery, endpoint };
};

const isEnded = ({ status }: DueDelivery): boolean => status === 'SUCCEEDED' || status === 'FAILED';
