import type { Random } from './random.ts';

/**
 * Draws the jitter of waits from the seed. It is the only randomness that the simulated parts are not given.
 */
export const withJitterFrom = async <T>(random: Random, work: () => Promise<T>): Promise<T> => {
  const { random: original } = Math;
  Math.random = () => random.next();
  try {
    return await work();
  } finally {
    Math.random = original;
  }
};
