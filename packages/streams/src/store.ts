import type {
  CountedLetters,
  DatabaseFailure,
  PositionMove,
  GroupKey,
  GroupPartition,
  StreamPosition,
  TopicPartition,
} from '@loyalty/storage';

/** Stores positions, the outbox and every effect in one transaction: the runtime's second port. */
export interface Store<Tx> {
  readonly clusterId: string;
  readPositions(reader: GroupKey, partitions: readonly TopicPartition[]): Promise<StreamPosition[]>;
  /** Returns those of these topics for which the group has a position, on any cluster. */
  readKnownTopics(consumerGroup: string, topics: readonly string[]): Promise<string[]>;
  insertPositions(
    reader: GroupKey,
    starts: readonly (TopicPartition & { readonly nextOffset: number })[],
  ): Promise<void>;
  /**
   * Stores everything that `work` does, or nothing. `lockMs`: how long a statement waits for a lock, in milliseconds; null, the
   * default: as long as the connection allows.
   */
  transact<T>(work: (tx: Tx) => Promise<T>, lockMs?: number | null): Promise<T>;
  /** Moves positions. Returns those that another process owns by now. */
  advance(tx: Tx, moves: readonly PositionMove[]): Promise<GroupPartition[]>;
  /** Adds packed messages to the outbox. Returns the row's id. */
  addToOutbox(tx: Tx, messages: Buffer): Promise<number>;
  /** Deletes outbox rows that were published. */
  deleteOutbox(tx: Tx, ids: readonly number[]): Promise<void>;
  park(tx: Tx | null, parked: GroupPartition & { readonly reason: string }): Promise<void>;
  /** Counts dead letters of this minute and returns their number. */
  countDeadLetters(tx: Tx, deadLetters: CountedLetters): Promise<number>;
  /**
   * Writes and commits a row that depends on no message. If that works and a message cannot be stored, the message is the
   * cause.
   */
  writeWitness(): Promise<void>;
  /** Calls `work` when the store continues from an earlier commit than the last one seen. */
  onHistoryChange(work: () => void): void;
  /** Classifies what `transact` threw. */
  classifyFailure(thrown: unknown): DatabaseFailure;
  /** True when a statement has waited for a lock for as long as it may. */
  isLockTimeout(thrown: unknown): boolean;
}
