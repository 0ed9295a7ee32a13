import type { SecretColumn } from '@loyalty/configuration';
import { webhookSecretPlace } from './webhook-record.ts';

/** The sealed secrets of endpoints, those of deleted ones included. */
export const webhookSecretColumns: readonly SecretColumn[] = [
  { table: 'webhooks', column: 'secret', placeOf: webhookSecretPlace },
  { table: 'webhooks', column: 'previous_secret', placeOf: webhookSecretPlace },
];
