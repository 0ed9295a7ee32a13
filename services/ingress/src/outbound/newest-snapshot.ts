import type { EnvironmentId } from '@loyalty/kernel';
import { readConfigVersions, type Snapshots } from '@loyalty/configuration';
import type { Snapshot } from '@loyalty/rules';
import type { Queryable } from '@loyalty/storage';

/** The configuration as every change answered before has left it (D33); null when there is no such environment. */
export const loadNewestSnapshot = async (
  db: Queryable,
  snapshots: Pick<Snapshots, 'get'>,
  environmentId: EnvironmentId,
): Promise<Snapshot | null> => {
  const version = (await readConfigVersions(db, [environmentId])).get(environmentId);
  return version === undefined ? null : snapshots.get(environmentId, version);
};
