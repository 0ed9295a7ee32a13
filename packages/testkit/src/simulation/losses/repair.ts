import type { StoredPosition } from '../../memory-database.ts';
import { placeInLog } from '../place-in-log.ts';
import type { World } from '../world.ts';
import { partitionKeyOf } from './losses.ts';

/**
 * Where an operator lets a parked partition go on. Where its log does not hold what comes next, at the first place that may say something
 * else than what was read.
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
