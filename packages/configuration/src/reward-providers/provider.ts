import type { KeyObject } from 'node:crypto';
import type { TenantId } from '@loyalty/kernel';
import type { Mode, RewardType } from '@loyalty/rules';
import type { PoolId } from '../code-pools/pool-id.ts';
import { generatorName, type RewardProviderSetting } from './reward-provider-setting.ts';

/** Who gives the code of a reward. */
export type Provider =
  /** Random codes of our own. */
  | { readonly kind: 'GENERATOR' }
  /** Codes that were imported. */
  | {
      readonly kind: 'POOL';
      readonly name: string;
      /** A UUID: its lane. */
      readonly id: string;
      /** What `lockPools` and `drawCodes` take. */
      readonly poolId: PoolId;
    }
  /** A service of the tenant's. */
  | {
      readonly kind: 'HTTP';
      readonly name: string;
      /** A UUID: its lane. */
      readonly id: string;
      readonly url: string;
      readonly isIdempotent: boolean;
      /** Since when it is, ms since the epoch; null: it is not. */
      readonly idempotentSinceMs: number | null;
      readonly callsMax: number;
      /** The bytes of the secret as it was given; null while it cannot be opened: its lane is held, and nothing fails. */
      readonly secret: KeyObject | null;
    };

/** Who gives the codes of an environment's rewards, as one version of its configuration says. */
export interface RewardProviders extends RewardProviderSetting {
  /** `environments.config_version` that this was read at. */
  readonly version: number;
  readonly tenantId: TenantId;
  readonly mode: Mode;
  /** The environment's own: keys member keys and derived ids. */
  readonly secret: Uint8Array;
  /** The generator apart, which has no row. */
  readonly providers: ReadonlyMap<string, Provider>;
}

/** What of a reward decides who gives its code. */
export interface ProvidedReward {
  readonly rewardType: RewardType;
  readonly value: Readonly<Record<string, unknown>>;
}

/**
 * Who gives the code of a reward: the provider that the value of a COUPON_VOUCHER names, if it is a configured one; else that of
 * its type, else the default (D6). Of a setting whose provider is gone, the name.
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
