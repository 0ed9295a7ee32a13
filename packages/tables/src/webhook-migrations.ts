import type { Migration } from '@loyalty/storage';
import { webhooksMigration } from './0109-webhooks.ts';
import { deliveriesMigration } from './0110-deliveries.ts';
import { webhookReplaysMigration } from './0111-webhook-replays.ts';
import { deliveriesByStatusMigration } from './0112-deliveries-by-status.ts';
import { deliveryAttemptsMigration } from './0117-delivery-attempts.ts';
import { webhookVersionMigration } from './0118-webhook-version.ts';
import { webhookCatchUpsMigration } from './0119-webhook-catch-ups.ts';
import { daysByOwnerMigration } from './0136-days-by-owner.ts';
import { daysSeenAfterTheLockMigration } from './0147-days-seen-after-the-lock.ts';

/** Every step of the webhooks' part of the schema, in order. */
export const webhookMigrations: readonly Migration[] = [
  webhooksMigration,
  deliveriesMigration,
  webhookReplaysMigration,
  deliveriesByStatusMigration,
  deliveryAttemptsMigration,
  webhookVersionMigration,
  webhookCatchUpsMigration,
  daysByOwnerMigration,
  daysSeenAfterTheLockMigration,
];
