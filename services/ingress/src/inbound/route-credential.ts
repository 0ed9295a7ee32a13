import { listPermissions, permissionEntries, roleEntries } from '@loyalty/contracts/permissions';
import type { HttpSchemas } from '@loyalty/contracts/http';
import type { Credential, Handler } from '@loyalty/http/api';
import type { DatabaseShares } from '@loyalty/storage';
import { readApiKeyNames } from '@loyalty/tables/tenants/directories';
import type { Routes } from './routes.ts';

interface CredentialRoutesOptions {
  readonly db: DatabaseShares;
}

/** For a credential that asks about itself, and for who gives it permissions (D211). */
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
    const { environmentId, subject } = credential;
    const isKey = credential.kind === 'key';
    const names = await readApiKeyNames(db.of(environmentId), environmentId, isKey ? [credential.id] : []);
    const name = names.get(credential.id) ?? null;
    return { status: 200, body: shown(credential, { id: subject, name, role: isKey ? 'admin' : null }) };
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
