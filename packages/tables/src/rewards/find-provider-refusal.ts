import type { EnvironmentId } from '@loyalty/kernel';
import { onlyRow, type Transaction } from '@loyalty/storage';
import { generatorName, isProviderName } from './reward-provider-setting.ts';

/** The reason why a provider or pool cannot be created: respond with 409, for NAME_UNFIT with 400. */
export interface ProviderRefused {
  readonly outcome: 'refused';
  readonly reason: 'NAME_UNFIT' | 'NAME_TAKEN' | 'TOO_MANY_PROVIDERS';
}

export const providerRefused = (reason: ProviderRefused['reason']): ProviderRefused => ({
  outcome: 'refused',
  reason,
});

/** Includes pools: all of them are loaded with each version of the configuration. */
export const providersMax = 100;

/** Returns a refusal if a new provider cannot have this name; the generator has its name already. */
export const findNameRefusal = (name: string): ProviderRefused | null => {
  if (!isProviderName(name)) return providerRefused('NAME_UNFIT');
  return name === generatorName ? providerRefused('NAME_TAKEN') : null;
};

/** Returns a refusal if one more provider exceeds the limit. The result holds until the end of a `growingWrite`. */
export const findLimitRefusal = async (
  tx: Transaction,
  environmentId: EnvironmentId,
): Promise<ProviderRefused | null> => {
  const { count } = onlyRow(
    await tx.query<{ count: number }>(
      'SELECT count(*) AS count FROM reward_providers WHERE environment_id = $1',
      [environmentId],
    ),
    'counts',
  );
  return count < providersMax ? null : providerRefused('TOO_MANY_PROVIDERS');
};
