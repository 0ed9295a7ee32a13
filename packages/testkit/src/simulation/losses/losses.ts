import type { InboundRecord } from '@loyalty/kafka';
import type { ToyEffect } from '../../memory-database.ts';
import type { LossProfile } from './loss-profile.ts';
import type { Mechanism } from './mechanisms.ts';

/** Counts of losses and their effects. */
export interface LossCounts {
  setBacks: number;
  lostCommits: number;
  cuts: number;
  addedPartitions: number;
  /** The number of partitions that were parked because their log lacks the next records. */
  parked: number;
  /** The number of requests whose stored response is missing, or is not the last reply to their caller. */
  differences: number;
}

/** The losses of a run so far. */
export interface Losses {
  readonly profile: LossProfile;
  /** A mechanism that is switched off in all processes, to check that the simulation notices. */
  readonly without: Mechanism | null;
  readonly counts: LossCounts;
  /** Numbers the epochs of the database; never set back. */
  epochs: number;
  /** The contents of Redis at each set-back. */
  readonly cacheCopies: ReadonlyMap<string, ToyEffect>[];
  /** The records that were cut from a log, by partition. */
  readonly cut: Map<string, InboundRecord[]>;
  /** The lowest offset to which a log was cut, by partition. */
  readonly cutTo: Map<string, number>;
  /** The places, by partition and offset, at which a cut log had nothing for consumers. */
  readonly cutEmpty: Set<string>;
  /** The positions that were parked because their log lacks the next records, and were not repaired since. */
  readonly parked: Set<string>;
  /** The offset before which an operator knows of all records that a log has lost, by position. */
  readonly namedTo: Map<string, number>;
}

export const createLosses = (profile: LossProfile, without: Mechanism | null): Losses => ({
  profile,
  without,
  epochs: 0,
  cacheCopies: [],
  cut: new Map(),
  cutTo: new Map(),
  cutEmpty: new Set(),
  parked: new Set(),
  namedTo: new Map(),
  counts: { setBacks: 0, lostCommits: 0, cuts: 0, addedPartitions: 0, parked: 0, differences: 0 },
});
