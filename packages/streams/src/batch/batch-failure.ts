import { BrokenInvariant } from '@loyalty/kernel';
import { type DatabaseFailure, LostRace } from '@loyalty/storage';
import type { GroupPartition } from '@loyalty/storage/positions';
import { BeyondShare, MessageFailure, type Store } from '../ports.ts';

export type BatchRemedy =
  | 'retry'
  /** A row is locked for long: go on without it. */
  | 'part'
  /** An environment has used up its share: go on without the rest. */
  | 'defer'
  | 'halve'
  | 'wait'
  /** A message may be the cause: find it. */
  | 'isolate'
  | 'exit';

/**
 * Returns what to do after a failure. An unforeseen failure, such as a TypeError, may be caused by a single
 * message.
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

export class BatchTooLarge extends Error {
  override readonly name = 'BatchTooLarge';
}

export class LockTimedOut extends Error {
  override readonly name = 'LockTimedOut';
}

/** Thrown for a message that takes too long. It is a suspect, like one that cannot be stored. */
export class MessageTooSlow extends Error {
  override readonly name = 'MessageTooSlow';
}

/** Thrown if another process has moved some partitions. Nothing is stored then. */
export class Fenced extends Error {
  override readonly name = 'Fenced';
  readonly lost: readonly GroupPartition[];

  constructor(lost: readonly GroupPartition[]) {
    super(`${lost.length.toString()} partitions belong to another process by now`);
    this.lost = lost;
  }
}
