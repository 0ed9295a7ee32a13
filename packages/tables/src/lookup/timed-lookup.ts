import { Fault, textOf, type Clock } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { renewed } from './renewed.ts';
import { singleFlight } from './single-flight.ts';

export interface TimedLookupOptions<V> {
  /** The source: everything is loaded again once its history has changed. */
  readonly db: Pick<Database, 'onHistoryChange'>;
  /** Named in the fault when the source cannot be read. */
  readonly what: string;
  /** Loads a value. Null is a value too, and is cached. */
  readonly load: (key: string) => Promise<V>;
  readonly clock: Clock;
  /** A value younger than this, counted from the start of its load, is returned without another load. */
  readonly freshMs: number;
  /** A value younger than this is still returned when a load fails. */
  readonly usableMs: number;
  /** Creates the empty cache of results, which is bounded; again after each change of the history. */
  readonly createHeld: () => HeldValues<V>;
}

/** Values by key, each cached for a while. */
export interface TimedLookup<V> {
  /** Throws a retryable Fault `LOOKUP_FAILED` when the source is down and no usable value is cached. */
  find(key: string): Promise<V>;
}

/** A result, and when it was asked for. */
export interface HeldValue<V> {
  readonly value: V;
  readonly askedAtMs: number;
}

/** The cached results, by key. */
export interface HeldValues<V> {
  get(key: string): HeldValue<V> | undefined;
  set(key: string, held: HeldValue<V>): unknown;
}

/** Creates a bounded cache in front of `load`. Concurrent callers with the same key share one load. */
export const createTimedLookup = <V>(options: TimedLookupOptions<V>): TimedLookup<V> => {
  const lookup = renewed(options.db, () => lookUp(options));
  return { find: (key) => lookup().find(key) };
};

const lookUp = <V>(options: TimedLookupOptions<V>): TimedLookup<V> => {
  const { clock } = options;
  const held = options.createHeld();

  const ask = singleFlight(async (key: string): Promise<V> => {
    // Counted from before the load, so that the next load sees a change that happens during this one.
    const askedAtMs = clock.now();
    const value = await options.load(key);
    held.set(key, { value, askedAtMs });
    return value;
  });

  /** Returns the cached value if it is younger than `maxMs`. A clock that was set back must not make a value young again. */
  const heldWithin = (key: string, maxMs: number): HeldValue<V> | null => {
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
