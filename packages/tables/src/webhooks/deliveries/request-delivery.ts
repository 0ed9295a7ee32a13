import { testEventType } from '@loyalty/contracts/webhooks';
import { type EnvironmentId, isUuid, randomIdAt, type TenantId } from '@loyalty/kernel';
import type { Mode } from '@loyalty/rules';
import { type Database, type Transaction, writeTransaction } from '@loyalty/storage';
import type { WebhookStatus } from '../endpoints/webhook-record.ts';
import { findWebhook } from '../endpoints/webhooks.ts';
import { type AskedDelivery, openDeliveryDay, requestDelivery } from './asked-delivery.ts';
import { deliveryTimeOf, type DeliveryStatus } from './deliveries.ts';
import { sharedBodyOf, storeWebhookEvents } from './webhook-events.ts';

interface DeliveryScope {
  readonly environmentId: EnvironmentId;
  readonly tenantId: TenantId;
  readonly mode: Mode;
}

type TestResult =
  { readonly outcome: 'asked'; readonly delivery: AskedDelivery } | { readonly outcome: 'not-found' };

/** Sends a `webhook.test` once (D70), even if the endpoint is disabled. */
export const testWebhook = (
  db: Database,
  { environmentId, tenantId, mode }: DeliveryScope,
  webhookId: string,
): Promise<TestResult> =>
  writeTransaction(db, async (tx) => {
    if ((await findWebhook(tx, environmentId, webhookId)) === null) return { outcome: 'not-found' };
    const atMs = await openDeliveryDay(tx);
    const eventId = randomIdAt(atMs);
    const test = { id: eventId, type: testEventType, createdAtMs: atMs } as const;
    await storeWebhookEvents(tx, [
      {
        ...test,
        environmentId,
        memberId: null,
        targets: 1,
        ...sharedBodyOf({ ...test, tenantId, mode, data: { webhookId } }),
      },
    ]);
    const delivery = {
      webhookId,
      environmentId,
      id: randomIdAt(atMs),
      createdAtMs: atMs,
      eventId,
      eventAtMs: atMs,
      event: testEventType,
      replayOf: null,
    };
    return { outcome: 'asked', delivery: await requestDelivery(tx, delivery) };
  });

export type ReplayResult =
  | { readonly outcome: 'asked'; readonly delivery: AskedDelivery }
  | { readonly outcome: 'not-found' }
  /** The delivery is not finished, its endpoint is disabled, or its member is erased. */
  | {
      readonly outcome: 'refused';
      readonly from: string;
      readonly reason?: 'ENDPOINT_DISABLED' | 'MEMBER_ERASED';
    };

/** Sends a finished delivery once more, with its own id. */
export const replayDelivery = (
  db: Database,
  { environmentId }: Pick<DeliveryScope, 'environmentId'>,
  asked: { readonly webhookId: string; readonly deliveryId: string },
): Promise<ReplayResult> =>
  writeTransaction(db, async (tx) => {
    const webhook = await findWebhook(tx, environmentId, asked.webhookId);
    const found = webhook === null ? null : await findForReplay(tx, asked);
    if (webhook === null || found === null) return { outcome: 'not-found' };
    const refusal = refusalOf(found, webhook.status);
    if (refusal !== null) return refusal;
    const { eventId, eventAtMs, event } = found;
    const atMs = await openDeliveryDay(tx);
    const delivery = {
      webhookId: webhook.id,
      environmentId,
      id: randomIdAt(atMs),
      createdAtMs: atMs,
      eventId,
      eventAtMs,
      event,
      replayOf: asked.deliveryId,
    };
    return { outcome: 'asked', delivery: await requestDelivery(tx, delivery) };
  });

const refusalOf = (
  { status: from, hasBody }: FoundDelivery,
  webhook: WebhookStatus,
): Extract<ReplayResult, { readonly outcome: 'refused' }> | null => {
  if (from === 'PENDING' || from === 'RETRYING') return { outcome: 'refused', from };
  if (webhook === 'DISABLED') return { outcome: 'refused', from, reason: 'ENDPOINT_DISABLED' };
  return hasBody ? null : { outcome: 'refused', from, reason: 'MEMBER_ERASED' };
};

interface FoundDelivery {
  readonly status: DeliveryStatus;
  readonly event: string;
  readonly eventId: string;
  readonly eventAtMs: number;
  readonly hasBody: boolean;
}

const findForReplay = async (
  tx: Transaction,
  { webhookId, deliveryId }: { readonly webhookId: string; readonly deliveryId: string },
): Promise<FoundDelivery | null> => {
  if (!isUuid(deliveryId)) return null;
  const [found] = await tx.query<FoundDelivery>(
    `SELECT d.status, d.event, d.event_id AS "eventId", (extract(epoch FROM d.event_at) * 1000)::bigint AS "eventAtMs",
            EXISTS (SELECT FROM webhook_events e
                     WHERE (e.environment_id, e.created_at, e.id) = (d.environment_id, d.event_at, d.event_id)
                       AND e.body IS NOT NULL) AS "hasBody"
       FROM deliveries d WHERE d.webhook_id = $1 AND d.created_at = $2 AND d.id = $3`,
    [webhookId, deliveryTimeOf(deliveryId), deliveryId],
  );
  return found ?? null;
};
