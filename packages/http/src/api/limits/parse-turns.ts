import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Returns a function that waits for the next turn of the event loop in which no other caller parses. A body of 5 MiB blocks the loop for
 * 0.1 s; several in one turn would block it for as long as all of them take.
 */
export const createParseTurns = (): (() => Promise<void>) => {
  let last = Promise.resolve();
  return () => (last = last.then(() => nextTurn()));
};
