import type { Mode } from '@loyalty/rules';
import { listApiKeys, listTenants, revokeApiKey, type ApiKeyRecord } from '@loyalty/programme';
import type { Database } from '@loyalty/storage';
import { modes } from './arguments.ts';
import { requireEnvironmentId } from './find-environment.ts';

/** A key with the environment that it opens. */
export interface PlacedKey extends ApiKeyRecord {
  readonly tenantId: string;
  readonly mode: Mode;
}

/** The keys of a tenant, newest first, live ones before test ones; of one mode when it is given. */
export const listKeys = async (db: Database, tenantId: string, mode?: Mode): Promise<PlacedKey[]> => {
  const found: PlacedKey[] = [];
  for (const wanted of mode === undefined ? modes : [mode]) {
    const environmentId = await requireEnvironmentId(db, { tenant: tenantId, mode: wanted });
    const keys = await listApiKeys(db, environmentId);
    found.push(...keys.map((key) => ({ ...key, tenantId, mode: wanted })));
  }
  return found;
};

/** Revokes a key, whosever it is; null when no environment has it. */
export const revokeKey = async (db: Database, keyId: string): Promise<PlacedKey | null> => {
  const tenants = await listTenants(db);
  const environments = tenants.flatMap((tenant) => modes.map((mode) => ({ tenant, mode })));
  for (const { tenant, mode } of environments) {
    const revoked = await revokeApiKey(db, tenant.environmentIds[mode], keyId);
    if (revoked !== null) return { ...revoked, tenantId: tenant.id, mode };
  }
  return null;
};
