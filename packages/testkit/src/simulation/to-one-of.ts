import type { Random } from './random.ts';

/**
 * Makes causes that strike one of the steady processes, which is drawn at that moment. Each returns the name
 * of that process.
 */
export const toOneOf =
  <P extends { readonly name: string }>(random: Random, steadyNow: () => readonly P[]) =>
  (work: (process: P) => void) =>
  (): string => {
    const steady = steadyNow();
    if (steady.length === 0) return 'of nobody';
    const process = random.pick(steady);
    work(process);
    return `of ${process.name}`;
  };
