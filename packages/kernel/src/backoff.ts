import { type Clock, systemClock } from './clock.ts';
import { BrokenInvariant, Fault } from './fault.ts';

export interface BackoffBounds {
  readonly firstMs: number;
  readonly maxMs: number;
}

/**
 * Returns the wait before a repeat; `attempt` 0 is the first repeat. It has a jitter of ± 20 %, so that many
 * processes do not retry at the same time.
 */
export const backoffMs = (attempt: number, bounds: BackoffBounds, draw: number = Math.random()): number => {
  const plain = Math.min(bounds.maxMs, bounds.firstMs * 2 ** Math.min(attempt, 30));
  return jitterMs(plain, 0.2, draw);
};

/** Returns a wait up to `share` shorter or longer, by a `draw` in [0, 1), in whole milliseconds. */
export const jitterMs = (ms: number, share: number, draw: number): number =>
  Math.round(ms * (1 - share + 2 * share * draw));

interface WaitOptions<T> {
  /** Asks once. A rejection means that the answer is not there yet. */
  readonly ask: () => Promise<T>;
  /**
   * The wait ends at once when this signal is aborted, even in the middle of an `ask`. Default: nothing ends
   * it.
   */
  readonly signal?: AbortSignal | undefined;
  readonly onFailed: (failure: unknown) => void;
  readonly clock?: Clock;
}

const unending = new AbortController().signal;

/** Quick enough for what restarts within a second; what is unavailable for minutes is asked every two seconds. */
const pauses = { firstMs: 100, maxMs: 2_000 };

/**
 * Repeats an attempt until it succeeds. Throws failures that no waiting can cure (a wrong setting, a broken
 * invariant), and the signal's reason.
 */
export const waitFor = async <T>(options: WaitOptions<T>): Promise<T> => {
  const { signal = unending, clock = systemClock } = options;
  for (let attempt = 0; ; attempt += 1) {
    signal.throwIfAborted();
    const answer = await tryOnce(options, signal);
    if (answer !== null) return answer.value;
    await clock.sleep(backoffMs(attempt, pauses), signal);
  }
};

const tryOnce = async <T>(
  { ask, onFailed }: WaitOptions<T>,
  signal: AbortSignal,
): Promise<{ readonly value: T } | null> => {
  try {
    return { value: await orAborted(ask(), signal) };
  } catch (failure) {
    if (signal.aborted || isFinal(failure)) throw failure;
    onFailed(failure);
    return null;
  }
};

/** Returns true for a wrong setting, which only a start with a right one cures. */
export const isWrongSetting = (failure: unknown): boolean =>
  failure instanceof Fault && wrongSettings.has(failure.code);

const wrongSettings = new Set([
  'CONFIG_INVALID',
  'DATABASE_SETTINGS_IGNORED',
  'OTHER_KAFKA',
  'OTHER_REGISTRY',
  'PORT_UNAVAILABLE',
]);

const isFinal = (failure: unknown): boolean => failure instanceof BrokenInvariant || isWrongSetting(failure);

/** The work of `asked` goes on by itself after an abort, and its result is ignored. */
const orAborted = <T>(asked: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const abort = (): void => {
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', abort, { once: true });
    asked.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', abort);
    });
  });
