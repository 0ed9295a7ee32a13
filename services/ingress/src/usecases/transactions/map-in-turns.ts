import { setImmediate as nextTurn } from 'node:timers/promises';

/** Requests of other callers wait for so much work at most, and for the current item. */
const turnMsMax = 5;

/**
 * Maps items in order, as `map` does. Ends the turn of the event loop when it has taken more than 5 ms: one call of large items would
 * otherwise keep all other callers waiting. `elapsedMs` is a clock that never goes back; default: that of the process.
 */
export const mapInTurns = async <Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
  elapsedMs: () => number = () => performance.now(),
): Promise<Result[]> => {
  const results: Result[] = [];
  let beganMs = elapsedMs();
  for (const item of items) {
    if (elapsedMs() - beganMs > turnMsMax) {
      await nextTurn();
      beganMs = elapsedMs();
    }
    results.push(map(item));
  }
  return results;
};
