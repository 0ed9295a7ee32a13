import type { EnvironmentId } from '@loyalty/kernel';
import type { Database, Queryable, SecretBox, Statement } from '@loyalty/storage';
import type { PoolId } from '../code-pools/pool-id.ts';
import { createVersionedCache, type VersionedCache } from '../lookup/versioned-cache.ts';
import { openSecret } from '../secrets/open-secret.ts';
import { readSettings, type SettingsDocument } from '../settings/settings-catalogue.ts';
import { secretPlaceOf } from './provider-record.ts';
import type { Provider, RewardProviders } from './provider.ts';

/** Providers cached in memory, with opened secrets. */
export type RewardProviderCache = VersionedCache<RewardProviders>;

export const createRewardProviders = (given: {
  readonly db: Database;
  readonly box: SecretBox;
}): RewardProviderCache =>
  createVersionedCache(given.db, (environmentId) => loadRewardProviders(given, environmentId));

const environmentStatement: Statement = {
  name: 'reward-providers-environment',
  text: `SELECT tenant_id AS "tenantId", mode, config_version AS version, secret, settings
           FROM environments WHERE id = $1`,
};

type EnvironmentRow = Pick<RewardProviders, 'tenantId' | 'mode' | 'version' | 'secret'> & {
  readonly settings: SettingsDocument;
};

const loadRewardProviders = (
  { db, box }: { readonly db: Database; readonly box: SecretBox },
  environmentId: EnvironmentId,
): Promise<RewardProviders | null> =>
  db.readConsistently(async (tx) => {
    const [found] = await tx.query<EnvironmentRow>(environmentStatement, [environmentId]);
    if (found === undefined) return null;
    const { settings, ...environment } = found;
    const rows = await readProviders(tx, environmentId);
    const providers = new Map(rows.map((row) => [row.name, providerFrom(box, environmentId, row)]));
    return { ...environment, ...readSettings(settings).rewardProviders, providers };
  });

/** A row; the table's CHECK guarantees the columns of each kind. */
type ProviderRow = { readonly name: string; readonly id: string } & (
  | { readonly kind: 'POOL'; readonly poolId: PoolId }
  | {
      readonly kind: 'HTTP';
      readonly url: string;
      readonly isIdempotent: boolean;
      readonly idempotentSince: Date | null;
      readonly callsMax: number;
      readonly secret: Buffer;
    }
);

const providersStatement: Statement = {
  name: 'reward-providers',
  text: `SELECT r.name, r.id, r.kind, r.url, r.is_idempotent AS "isIdempotent",
                r.idempotent_since AS "idempotentSince", r.calls_max AS "callsMax", r.secret,
                p.id AS "poolId"
           FROM reward_providers r LEFT JOIN code_pools p USING (environment_id, name)
          WHERE r.environment_id = $1`,
};

const readProviders = (tx: Queryable, environmentId: EnvironmentId): Promise<ProviderRow[]> =>
  tx.query<ProviderRow>(providersStatement, [environmentId]);

const providerFrom = (box: SecretBox, environmentId: EnvironmentId, row: ProviderRow): Provider => {
  const { name, id } = row;
  if (row.kind === 'POOL') return { kind: 'POOL', name, id, poolId: row.poolId };
  const { url, isIdempotent, idempotentSince, callsMax, secret } = row;
  return {
    kind: 'HTTP',
    name,
    id,
    url,
    isIdempotent,
    idempotentSinceMs: idempotentSince?.getTime() ?? null,
    callsMax,
    secret: openSecret(box, secretPlaceOf(environmentId, id), secret),
  };
};
