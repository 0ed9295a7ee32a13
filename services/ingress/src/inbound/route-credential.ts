import type { HttpSchemas } from '@loyalty/contracts/http';
import { listPermissions, permissionEntries, roleEntries } from '@loyalty/contracts/permissions';
import type { Credential, Handler } from '@loyalty/http/api';
import type { DatabaseShares } from '@loyalty/storage';
import { findApiKey } from '@loyalty/tables/keys';
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
    return {
      status: 200,
      body: shown(credential, { id, name: key?.name ?? null, role: key?.role ?? null }),
    };
  };

const shown = (
  { kind, mode, permissions, expiresAtMs, rateLimitPerMinute }: Credential,
  { id, name, role }: Pick<HttpSchemas['CredentialRecord'], 'id' | 'name' | 'role'>,
): HttpSchemas['CredentialRecord'] => ({
  kind: kind === 'key' ? 'KEY' : 'TOKEN',
  id,
  name,
  mode,
  permissions: [...listPermissions(permissions)],
  role,
  expiresAt: expiresAtMs === undefined ? null : new Date(expiresAtMs).toISOString(),
  rateLimitPerMinute,
});
