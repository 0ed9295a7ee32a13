import type { EnvironmentId } from '@loyalty/kernel';
import type { Snapshot } from '@loyalty/rules';
import type { Transaction } from '@loyalty/storage';
import type { TierPorts } from './ports.ts';

/** The configurations of these environments as they are committed now; one that does not exist is left out. */
export const loadNewestSnapshots = async (
  { readVersions, loadAtLeast }: Pick<TierPorts['configuration'], 'readVersions' | 'loadAtLeast'>,
  tx: Transaction,
  environmentIds: readonly EnvironmentId[],
): Promise<Map<EnvironmentId, Snapshot>> => {
  const snapshots = new Map<EnvironmentId, Snapshot>();
  for (const [environmentId, version] of await readVersions(tx, environmentIds)) {
    const snapshot = await loadAtLeast(environmentId, version);
    if (snapshot !== null) snapshots.set(environmentId, snapshot);
  }
  return snapshots;
};
