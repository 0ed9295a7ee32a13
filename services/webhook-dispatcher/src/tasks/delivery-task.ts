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
import { attemptAgain, attemptBatch, attemptDelivery } from './attempt-batch.ts';
import { type DeliveryAttemptOptions, type DeliveryToAttempt, notAttempted } from './attempt-delivery.ts';
import type { DeliveryAttempt } from './decide-delivery.ts';
import {
  deliveryKeysOf,
  isEnded,
  lock,
  type LockedDeliveries,
  persist,
  record,
} from './record-deliveries.ts';

const gone = notAttempted({ kind: 'gone' });

const single: ConcurrencyBounds = { initial: 4, max: 64 };

/** The state of the endpoint that was read last. One that is not known yet gets its first events one by one. */
const boundsOf = (endpoint: WebhookEndpoint | undefined): ConcurrencyBounds => {
  const batch = endpoint?.batch ?? null;
  if (batch === null) return single;
  return { ...single, batch: { tasksMax: batch.maxEvents, waitMsMax: batch.maxWaitMs } };
};

type ReadDeliveries = (keys: readonly DeliveryKey[]) => Promise<readonly (DeliveryToAttempt | null)[]>;

/** Returns null while the database is unavailable: no request was sent, and no attempt is counted. */
const readUnlessAway = async (
  read: ReadDeliveries,
  keys: readonly DeliveryKey[],
): Promise<readonly (DeliveryToAttempt | null)[] | null> => {
  try {
    return await read(keys);
  } catch (failure) {
    if (failure instanceof Fault && failure.retry) return null;
    throw failure;
  }
};

export const createDeliveryTask = (
  options: DeliveryAttemptOptions & ReadDeliveriesOptions,
): TaskHandler<Transaction, DeliveryAttempt, LockedDeliveries> => {
  const read = createDeliveryReader(options);
  return {
    boundsOf: ({ environmentId, destinationId }) =>
      boundsOf(options.webhooks.peek(environmentId)?.endpoints.get(destinationId)),
    attempt: async (task) => {
      const { batchIds = null } = task;
      const found = await readUnlessAway(read, deliveryKeysOf(task));
      if (found === null) return notAttempted({ kind: 'deferred' });
      const left = found.filter((one) => one !== null);
      const [first] = left;
      if (first === undefined) return gone;
      return batchIds === null
        ? attemptDelivery(options, first)
        : attemptAgain(options, { ids: batchIds, left });
    },
    attemptTogether: async (tasks) => {
      const found = await readUnlessAway(read, tasks.flatMap(deliveryKeysOf));
      if (found === null) return tasks.map(() => notAttempted({ kind: 'deferred' }));
      const attempted = await attemptBatch(
        options,
        found.filter((one) => one !== null),
      );
      return found.map((one) => (one === null ? undefined : attempted.get(one.delivery)) ?? gone);
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
const createDeliveryReader = (options: ReadDeliveriesOptions): ReadDeliveries =>
  batchCalls(async (names: readonly DeliveryKey[]) => {
    const found = await readDueDeliveries(options.reads, names);
    const waiting = [...found.values()].filter((delivery) => !isEnded(delivery));
    const endpointOf = await loadEndpoints(options, waiting);
    return names.map(({ id }) => readOf(found.get(id), endpointOf));
  });

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
