import type { EnvironmentId } from '@loyalty/kernel';
import { readConfigVersions, type SegmentProgramme, type SegmentProgrammes } from '@loyalty/programme';
import type { Transaction } from '@loyalty/storage';

/** The segments of these environments as they are committed now; an environment that does not exist is left out. */
export const loadNewestProgrammes = async (
  programmes: SegmentProgrammes,
  tx: Transaction,
  environmentIds: readonly EnvironmentId[],
): Promise<Map<EnvironmentId, SegmentProgramme>> => {
  const newest = new Map<EnvironmentId, SegmentProgramme>();
  for (const [environmentId, version] of await readConfigVersions(tx, environmentIds)) {
    const programme = await programmes.get(environmentId, version);
    if (programme !== null) newest.set(environmentId, programme);
  }
  return newest;
};
