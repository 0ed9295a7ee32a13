import type { FactContent } from '@loyalty/messaging';
import type { MessageWriter } from '@loyalty/engine';
import { randomId } from '@loyalty/kernel';
import type { Mode } from '@loyalty/rules';
import { listApiKeys, listTenants, revokeApiKey, type ApiKeyRecord } from '@loyalty/configuration';
import type { Database } from '@loyalty/storage';
import { modes } from './arguments.ts';
import { requireEnvironmentId } from './find-environment.ts';
import { writeUntilPublished } from './until-published.ts';

/** A key with its tenant and mode. */
export interface PlacedKey extends ApiKeyRecord {
  readonly tenantId: string;
  readonly mode: Mode;
}

/** Lists the keys of a tenant, newest first, live keys before test keys; of one mode if it is given. */
export const listKeys = async (db: Database, tenantId: string, mode?: Mode): Promise<PlacedKey[]> => {
  const found: PlacedKey[] = [];
  for (const wanted of mode === undefined ? modes : [mode]) {
    const environmentId = await requireEnvironmentId(db, { tenant: tenantId, mode: wanted });
    const keys = await listApiKeys(db, environmentId);
    found.push(...keys.map((key) => ({ ...key, tenantId, mode: wanted })));
  }
  return found;
};

/**
 * Revokes a key of any environment, and resolves once Kafka has the fact. So a database that loses its last commits revokes it
 * again. A repeat publishes the fact again. Returns null when no environment has the key.
 */
export const revokeKey = async (
  db: Database,
  { factOf }: Pick<MessageWriter, 'factOf'>,
  keyId: string,
): Promise<PlacedKey | null> => {
  const tenants = await listTenants(db);
  const environments = tenants.flatMap((tenant) => modes.map((mode) => ({ tenant, mode })));
  for (const { tenant, mode } of environments) {
    const snapshot = { tenantId: tenant.id, environmentId: tenant.environmentIds[mode] };
    const revoked = await writeUntilPublished(db, async (tx) => {
      const result = await revokeApiKey(tx, snapshot.environmentId, keyId);
      return { result, messages: result === null ? [] : [factOf(revocationOf(snapshot, result))] };
    });
    if (revoked !== null) return { ...revoked, tenantId: tenant.id, mode };
  }
  return null;
};

/** The public record, never the key itself. */
const revocationOf = (snapshot: FactContent['snapshot'], body: ApiKeyRecord): FactContent => ({
  id: randomId(),
  snapshot,
  key: body.id,
  occurredAtMs: Date.now(),
  ledgerSeq: null,
  fact: {
    type: 'management.written',
    data: { actor: 'loyaltyctl', kind: 'api-key', entityId: body.id, action: 'revoked', body },
  },
});
