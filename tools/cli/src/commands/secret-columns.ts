import { providerSecretColumns, type SecretColumn } from '@loyalty/configuration';
import { webhookSecretColumns } from '@loyalty/webhooks';

/** All columns with sealed secrets. */
export const secretColumns: readonly SecretColumn[] = [...providerSecretColumns, ...webhookSecretColumns];
