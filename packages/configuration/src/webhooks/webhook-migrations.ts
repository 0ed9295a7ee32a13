import type { Migration } from '@loyalty/storage';
import { webhooksMigration } from '../migrations/0109-webhooks.ts';
import { deliveriesMigration } from '../migrations/0110-deliveries.ts';
import { webhookReplaysMigration } from '../migrations/0111-webhook-replays.ts';
import { deliveriesByStatusMigration } from '../migrations/0112-deliveries-by-status.ts';
import { deliveryAttemptsMigration } from '../migrations/0117-delivery-attempts.ts';
import { webhookVersionMigration } from '../migrations/0118-webhook-version.ts';
import { webhookCatchUpsMigration } from '../migrations/0119-webhook-catch-ups.ts';

/** Every step of the webhooks' part of the schema, in order. */
export const webhookMigrations: readonly Migration[] = [
  webhooksMigration,
  deliveriesMigration,
  webhookReplaysMigration,
  deliveriesByStatusMigration,
  deliveryAttemptsMigration,
  webhookVersionMigration,
  webhookCatchUpsMigration,
];
