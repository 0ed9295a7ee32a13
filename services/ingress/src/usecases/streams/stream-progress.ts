import type { EnvironmentId } from '@loyalty/kernel';

/** How far the records of one partition of a tenant's own topic are decided. */
export interface PartitionProgress {
  readonly partition: number;
  /** The offset that the next record gets; null while Kafka does not say. */
  readonly endOffset: number | null;
  /** Each record with a lower offset is decided; null before the first one was read. */
  readonly decidedUpTo: number | null;
  readonly lag: number | null;
  /** How many of the records that are not decided wait for a producer's transaction to end. */
  readonly waitingForTransaction: number | null;
  /** When the last decided record was written, ISO 8601. */
  readonly lastDecidedAt: string | null;
  /** A parked partition waits for an operator. */
  readonly state: 'RUNNING' | 'PARKED';
}

/**
 * Returns for how many seconds at most an event has waited to become a record of a topic out; null while Kafka does
 * not say.
 */
export type ReadStreamOutLag = (environmentId: EnvironmentId) => Promise<number | null>;

export type ReadStreamProgress = (
  environmentId: EnvironmentId,
  topic: string,
) => Promise<readonly PartitionProgress[]>;
