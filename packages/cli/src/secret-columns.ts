import { providerSecretColumns, type SecretColumn } from '@loyalty/configuration';
import { webhookSecretColumns } from '@loyalty/webhooks';

/** Wherever a secret is sealed. */
export const secretColumns: readonly SecretColumn[] = [...providerSecretColumns, ...webhookSecretColumns];
