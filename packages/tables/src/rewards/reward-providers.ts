import { awaitAll, groupBy, type EnvironmentId } from '@loyalty/kernel';
import type { Database, SecretBox, Statement } from '@loyalty/storage';
import type { PoolId } from '../code-pools/pool-id.ts';
import { versionFor } from '../config-version.ts';
import { approximateBytes } from '../lookup/approximate-bytes.ts';
import { createVersionedCache, type VersionedCache } from '../lookup/versioned-cache.ts';
import { openSecret } from '../secrets/open-secret.ts';
import { readSettings, type SettingsDocument } from '../settings/settings-catalogue.ts';
import { secretPlaceOf } from './provider-record.ts';
import type { Provider, RewardProviders } from './provider.ts';

/** Providers cached in memory, with opened secrets. */
export type RewardProviderCache = VersionedCache<RewardProviders>;

interface Opening {
  readonly db: Database;
  readonly box: SecretBox;
}

export const createRewardProviders = (given: Opening): RewardProviderCache =>
  createVersionedCache<RewardProviders>({
    db: given.db,
    reader: 'providers',
    read: (held) => loadRewardProviders(given, [...held.keys()]),
    bytesOf: approximateBytes,
  });

const environmentsStatement: Statement = {
  name: 'reward-providers-environments',
  text: `SELECT id AS "environmentId", tenant_id AS "tenantId", mode, ${versionFor('providers')} AS version, secret, settings
           FROM environments WHERE id = ANY ($1::int[])`,
};

type EnvironmentRow = Pick<RewardProviders, 'tenantId' | 'mode' | 'version' | 'secret'> & {
  readonly environmentId: EnvironmentId;
  readonly settings: SettingsDocument;
};

const loadRewardProviders = (
  { db, box }: Opening,
  environmentIds: readonly EnvironmentId[],
): Promise<ReadonlyMap<EnvironmentId, RewardProviders>> =>
  db.readConsistently(async (tx) => {
    const [environments, rows] = await awaitAll([
      tx.query<EnvironmentRow>(environmentsStatement, [environmentIds]),
      tx.query<ProviderRow>(providersStatement, [environmentIds]),
    ]);
    const rowsBy = groupBy(rows, ({ environmentId }) => environmentId);
    return new Map(
      environments.map(({ environmentId, settings, ...environment }) => {
        const own = rowsBy.get(environmentId) ?? [];
        const providers = new Map(own.map((row) => [row.name, providerFrom(box, environmentId, row)]));
        return [environmentId, { ...environment, ...readSettings(settings).rewardProviders, providers }];
      }),
    );
  });

/** A row; the table's CHECK guarantees the columns of each kind. */
type ProviderRow = { readonly environmentId: EnvironmentId; readonly name: string; readonly id: string } & (
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
  text: `SELECT r.environment_id AS "environmentId", r.name, r.id, r.kind, r.url, r.is_idempotent AS "isIdempotent",
                r.idempotent_since AS "idempotentSince", r.calls_max AS "callsMax", r.secret,
                p.id AS "poolId"
           FROM reward_providers r LEFT JOIN code_pools p USING (environment_id, name)
          WHERE r.environment_id = ANY ($1::int[])`,
};

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
