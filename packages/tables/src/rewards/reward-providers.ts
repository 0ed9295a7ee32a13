import type { KeyObject } from 'node:crypto';
import { awaitAll, type EnvironmentId, groupBy, type TenantId } from '@loyalty/kernel';
import type { Mode } from '@loyalty/rules';
import type { RewardType } from '@loyalty/rules/campaigns';
import type { Database, Statement } from '@loyalty/storage';
import type { SecretBox, SecretOwner } from '@loyalty/storage/secrets';
import { versionFor } from '../configuration/config-version.ts';
import { memoryBytesOf, createVersionedCache, type VersionedCache } from '../lookup/versioned-cache.ts';
import { openSecret, type SecretColumn } from '../tenants/secrets.ts';
import {
  generatorName,
  readSettings,
  type RewardProviderSetting,
  type SettingsDocument,
} from '../tenants/settings-catalogue.ts';
import type { PoolId } from './code-pools.ts';

/** A cache of providers, with opened secrets. */
export type RewardProviderCache = VersionedCache<RewardProviders>;

interface ProvidersSource {
  readonly db: Database;
  readonly box: SecretBox;
}

export const createRewardProviders = (given: ProvidersSource): RewardProviderCache =>
  createVersionedCache<RewardProviders>({
    db: given.db,
    reader: 'providers',
    read: (held) => loadRewardProviders(given, [...held.keys()]),
    bytesOf: memoryBytesOf,
  });

const environmentsStatement: Statement = {
  name: 'reward-providers-environments',
  text: `SELECT id AS "environmentId", tenant_id AS "tenantId", mode, ${versionFor('providers')} AS version, secret, settings
           FROM environments WHERE id = ANY ($1::int[])`,
};

type ProvidersEnvironmentRow = Pick<RewardProviders, 'tenantId' | 'mode' | 'version' | 'secret'> & {
  readonly environmentId: EnvironmentId;
  readonly settings: SettingsDocument;
};

const loadRewardProviders = (
  { db, box }: ProvidersSource,
  environmentIds: readonly EnvironmentId[],
): Promise<ReadonlyMap<EnvironmentId, RewardProviders>> =>
  db.readConsistently(async (tx) => {
    const [environments, rows] = await awaitAll([
      tx.query<ProvidersEnvironmentRow>(environmentsStatement, [environmentIds]),
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

/** The table's CHECK guarantees the columns of each kind. */
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
    secret: openSecret(box, secretOwnerOf(environmentId, id), secret),
  };
};

export type Provider =
  | { readonly kind: 'GENERATOR' }
  | {
      readonly kind: 'POOL';
      readonly name: string;
      /** A UUID, which is also the destination id of its tasks. */
      readonly id: string;
      /** The id for `lockPools` and `drawCodes`. */
      readonly poolId: PoolId;
    }
  | {
      readonly kind: 'HTTP';
      readonly name: string;
      /** A UUID, which is also the destination id of its tasks. */
      readonly id: string;
      readonly url: string;
      readonly isIdempotent: boolean;
      /** Since when the provider is idempotent; null if it is not. */
      readonly idempotentSinceMs: number | null;
      readonly callsMax: number;
      /**
       * The secret as it was given. It is null while it cannot be opened: the provider's tasks then wait, and
       * none fails.
       */
      readonly secret: KeyObject | null;
    };

export interface RewardProviders extends RewardProviderSetting {
  readonly version: number;
  readonly tenantId: TenantId;
  readonly mode: Mode;
  /** The secret of the environment, which is the key of member keys and derived ids. */
  readonly secret: Uint8Array;
  /** The providers by name, without the generator, because it has no row. */
  readonly providers: ReadonlyMap<string, Provider>;
}

export interface ProvidedReward {
  readonly rewardType: RewardType;
  readonly value: Readonly<Record<string, unknown>>;
}

/**
 * Returns the provider of a reward (D6): the one that a COUPON_VOUCHER names, if it exists; otherwise that of
 * the type; otherwise the default. A text is the name of a provider that does not exist.
 */
export const providerOf = (
  { providers, default: first, byType }: Pick<RewardProviders, 'providers' | 'default' | 'byType'>,
  { rewardType, value }: ProvidedReward,
): Provider | { readonly kind: 'UNKNOWN'; readonly name: string } => {
  const wished = rewardType === 'COUPON_VOUCHER' ? value['provider'] : undefined;
  const found = typeof wished === 'string' ? findProvider(providers, wished) : undefined;
  if (found !== undefined) return found;
  const name = byType[rewardType] ?? first;
  return findProvider(providers, name) ?? { kind: 'UNKNOWN', name };
};

const generator: Provider = { kind: 'GENERATOR' };

const findProvider = (providers: RewardProviders['providers'], name: string): Provider | undefined =>
  name === generatorName ? generator : providers.get(name);

export const secretOwnerOf = (environmentId: EnvironmentId, id: string): SecretOwner => ({
  kind: 'reward-provider',
  environmentId,
  id,
});

export const providerSecretColumns: readonly SecretColumn[] = [
  { table: 'reward_providers', column: 'secret', placeOf: secretOwnerOf },
];
