import type { EnvironmentId } from '@loyalty/kernel';
import {
  loadNewest,
  readDeletedWebhooks,
  readDueDeliveries,
  type DeliveryName,
  type DueDelivery,
  type HeldWebhooks,
  type WebhookEndpoint,
  type Webhooks,
} from '@loyalty/programme';
import { batchCalls, type Queryable, type SecretBox } from '@loyalty/storage';
import type { Attemptable } from './attempt-delivery.ts';

export interface ReadDeliveriesOptions {
  /** Beside any transaction. */
  readonly reads: Queryable;
  readonly webhooks: HeldWebhooks;
  /** Opens the secrets of deleted endpoints. */
  readonly box: SecretBox;
}

/** Reads a delivery and its endpoint, those of all attempts that begin in a turn at once; null: it is no more, or at its end. */
export const createDeliveryReader = (
  options: ReadDeliveriesOptions,
): ((name: DeliveryName) => Promise<Attemptable | null>) => {
  const read = batchCalls(async (names: readonly DeliveryName[]) => {
    const found = await readDueDeliveries(options.reads, names);
    const environmentIds = [...new Set([...found.values()].map(({ environmentId }) => environmentId))];
    const newest = await loadNewest(options.webhooks, options.reads, environmentIds);
    return names.map(({ id }) => readOf(found.get(id), newest));
  });
  return async (name) => {
    const [found = null] = await read([name]);
    if (found === null || isEnded(found.delivery)) return null;
    const endpoint = found.endpoint ?? (await findDeleted(options, found.delivery));
    return endpoint === null ? null : { delivery: found.delivery, endpoint };
  };
};

interface ReadDelivery {
  readonly delivery: DueDelivery;
  /** None that was deleted. */
  readonly endpoint: WebhookEndpoint | undefined;
}

const readOf = (
  delivery: DueDelivery | undefined,
  newest: ReadonlyMap<EnvironmentId, Webhooks>,
): ReadDelivery | null =>
  delivery === undefined
    ? null
    : { delivery, endpoint: newest.get(delivery.environmentId)?.endpoints.get(delivery.webhookId) };

const isEnded = ({ status }: DueDelivery): boolean => status === 'SUCCEEDED' || status === 'FAILED';

/** An endpoint that was deleted, as it was last. */
const findDeleted = async (
  { reads, box }: ReadDeliveriesOptions,
  { environmentId, webhookId }: DueDelivery,
): Promise<WebhookEndpoint | null> => {
  const deleted = await readDeletedWebhooks({ db: reads, box }, environmentId, [webhookId]);
  return deleted.get(webhookId) ?? null;
};
