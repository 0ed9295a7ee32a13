/** These are the parts of a delivery from which a row and its bar are made. */
interface Delivery {
  readonly status: 'PENDING' | 'SUCCEEDED' | 'RETRYING' | 'FAILED';
  readonly latencyMs: number | null;
}

/** The share of the height that a bar has at least, so that it can be seen. */
const leastShare = 0.2;
/** An endpoint that takes as long as this has a bar of full height: an attempt lasts 10 s at most. */
const tallestMs = 10_000;

/**
 * Returns the height of a delivery's bar, from 0 to 1. It is the logarithm of the delivery's time, because
 * endpoints take between 20 ms and 10 s.
 */
export const latencyShareOf = ({ status, latencyMs }: Delivery): number => {
  if (status === 'FAILED') return 1;
  if (latencyMs === null) return leastShare;
  const share = Math.log1p(Math.max(0, latencyMs)) / Math.log1p(tallestMs);
  return Math.min(1, Math.max(leastShare, share));
};

/** Returns true if the delivery has ended, so that it may be sent again. */
export const isFinished = ({ status }: Pick<Delivery, 'status'>): boolean =>
  status === 'SUCCEEDED' || status === 'FAILED';

interface Attempt {
  readonly attempt: number;
  readonly at: string;
  readonly durationMs: number | null;
  readonly responseCode: number | null;
}

export interface AttemptStep<T> {
  readonly attempt: T;
  /**
   * The time from the end of the previous attempt to the start of this one; null for the first known attempt.
   */
  readonly waitedMs: number | null;
  readonly isTaken: boolean;
}

/** Returns the attempts, oldest first, each with the wait before it. */
export const attemptSteps = <T extends Attempt>(attempts: readonly T[]): readonly AttemptStep<T>[] =>
  attempts.map((attempt, at) => {
    const before = attempts[at - 1];
    const { responseCode, durationMs } = attempt;
    const startMs = Date.parse(attempt.at) - (durationMs ?? 0);
    return {
      attempt,
      waitedMs: before === undefined ? null : Math.max(0, startMs - Date.parse(before.at)),
      isTaken: responseCode !== null && responseCode >= 200 && responseCode < 300,
    };
  });

interface Ended extends Pick<Delivery, 'status'> {
  readonly createdAt: string;
}

/**
 * Returns the time of the oldest of the newest deliveries that failed, where a replay may begin; null if none
 * failed.
 */
export const oldestFailureOf = (newestFirst: readonly Ended[]): string | null =>
  newestFirst.findLast(({ status }) => status === 'FAILED')?.createdAt ?? null;
