import type { Random } from './random.ts';

/** The only randomness of what is simulated that it is not given: the jitter of its waits. */
export const withJitterFrom = async <T>(random: Random, work: () => Promise<T>): Promise<T> => {
  const { random: original } = Math;
  Math.random = () => random.next();
  try {
    return await work();
  } finally {
    Math.random = original;
  }
};
