import type { Clock } from '@loyalty/kernel';
import type { AssignedPartition } from './assigned-partition.ts';

const lookEveryMs = 100;

/**
 * Waits, once nothing more of it is taken, until all that was taken is stored: an operator who then moves its position past
 * what cannot be read loses nothing else. False when it is assigned or begun anew meanwhile: the obstacle will be met again.
 */
export const untilStored = async (
  partition: AssignedPartition,
  { clock, isCurrent }: { readonly clock: Clock; readonly isCurrent: () => boolean },
): Promise<boolean> => {
  const isSame = (): boolean => isCurrent() && partition.reading.isBlocked && !partition.isParked;
  while (isSame() && !partition.isAllStored) await clock.sleep(lookEveryMs);
  return isSame();
};
