import type { EnvironmentId } from '@loyalty/kernel';
import { onlyRow, type Database, type Transaction, writeTransaction } from '@loyalty/storage';
import { raiseConfigVersion } from '../config-version.ts';
import { readSettings, type SettingsDocument } from '../settings/settings-catalogue.ts';
import { namedProvidersOf } from './reward-provider-setting.ts';
import { lockProvider } from './set-provider.ts';

export type RemoveProviderResult =
  | { readonly outcome: 'removed' }
  | { readonly outcome: 'not-found' }
  /** A pool stays, with its codes. A provider must first be removed from the setting `rewardProviders`: respond with 409. */
  | { readonly outcome: 'refused'; readonly reason: 'IS_A_POOL' | 'IN_USE' };

/** Removes an HTTP provider and raises the version. Its waiting rewards go to the provider that is responsible afterwards. */
export const removeProvider = (
  db: Database,
  environmentId: EnvironmentId,
  name: string,
): Promise<RemoveProviderResult> =>
  writeTransaction(db, async (tx) => {
    // First, because a write of the setting locks the providers that it names before the settings.
    const found = await lockProvider(tx, environmentId, name);
    if (found === null) return { outcome: 'not-found' };
    if (found.kind === 'POOL') return { outcome: 'refused', reason: 'IS_A_POOL' };
    if ((await lockNamed(tx, environmentId)).includes(name)) return { outcome: 'refused', reason: 'IN_USE' };
    await tx.query('DELETE FROM reward_providers WHERE environment_id = $1 AND name = $2', [
      environmentId,
      name,
    ]);
    await raiseConfigVersion(tx, environmentId, 'providers');
    return { outcome: 'removed' };
  });

const lockNamed = async (tx: Transaction, environmentId: EnvironmentId): Promise<readonly string[]> => {
  const rows = await tx.query<{ settings: SettingsDocument }>(
    'SELECT settings FROM environments WHERE id = $1 FOR NO KEY UPDATE',
    [environmentId],
  );
  return namedProvidersOf(readSettings(onlyRow(rows, 'environments').settings).rewardProviders);
};
