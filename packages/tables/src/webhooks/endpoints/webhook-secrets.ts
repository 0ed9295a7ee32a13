import type { SecretColumn } from '@loyalty/configuration';
import { webhookSecretPlace } from './webhook-record.ts';

/** The columns of sealed endpoint secrets, including deleted endpoints. */
export const webhookSecretColumns: readonly SecretColumn[] = [
  { table: 'webhooks', column: 'secret', placeOf: webhookSecretPlace },
  { table: 'webhooks', column: 'previous_secret', placeOf: webhookSecretPlace },
];
