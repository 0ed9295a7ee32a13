import type { KeyObject } from 'node:crypto';
import type { TenantId } from '@loyalty/kernel';
import type { Mode, RewardType } from '@loyalty/rules';
import type { PoolId } from '../code-pools/pool-id.ts';
import { generatorName, type RewardProviderSetting } from './reward-provider-setting.ts';

/** A source of reward codes. */
export type Provider =
  /** Random codes that the service generates. */
  | { readonly kind: 'GENERATOR' }
  /** Imported codes. */
  | {
      readonly kind: 'POOL';
      readonly name: string;
      /** A UUID; also the destination id of its tasks. */
      readonly id: string;
      /** The id for `lockPools` and `drawCodes`. */
      readonly poolId: PoolId;
    }
  /** A service of the tenant. */
  | {
      readonly kind: 'HTTP';
      readonly name: string;
      /** A UUID; also the destination id of its tasks. */
      readonly id: string;
      readonly url: string;
      readonly isIdempotent: boolean;
      /** The time from which it is idempotent, milliseconds since the epoch; null: it is not. */
      readonly idempotentSinceMs: number | null;
      readonly callsMax: number;
      /** The bytes of the secret as it was given. Null while it cannot be opened: its tasks wait, and none fails. */
      readonly secret: KeyObject | null;
    };

/** The providers of an environment's reward codes, at one version of its configuration. */
export interface RewardProviders extends RewardProviderSetting {
  /** `environments.config_version` at which this was read. */
  readonly version: number;
  readonly tenantId: TenantId;
  readonly mode: Mode;
  /** The environment's secret, the key of member keys and derived ids. */
  readonly secret: Uint8Array;
  /** Without the generator, which has no row. */
  readonly providers: ReadonlyMap<string, Provider>;
}

/** The fields of a reward that decide its provider. */
export interface ProvidedReward {
  readonly rewardType: RewardType;
  readonly value: Readonly<Record<string, unknown>>;
}

/**
 * Returns the provider of a reward's code (D6). First the one that the value of a COUPON_VOUCHER names, if it is configured; then
 * the provider of the reward's type; then the default. Returns the name if the setting names a provider that no longer exists.
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
