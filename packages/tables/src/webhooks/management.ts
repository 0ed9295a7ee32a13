/** Endpoints, deliveries and replays as management calls write and list them. */

export { type DeliveryRecord, findDelivery, listDeliveries } from './deliveries/list-deliveries.ts';
export { pollDeliveries, type PolledDeliveries, type PollPosition } from './deliveries/polled-deliveries.ts';
export { replayDelivery, type ReplayResult, testWebhook } from './deliveries/request-delivery.ts';
export { findWebhookWarnings } from './endpoints/find-webhook-warnings.ts';
export { secretWarnings } from './endpoints/secret-warnings.ts';
export { type WebhookRecord, webhookVersionOf } from './endpoints/webhook-record.ts';
export {
  createWebhook,
  type CreateWebhookResult,
  findWebhook,
  listWebhooks,
  updateWebhook,
  type UpdateWebhookResult,
  type WebhookChange,
} from './endpoints/webhooks.ts';
export {
  type AskedReplay,
  listReplays,
  replayEvents,
  type ReplayEventsResult,
  type ReplayRecord,
} from './replays/replay-events.ts';
