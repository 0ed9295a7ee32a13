import { Fault, textOf, type Clock } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { createLruMap } from './lru-map.ts';
import { renewed } from './renewed.ts';
import { singleFlight } from './single-flight.ts';

export interface TimedLookupOptions<V> {
  /** The truth: everything is asked again once its history has changed. */
  readonly db: Pick<Database, 'onHistoryChange'>;
  /** Named in the fault when the truth cannot be asked. */
  readonly what: string;
  /** Asks the truth; an absence is a value like any other (null), and is kept too. */
  readonly load: (key: string) => Promise<V>;
  readonly clock: Clock;
  /** An answer younger than this, counted from when it was asked for, is given without asking again. */
  readonly freshMs: number;
  /** An answer younger than this is still given when asking again fails. */
  readonly usableMs: number;
  readonly sizeMax: number;
}

/** Answers by key, each kept for a while. */
export interface TimedLookup<V> {
  /** Throws a retryable Fault `LOOKUP_FAILED` when the truth is away and no usable answer is held. */
  find(key: string): Promise<V>;
}

interface Held<V> {
  readonly value: V;
  readonly askedAtMs: number;
}

/** A bounded cache in front of `load`; callers who ask for the same key at once share one call. */
export const createTimedLookup = <V>(options: TimedLookupOptions<V>): TimedLookup<V> => {
  const lookup = renewed(options.db, () => lookUp(options));
  return { find: (key) => lookup().find(key) };
};

const lookUp = <V>(options: TimedLookupOptions<V>): TimedLookup<V> => {
  const { clock } = options;
  const held = createLruMap<string, Held<V>>(options.sizeMax);

  const ask = singleFlight(async (key: string): Promise<V> => {
    // Counted from before the question: what changes while it is under way is seen by the next one.
    const askedAtMs = clock.now();
    const value = await options.load(key);
    held.set(key, { value, askedAtMs });
    return value;
  });

  /** What is held, if it is younger than `maxMs`; a clock that was set back must not make an answer young again. */
  const heldWithin = (key: string, maxMs: number): Held<V> | null => {
    const answer = held.get(key);
    if (answer === undefined) return null;
    const ageMs = clock.now() - answer.askedAtMs;
    return ageMs >= 0 && ageMs < maxMs ? answer : null;
  };

  const find = async (key: string): Promise<V> => {
    const fresh = heldWithin(key, options.freshMs);
    if (fresh !== null) return fresh.value;
    try {
      return await ask(key);
    } catch (failure) {
      const usable = heldWithin(key, options.usableMs);
      if (usable !== null) return usable.value;
      throw new Fault('LOOKUP_FAILED', `could not look up ${options.what}: ${textOf(failure)}`, {
        retry: true,
        cause: failure,
      });
    }
  };
  return { find };
};
