import type { Clock } from '@loyalty/kernel';
import type { AssignedPartition } from './assigned-partition.ts';

const pollEveryMs = 100;

/**
 * Waits, once nothing more of a partition is taken, until all its taken records are stored. An operator who then moves its
 * position past the unreadable record loses nothing else. Returns false when the partition is assigned or begun again
 * meanwhile: the obstacle will be met again.
 */
export const untilStored = async (
  partition: AssignedPartition,
  { clock, isCurrent }: { readonly clock: Clock; readonly isCurrent: () => boolean },
): Promise<boolean> => {
  const isSame = (): boolean => isCurrent() && partition.reading.isBlocked && !partition.isParked;
  while (isSame() && !partition.isAllStored) await clock.sleep(pollEveryMs);
  return isSame();
};
