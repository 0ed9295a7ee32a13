import type { Clock } from '@loyalty/kernel';
import type { Logger } from '@loyalty/telemetry';
import type { PartitionCounts } from '../kafka/partition-counts.ts';
import type { ConsumerPort } from '../ports/broker.ts';
import type { Decoder } from '../ports/decoder.ts';
import type { Lane } from '../ports/handler.ts';
import type { Store } from '../ports/store.ts';
import type { QueueLimits } from './intake-queue.ts';
import type { FirstPosition } from './read-partition-statuses.ts';

/** The parts of an intake. */
export interface GroupIntakeOptions<T, Tx> {
  readonly lane: Lane;
  readonly consumerGroup: string;
  readonly consumer: ConsumerPort;
  readonly decoder: Decoder<T>;
  readonly isTenantOwned?: boolean;
  readonly bulkTopics?: readonly string[];
  readonly firstPosition?: FirstPosition;
  readonly partitionCounts?: PartitionCounts | null;
  readonly store: Store<Tx>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Fetching of a lane pauses when this much waits in it. */
  readonly queueLimits: QueueLimits;
  /** Entries wait to be processed. */
  readonly wake: () => void;
  /** Resolves when no batch is in flight; positions are read only then. */
  readonly idle: () => Promise<void>;
  /** Resolves when records of the next fetch would not have to wait behind a batch in flight; null: now. */
  readonly untilOfUse: () => Promise<void> | null;
  readonly onJoined: () => void;
  readonly onFailed: (reason: unknown) => void;
}
