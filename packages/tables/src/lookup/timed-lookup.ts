import { type Clock, Fault, textOf } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';

interface TimedLookupOptions<V> {
  /** Everything is loaded again once its history has changed. */
  readonly db: Pick<Database, 'onHistoryChange'>;
  readonly what: string;
  /** Null is a value too, and is cached. */
  readonly load: (key: string) => Promise<V>;
  readonly clock: Clock;
  /** Younger values, from the start of their load, need no other load. */
  readonly freshMs: number;
  /** Younger values are still returned when a load fails. */
  readonly usableMs: number;
  /** Bounded; created again after each change of the history. */
  readonly createHeld: () => HeldValues<V>;
}

interface TimedLookup<V> {
  /** Throws a retryable Fault `LOOKUP_FAILED` when the source is down and no usable value is cached. */
  find(key: string): Promise<V>;
}

export interface HeldValue<V> {
  readonly value: V;
  readonly askedAtMs: number;
}

interface HeldValues<V> {
  get(key: string): HeldValue<V> | undefined;
  set(key: string, held: HeldValue<V>): unknown;
}

/** Creates a look-up that holds a bounded number of values. Concurrent callers with the same key share one load. */
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

  /** A clock that was set back must not make a value young again. */
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

/**
 * Returns a value that is created again when the history of `db` changes. A load that runs then ends in the
 * discarded value.
 */
export const renewed = <T>(db: Pick<Database, 'onHistoryChange'>, make: () => T): (() => T) => {
  let present = make();
  db.onHistoryChange(() => {
    present = make();
  });
  return () => present;
};

/**
 * Returns a function whose callers with the same key share one running call, with the arguments of the first
 * of them.
 */
export const singleFlight = <K, V, Given extends readonly unknown[] = []>(
  call: (key: K, ...given: Given) => Promise<V>,
): ((key: K, ...given: Given) => Promise<V>) => {
  const underWay = new Map<K, Promise<V>>();
  return (key, ...given) => {
    const joined = underWay.get(key);
    if (joined !== undefined) return joined;
    // Deleted before the result is delivered, so that a later caller starts a new call.
    const started = call(key, ...given).finally(() => underWay.delete(key));
    underWay.set(key, started);
    return started;
  };
};

interface TurnLimits {
  readonly atOnce: number;
  /** If more wait, they are refused. */
  readonly waitingMax: number;
}

interface WaitingQuestion<Question, Result> {
  readonly question: Question;
  readonly resolve: (result: Result | PromiseLike<Result>) => void;
  readonly reject: (failure: unknown) => void;
}

/**
 * Makes one call of `askAll` after the other, with results in the order of its questions. If no place is
 * left, it throws a retriable Fault `LOOKUPS_BUSY`. If a call fails, each of its questions fails.
 */
export const inTurns = <Question, Result>(
  askAll: (questions: readonly Question[]) => Promise<readonly Result[]>,
  { atOnce, waitingMax }: TurnLimits,
): ((question: Question) => Promise<Result>) => {
  const waiting: WaitingQuestion<Question, Result>[] = [];
  let isAsking = false;

  const askNext = async (taken: readonly WaitingQuestion<Question, Result>[]): Promise<void> => {
    try {
      const results = await askAll(taken.map(({ question }) => question));
      for (const [place, { resolve }] of taken.entries()) resolve(results[place] as Result);
    } catch (failure) {
      for (const { reject } of taken) reject(failure);
    }
  };
  const askAllWaiting = async (): Promise<void> => {
    isAsking = true;
    while (waiting.length > 0) await askNext(waiting.splice(0, atOnce));
    isAsking = false;
  };
  return (question) => {
    if (waiting.length >= waitingMax) {
      return Promise.reject(
        new Fault('LOOKUPS_BUSY', 'too many look-ups wait for the database', { retry: true }),
      );
    }
    const asked = new Promise<Result>((resolve, reject) => waiting.push({ question, resolve, reject }));
    if (!isAsking) void askAllWaiting();
    return asked;
  };
};
