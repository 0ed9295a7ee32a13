import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, Caller } from './caller.ts';
import type { Ground } from './ground.ts';
import type { Limits } from './limits.ts';

/** One time that an attack strikes. */
export interface Blow {
  readonly ground: Ground;
  readonly limits: Limits;
  /** A caller with a key of the live environment. */
  readonly live: Caller;
  /** A caller with a key of the test environment. */
  readonly test: Caller;
  /** Aborts when the attack is to end. */
  readonly signal: AbortSignal;
}

/** A caller that was refused looks again after this time. A caller without a pause is an attack of its own. */
const refusedMs = 50;

/** Works in so many loops until the signal aborts; a loop that was refused pauses. `n` counts over all loops. */
export const inLoops = async (
  width: number,
  { signal }: Pick<Blow, 'signal'>,
  work: (n: number) => Promise<Answer>,
): Promise<void> => {
  let n = 0;
  const loop = async (): Promise<void> => {
    while (!signal.aborted) {
      const { status } = await work(n++);
      if (status === 0 || status === 429 || status === 503) await pause(refusedMs);
    }
  };
  await Promise.all(Array.from({ length: width }, loop));
};

/** Waits until the signal aborts. */
export const untilOver = async ({ signal }: Pick<Blow, 'signal'>): Promise<void> => {
  await pause(aDayMs, undefined, { signal }).catch(() => undefined);
};

const aDayMs = 86_400_000;
