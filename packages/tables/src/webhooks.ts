/** What the dispatcher reads and writes: endpoints, events, deliveries, replays in chunks, catch-ups. */

export {
  addCatchUps,
  type EventToDefer,
  readCatchingUpEnvironments,
  advanceCatchUp,
} from './webhooks/catch-ups.ts';
export {
  addDeliveries,
  addDeliveryDay,
  addDeliveryDays,
  deliveryDaysAhead,
  type DeliveryKey,
  type DeliveryStatus,
  deliveryTimeOf,
  type DueDelivery,
  firstDeliveryId,
  keepDeliveries,
  type NewDelivery,
  readDeliveryDaysAhead,
  readDueDeliveries,
  removeDeliveryDays,
  type StoredDelivery,
} from './webhooks/deliveries/deliveries.ts';
export { addPolledDeliveries, removePolledDeliveries } from './webhooks/deliveries/polled-deliveries.ts';
export {
  type FirstAttempt,
  recordAttempts,
  type RecordedAttempt,
  recordFirstAttempts,
} from './webhooks/deliveries/record-attempts.ts';
export {
  bodyOf,
  findWebhookEvents,
  lockWebhookEvents,
  type SharedBody,
  sharedBodyOf,
  storeWebhookEvents,
  type WebhookEvent,
} from './webhooks/deliveries/webhook-events.ts';
export {
  createWebhookDirectory,
  isSubscribedTo,
  readDeletedWebhooks,
  type WebhookCache,
  type WebhookEndpoint,
  type Webhooks,
} from './webhooks/endpoints/webhook-directory.ts';
export {
  isHttpAllowed,
  type WebhookBatch,
  type WebhookInput,
  pollUrl,
  webhookSecretColumns,
} from './webhooks/endpoints/webhook-record.ts';
export {
  advanceReplay,
  readReplayingEnvironments,
  removeReplays,
} from './webhooks/replays/advance-replay.ts';
