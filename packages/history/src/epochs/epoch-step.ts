import type { EpochState } from '@loyalty/storage';

/** The epoch that a step runs for. */
export type RaisedEpoch = Pick<EpochState, 'epoch' | 'raisedAtMs' | 'branchedAtMs'>;

/** Allows for brokers' clocks that differ from the database's, and for long transactions. */
const marginMs = 10_000;

/** Returns the time from which records may come from lost commits, by brokers' clocks, in milliseconds. Too early is harmless. */
export const lostSinceMs = ({ branchedAtMs }: RaisedEpoch): number => branchedAtMs - marginMs;

/**
 * A repair that follows from lost commits. It may run twice, also in two processes at once. If its process dies, another one starts it
 * again.
 */
export interface EpochStep {
  /** For the log. */
  readonly name: string;
  /** Stops early when `signal` aborts, by throwing or returning. Throws when it cannot run now. */
  run(epoch: RaisedEpoch, signal: AbortSignal): Promise<void>;
}

export interface EpochSteps {
  /** Run in parallel, before any process reads or decides anything about members. They use only connections that do not wait for this. */
  readonly holding: readonly EpochStep[];
  /** Run afterwards, in order, while all services work. */
  readonly following: readonly EpochStep[];
}
