import type { InboundRecord } from '@loyalty/messaging';
import type { TopicPartition } from '@loyalty/storage';
import type { ToyEffect } from '../../memory-database.ts';
import type { LossProfile } from './loss-profile.ts';
import type { Mechanism } from './mechanisms.ts';

/** What was lost, and what came of it. */
export interface LossCounts {
  setBacks: number;
  lostCommits: number;
  cuts: number;
  addedPartitions: number;
  /** Partitions that were parked because their log does not hold what comes next. */
  parked: number;
  /** Requests whose answer is another one than their caller was last told, or is not there. */
  differences: number;
}

/** What has been lost in a run so far. */
export interface Losses {
  readonly profile: LossProfile;
  /** Switched off in all processes, to see that it is noticed. */
  readonly without: Mechanism | null;
  readonly counts: LossCounts;
  /** Numbers the epochs of the database; never set back. */
  epochs: number;
  /** What Redis held at each set-back. */
  readonly cacheCopies: ReadonlyMap<string, ToyEffect>[];
  /** By partition: what stood in its log until it was cut. */
  readonly cut: Map<string, InboundRecord[]>;
  /** By partition: the lowest offset to which its log was cut. */
  readonly cutTo: Map<string, number>;
  /** Places, by partition and offset, where a log that was cut had nothing for consumers. */
  readonly cutEmpty: Set<string>;
  /** Positions that were parked because their log does not hold what comes next, and were not repaired since. */
  readonly parked: Set<string>;
  /** By position: before which offset an operator knows of everything that its log has lost. */
  readonly namedTo: Map<string, number>;
}

export const partitionKeyOf = ({ topic, partition }: TopicPartition): string =>
  `${topic}/${partition.toString()}`;

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
