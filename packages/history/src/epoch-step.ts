import type { EpochState } from '@loyalty/storage';

/** The epoch that a step is done for. */
export type RaisedEpoch = Pick<EpochState, 'epoch' | 'raisedAtMs' | 'branchedAtMs'>;

/** For clocks of brokers and the database that differ, and transactions that took long. */
const marginMs = 10_000;

/** From when on records may tell of lost commits, by the clocks of brokers; too early is harmless. Milliseconds since the epoch. */
export const lostSinceMs = ({ branchedAtMs }: RaisedEpoch): number => branchedAtMs - marginMs;

/**
 * Something that follows from lost commits. It may be done twice, also by two processes at once, and is begun anew where whoever did it is
 * gone.
 */
export interface EpochStep {
  /** For the log. */
  readonly name: string;
  /** Ends early when `signal` aborts: by throwing, or by doing no more. Throws when it cannot be done now. */
  run(epoch: RaisedEpoch, signal: AbortSignal): Promise<void>;
}

export interface EpochSteps {
  /** All at once: nobody reads or decides anything of members before they are done. They ask no connection that waits for that. */
  readonly holding: readonly EpochStep[];
  /** Done behind them, in their order, while everything goes on. */
  readonly following: readonly EpochStep[];
}
