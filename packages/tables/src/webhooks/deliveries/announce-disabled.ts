import { disabledEventType } from '@loyalty/contracts/webhooks';
import { type EnvironmentId, randomIdAt, type TenantId } from '@loyalty/kernel';
import type { Mode } from '@loyalty/rules';
import type { Statement, Transaction } from '@loyalty/storage';
import { subscribesTo } from '../endpoints/webhook-directory.ts';
import type { WebhookStatus } from '../endpoints/webhook-record.ts';
import { openDeliveryDay, requestDelivery } from './asked-delivery.ts';
import { firstDeliveryId } from './deliveries.ts';
import { sharedBodyOf, storeWebhookEvents } from './webhook-events.ts';

interface EndpointRow {
  readonly tenantId: TenantId;
  readonly mode: Mode;
  readonly secret: Uint8Array;
  readonly id: string;
  readonly events: readonly string[];
  readonly status: WebhookStatus;
  readonly disabledReason: string | null;
  readonly disabledAt: Date | null;
  readonly consecutiveFailures: number;
}

const endpointsStatement: Statement = {
  name: 'webhooks-to-tell',
  text: `SELECT e.tenant_id AS "tenantId", e.mode, e.secret, w.id, w.events, w.status, w.disabled_reason AS "disabledReason",
                w.disabled_at AS "disabledAt", w.consecutive_failures AS "consecutiveFailures"
           FROM webhooks w JOIN environments e ON e.id = w.environment_id
          WHERE w.environment_id = $1 AND w.deleted_at IS NULL ORDER BY w.id`,
};

/**
 * Tells the ACTIVE endpoints of an environment that subscribe to it of webhooks that this transaction has
 * disabled (D312). Each of these is an event with a delivery for each endpoint, at most a hundred; its URL is
 * left out, because endpoints may belong to different partners.
 */
export const announceDisabled = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  webhookIds: readonly string[],
): Promise<void> => {
  const all = await tx.query<EndpointRow>(endpointsStatement, [environmentId]);
  const receivers = all.filter(
    ({ status, events }) =>
      status === 'ACTIVE' && subscribesTo({ events: new Set(events) }, disabledEventType),
  );
  if (receivers.length === 0) return;
  const atMs = await openDeliveryDay(tx);
  for (const disabled of all.filter(({ id }) => webhookIds.includes(id)))
    await announce(tx, { environmentId, atMs, disabled, receivers });
};

const announce = async (
  tx: Transaction,
  {
    environmentId,
    atMs,
    disabled,
    receivers,
  }: {
    readonly environmentId: EnvironmentId;
    readonly atMs: number;
    readonly disabled: EndpointRow;
    readonly receivers: readonly EndpointRow[];
  },
): Promise<void> => {
  const { tenantId, mode, secret, id: webhookId, disabledReason, disabledAt, consecutiveFailures } = disabled;
  const event = { id: randomIdAt(atMs), type: disabledEventType, createdAtMs: atMs } as const;
  const data = {
    webhookId,
    disabledReason: disabledReason ?? 'MANUAL',
    disabledAt: (disabledAt ?? new Date(atMs)).toISOString(),
    consecutiveFailures,
  };
  const body = sharedBodyOf({ ...event, tenantId, mode, data });
  await storeWebhookEvents(tx, [
    { ...event, environmentId, memberId: null, targets: receivers.length, ...body },
  ]);
  for (const { id } of receivers)
    await requestDelivery(tx, {
      webhookId: id,
      environmentId,
      id: firstDeliveryId({ secret, eventId: event.id, eventAtMs: atMs, webhookId: id }),
      createdAtMs: atMs,
      eventId: event.id,
      eventAtMs: atMs,
      event: event.type,
      replayOf: null,
    });
};
