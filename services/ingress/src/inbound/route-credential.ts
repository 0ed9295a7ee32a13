import { defaultCurrency } from '@loyalty/contracts/currencies';
import type { HttpSchemas } from '@loyalty/contracts/http';
import { listPermissions, permissionEntries, roleEntries } from '@loyalty/contracts/permissions';
import type { Credential, Handler } from '@loyalty/http/api';
import type { DatabaseShares } from '@loyalty/storage';
import { findApiKey } from '@loyalty/tables/keys';
import { getSettings } from '@loyalty/tables/tenants/management';
import type { Routes } from './routes.ts';

interface CredentialRoutesOptions {
  readonly db: DatabaseShares;
}

/**
 * Creates the routes by which a credential reads about itself, and by which a person who gives it permissions
 * does (D211).
 */
export const createCredentialRoutes = (
  options: CredentialRoutesOptions,
): Pick<Routes, 'listPermissions' | 'getCredential'> => ({
  listPermissions: () =>
    Promise.resolve({ status: 200, body: { permissions: permissionEntries, roles: roleEntries } }),
  getCredential: get(options),
});

const get =
  ({ db }: CredentialRoutesOptions): Handler =>
  async ({ credential }) => {
    const { environmentId, subject: id } = credential;
    const key =
      credential.kind === 'key' ? await findApiKey(db.of(environmentId), environmentId, credential.id) : null;
    const { currency } = (await getSettings(db.of(environmentId), environmentId)) ?? {};
    const { name = null, role = null } = key ?? {};
    return {
      status: 200,
      body: shown(credential, { id, name, role, currency: currency ?? defaultCurrency }),
    };
  };

const shown = (
  { kind, mode, permissions, expiresAtMs, rateLimitPerMinute }: Credential,
  named: Pick<HttpSchemas['CredentialRecord'], 'id' | 'name' | 'role' | 'currency'>,
): HttpSchemas['CredentialRecord'] => ({
  kind: kind === 'key' ? 'KEY' : 'TOKEN',
  ...named,
  mode,
  permissions: [...listPermissions(permissions)],
  expiresAt: expiresAtMs === undefined ? null : new Date(expiresAtMs).toISOString(),
  rateLimitPerMinute,
});
