import type { EnvironmentId } from '@loyalty/kernel';
import { onlyRow, type Transaction } from '@loyalty/storage';
import { generatorName, isProviderName } from './reward-provider-setting.ts';

/** Why a provider or pool cannot be made under a name: answer 409, NAME_UNFIT 400. */
export interface ProviderRefused {
  readonly outcome: 'refused';
  readonly reason: 'NAME_UNFIT' | 'NAME_TAKEN' | 'TOO_MANY_PROVIDERS';
}

export const providerRefused = (reason: ProviderRefused['reason']): ProviderRefused => ({
  outcome: 'refused',
  reason,
});

/** Pools included: all of them are loaded with each version of the configuration. */
export const providersMax = 100;

/** Whether the name is free for a new one; null when it is. The generator's name is taken. */
export const findNameRefusal = (name: string): ProviderRefused | null => {
  if (!isProviderName(name)) return providerRefused('NAME_UNFIT');
  return name === generatorName ? providerRefused('NAME_TAKEN') : null;
};

/** Whether one more is too many. Holds until the end of a `growingWrite`. */
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
