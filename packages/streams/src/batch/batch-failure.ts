import { BrokenInvariant } from '@loyalty/kernel';
import { type DatabaseFailure, LostRace } from '@loyalty/storage';
import type { GroupPartition } from '@loyalty/storage/positions';
import { BeyondShare, MessageFailure, type Store } from '../ports.ts';

export type BatchRemedy =
  /** A lost race: run it again at once. */
  | 'retry'
  /** A row is locked for long: go on without it. */
  | 'part'
  /** An environment has used up its share: go on without the rest. */
  | 'defer'
  /** Too slow: run smaller parts. */
  | 'halve'
  /** A server is unreachable: wait, run it again, then smaller parts. */
  | 'wait'
  /** A message may be the cause: find it. */
  | 'isolate'
  /** A broken invariant: end the process. */
  | 'exit';

/**
 * Returns the remedy for a failure. An unforeseen one (a TypeError, say) may be caused by a single message.
 */
export const remedyFor = <Tx>(
  failure: unknown,
  store: Pick<Store<Tx>, 'classifyFailure' | 'isLockTimeout'>,
): BatchRemedy => {
  if (failure instanceof BrokenInvariant) return 'exit';
  if (failure instanceof LostRace) return 'retry';
  if (failure instanceof BeyondShare) return 'defer';
  if (failure instanceof MessageFailure) return 'isolate';
  if (store.isLockTimeout(failure)) return 'part';
  return remedies[store.classifyFailure(failure)];
};

const remedies: Readonly<Record<DatabaseFailure, BatchRemedy>> = {
  race: 'retry',
  timeout: 'halve',
  unavailable: 'wait',
  data: 'isolate',
  unknown: 'isolate',
};

/** Thrown when a batch of several records took too long, or failed repeatedly: it may be too large. */
export class BatchTooLarge extends Error {
  override readonly name = 'BatchTooLarge';
}

/** Thrown when a row was locked for longer than the batch may wait: the batch is parted. */
export class LockTimedOut extends Error {
  override readonly name = 'LockTimedOut';
}

/** Thrown when a message took too long alone, again and again: a suspect, like one that cannot be stored. */
export class MessageTooSlow extends Error {
  override readonly name = 'MessageTooSlow';
}

/** Thrown in a batch's transaction when another process has moved some partitions: nothing is stored. */
export class Fenced extends Error {
  override readonly name = 'Fenced';
  readonly lost: readonly GroupPartition[];

  constructor(lost: readonly GroupPartition[]) {
    super(`${lost.length.toString()} partitions belong to another process by now`);
    this.lost = lost;
  }
}
