import type {
  CountedLetters,
  DatabaseFailure,
  PositionMove,
  GroupKey,
  GroupPartition,
  StreamPosition,
  TopicPartition,
} from '@loyalty/storage';

/** Where positions, the outbox and every effect are stored in one transaction: the runtime's second port. */
export interface Store<Tx> {
  readonly clusterId: string;
  readPositions(reader: GroupKey, partitions: readonly TopicPartition[]): Promise<StreamPosition[]>;
  /** Those of these topics of which the group has a position, on whatever cluster. */
  readKnownTopics(consumerGroup: string, topics: readonly string[]): Promise<string[]>;
  insertPositions(
    reader: GroupKey,
    starts: readonly (TopicPartition & { readonly nextOffset: number })[],
  ): Promise<void>;
  /** Everything `work` does is stored, or nothing is. */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Moves positions; answers those that another process owns by now. */
  advance(tx: Tx, moves: readonly PositionMove[]): Promise<GroupPartition[]>;
  /** Owes packed messages to Kafka; answers the debt's id. */
  addToOutbox(tx: Tx, messages: Buffer): Promise<number>;
  /** Forgets debts that were published. */
  settle(tx: Tx, ids: readonly number[]): Promise<void>;
  park(tx: Tx | null, parked: GroupPartition & { readonly reason: string }): Promise<void>;
  /** Counts dead letters of this minute and answers their number. */
  countDeadLetters(tx: Tx, letters: CountedLetters): Promise<number>;
  /**
   * Writes and commits something that depends on no message. Whoever cannot store a message, but this, knows that it is
   * the message's fault.
   */
  writeWitness(): Promise<void>;
  /** Calls `work` whenever the store goes on from an earlier commit than those that were seen. */
  onHistoryChange(work: () => void): void;
  /** What a throw out of `transact` asks for. */
  failureOf(thrown: unknown): DatabaseFailure;
}
