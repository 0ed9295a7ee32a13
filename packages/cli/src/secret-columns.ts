import { providerSecretColumns, webhookSecretColumns, type SecretColumn } from '@loyalty/configuration';

/** Wherever a secret is sealed. */
export const secretColumns: readonly SecretColumn[] = [...providerSecretColumns, ...webhookSecretColumns];
