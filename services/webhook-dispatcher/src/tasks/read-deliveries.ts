import { loadNewest } from '@loyalty/configuration';
import {
  readDeletedWebhooks,
  readDueDeliveries,
  type DeliveryKey,
  type DueDelivery,
  type WebhookCache,
  type WebhookEndpoint,
} from '@loyalty/webhooks';
import { batchCalls, type Queryable, type SecretBox } from '@loyalty/storage';
import type { Attemptable } from './attempt-delivery.ts';

export interface ReadDeliveriesOptions {
  /** Reads outside transactions. */
  readonly reads: Queryable;
  readonly webhooks: WebhookCache;
  /** Opens the secrets of deleted endpoints. */
  readonly box: SecretBox;
}

/**
 * Creates a function that reads a delivery and its endpoint. Calls of one turn of the event loop share a query. The function returns
 * null if the delivery does not exist or has ended.
 */
export const createDeliveryReader = (
  options: ReadDeliveriesOptions,
): ((name: DeliveryKey) => Promise<Attemptable | null>) => {
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

/** Loads endpoints in their present state; deleted ones in their last state. */
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

const readOf = (delivery: DueDelivery | undefined, endpointOf: FindEndpoint): Attemptable | null => {
  if (delivery === undefined || isEnded(delivery)) return null;
  const endpoint = endpointOf(delivery);
  return endpoint === undefined ? null : { delivery, endpoint };
};

const isEnded = ({ status }: DueDelivery): boolean => status === 'SUCCEEDED' || status === 'FAILED';
