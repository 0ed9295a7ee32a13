import { partitionKeyOf } from '@loyalty/kernel';
import type { StoredPosition } from '../../memory-database.ts';
import { placeInLog } from '../place-in-log.ts';
import type { World } from '../world.ts';

/**
 * Returns the position at which an operator unparks a partition. If the log lacks the next records, that is
 * the first offset whose record may differ from the one that was read.
 */
export const repaired = (
  { broker, losses }: World,
  key: string,
  position: StoredPosition,
): StoredPosition => {
  const running = { ...position, state: 'RUNNING' } as const;
  if (losses?.parked.delete(key) !== true) return running;
  const at = placeInLog(key);
  const start = broker.startOf(at);
  const cutTo = losses.cutTo.get(partitionKeyOf(at)) ?? Infinity;
  const wanted = Math.min(position.nextOffset, cutTo);
  const nextOffset = Math.max(start, wanted);
  if (start > wanted) losses.namedTo.set(key, start);
  return nextOffset === position.nextOffset ? running : { ...running, nextOffset, lastTimestamp: null };
};
