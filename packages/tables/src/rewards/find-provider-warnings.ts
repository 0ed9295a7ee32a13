import { nearestName, type Warning } from '@loyalty/contracts/http';
import type { EnvironmentId } from '@loyalty/kernel';
import type { PlacedName } from '@loyalty/rules/campaigns';
import type { Queryable, Statement } from '@loyalty/storage';
import { generatorName } from '../tenants/settings-catalogue.ts';

/** An environment has at most `configurationLimits.rewardProviders`. */
const namesStatement: Statement = {
  name: 'reward-provider-names',
  text: 'SELECT name FROM reward_providers WHERE environment_id = $1',
};

/**
 * Warns about providers that coupons name and that do not exist, so that another one gives their codes (D6).
 */
export const findProviderWarnings = async (
  db: Queryable,
  environmentId: EnvironmentId,
  named: readonly PlacedName[],
): Promise<readonly Warning[]> => {
  const wished = named.filter(({ name }) => name !== generatorName);
  if (wished.length === 0) return [];
  const names = (await db.query<{ name: string }>(namesStatement, [environmentId])).map(({ name }) => name);
  const known = new Set(names);
  return wished
    .filter(({ name }) => !known.has(name))
    .map(({ name, pointer }) => ({
      code: 'PROVIDER_NOT_SET_UP',
      message: 'No provider with this name is set up, so another provider supplies the codes.',
      pointer,
      near: nearestName(name, names),
    }));
};
