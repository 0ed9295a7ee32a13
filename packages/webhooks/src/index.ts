export { addCatchUps, type EventToDefer } from './catch-ups/add-catch-ups.ts';
export { readCatchingUpEnvironments, walkCatchUp } from './catch-ups/walk-catch-up.ts';
export { addDeliveries, type StoredDelivery } from './deliveries/add-deliveries.ts';
export { replayDelivery, type ReplayResult, testWebhook } from './deliveries/ask-delivery.ts';
export { checkDeliveries } from './deliveries/check-deliveries.ts';
export {
  addDeliveryDay,
  addDeliveryDays,
  deliveryDaysAhead,
  readDeliveryDaysAhead,
  removeDeliveryDays,
} from './deliveries/delivery-days.ts';
export type { DeliveryRecord } from './deliveries/delivery-record.ts';
export type { DeliveryKey, DeliveryStatus, NewDelivery } from './deliveries/delivery.ts';
export { type DueDelivery, readDueDeliveries } from './deliveries/due-deliveries.ts';
export { type EndedAt, type LockedHealth, lockHealth, storeHealth } from './deliveries/endpoint-health.ts';
export { type FirstAttempt, recordFirstAttempts } from './deliveries/first-attempts.ts';
export { firstDeliveryId } from './deliveries/first-delivery-id.ts';
export { keepDeliveries } from './deliveries/keep-deliveries.ts';
export { type DeliveryQuery, listDeliveries } from './deliveries/list-deliveries.ts';
export { recordAttempts, type RecordedAttempt } from './deliveries/record-attempts.ts';
export { scrubDeliveries } from './deliveries/scrub-deliveries.ts';
export { bodyOf, type SharedBody, sharedBodyOf } from './deliveries/webhook-body.ts';
export {
  findWebhookEvents,
  lockWebhookEvents,
  storeWebhookEvents,
  type WebhookEvent,
} from './deliveries/webhook-events.ts';
export { createWebhook, type CreateWebhookResult } from './endpoints/create-webhook.ts';
export { deleteWebhook } from './endpoints/delete-webhook.ts';
export { isHttpAllowed } from './endpoints/plain-http.ts';
export { updateWebhook, type UpdateWebhookResult, type WebhookChange } from './endpoints/update-webhook.ts';
export type { WebhookInput } from './endpoints/webhook-content.ts';
export {
  createWebhookDirectory,
  readDeletedWebhooks,
  type WebhookCache,
  type Webhooks,
} from './endpoints/webhook-directory.ts';
export { isSubscribedTo, type WebhookEndpoint } from './endpoints/webhook-endpoint.ts';
export { webhookSecretColumns } from './endpoints/webhook-secrets.ts';
export { findWebhook, listWebhooks } from './endpoints/webhooks.ts';
export { advanceReplay, readReplayingEnvironments } from './replays/advance-replay.ts';
export { listReplays } from './replays/list-replays.ts';
export { removeReplays } from './replays/remove-replays.ts';
export { type AskedReplay, replayEvents, type ReplayEventsResult } from './replays/replay-events.ts';
export type { ReplayRecord } from './replays/replay-record.ts';
export { webhookMigrations } from './migrations/webhook-migrations.ts';
