import type { InboundRecord, OutgoingMessage } from '@loyalty/kafka';
import type { DatabaseFailure } from '@loyalty/storage';
import type { CountedLetters } from '@loyalty/storage/dead-letter-counts';
import type {
  GroupKey,
  GroupPartition,
  PositionMove,
  StreamPosition,
  TopicPartition,
} from '@loyalty/storage/positions';
import type { MetricLabels } from '@loyalty/telemetry/metrics';

/** Tills wait for the interactive one; bulk fills the capacity that is left. */
export type Lane = 'interactive' | 'bulk';

export interface Message<T> {
  readonly record: InboundRecord;
  readonly consumerGroup: string;
  readonly lane: Lane;
  readonly value: T;
}

export type RejectionReason = MetricLabels<'loyalty_dead_letters_total'>['reason'];

export interface Rejection {
  /** A label of metrics and dead letters, which is short and stable, such as `UNDECODABLE`. */
  readonly reason: RejectionReason;
  /** The detail is for the operator, and has no payload. */
  readonly detail: string;
  /** What is wrong with a message that was read, for its sender: at most 20 faults, without its values. */
  readonly errors?: readonly { readonly pointer: string; readonly message: string }[];
}

export interface RejectedMessage {
  readonly record: InboundRecord;
  readonly consumerGroup: string;
  readonly lane: Lane;
  readonly rejection: Rejection;
  /** The handler cannot record that it was given up. */
  readonly isDeadLetterOnly?: boolean;
}

export interface Effects {
  /** Facts are published at least once, guarded by the outbox. */
  readonly facts: readonly OutgoingMessage[];
  /** Sent once, best effort: the stored response is the guarantee. */
  readonly replies: readonly OutgoingMessage[];
  /** These messages become dead letters. */
  readonly rejected: readonly RejectedMessage[];
}

/** The runtime moves the positions, which fences zombies, between `plan` and `store`. */
export interface BatchHandler<T, Tx, Plan> {
  /** Nothing is locked meanwhile. Absent: a batch makes no tasks. */
  waitForCapacity?(): Promise<void>;
  /** It runs for each attempt, outside of a transaction. */
  prepare?(batch: readonly Message<T>[]): Promise<void>;
  /**
   * Locks, reads and decides; writes nothing. Messages of one member come in order. May throw {@link
   * BeyondShare}.
   */
  plan(tx: Tx, batch: readonly Message<T>[]): Promise<Plan>;
  /** Rows that others may wait for: before the positions are moved, as the lock order requires. */
  storeShared?(tx: Tx, plan: Plan): Promise<void>;
  /** Throws {@link LostRace} when another process stored first. */
  store(tx: Tx, plan: Plan): Promise<void>;
  effectsOf(plan: Plan): Effects;
  /** Once after the commit; must not throw. */
  committed(plan: Plan): void;
  /**
   * False where nothing was read or written for the messages: batches are larger until one has an effect. Absent:
   * each has one.
   */
  hasEffect?(plan: Plan): boolean;
  /** It runs in the transaction that skips the dead letters, and returns the replies to them. */
  giveUp(tx: Tx, deadLetters: readonly GivenUp<T>[]): Promise<readonly OutgoingMessage[]>;
}

/** `value` is null where its bytes could not be read. */
export interface GivenUp<T> extends RejectedMessage {
  readonly value: T | null;
}

/** Only the messages can cause it: the batch is halved until they are found. */
export class MessageFailure extends Error {
  override readonly name = 'MessageFailure';
}

/**
 * `plan` throws it, and it never names all messages: the batch continues without these, and they are read
 * again.
 */
export class BeyondShare extends Error {
  override readonly name = 'BeyondShare';
  readonly records: ReadonlySet<InboundRecord>;

  constructor(records: ReadonlySet<InboundRecord>) {
    super(
      `${records.size.toString()} messages are beyond the share of their environments in one transaction`,
    );
    this.records = records;
  }
}

export interface Store<Tx> {
  readonly clusterId: string;
  readPositions(reader: GroupKey, partitions: readonly TopicPartition[]): Promise<StreamPosition[]>;
  /** Returns topics that have a position on any cluster. */
  readKnownTopics(consumerGroup: string, topics: readonly string[]): Promise<string[]>;
  insertPositions(
    reader: GroupKey,
    starts: readonly (TopicPartition & { readonly nextOffset: number })[],
  ): Promise<void>;
  /** All or nothing. `lockMs` null, the default: as long as the connection allows. */
  transact<T>(work: (tx: Tx) => Promise<T>, lockMs?: number | null): Promise<T>;
  /** Returns those that another process owns by now. */
  advance(tx: Tx, moves: readonly PositionMove[]): Promise<GroupPartition[]>;
  /** Returns the row's id. */
  addToOutbox(tx: Tx, messages: Buffer): Promise<number>;
  deleteOutbox(tx: Tx, ids: readonly number[]): Promise<void>;
  park(tx: Tx | null, parked: GroupPartition & { readonly reason: string }): Promise<void>;
  countDeadLetters(tx: Tx, deadLetters: CountedLetters): Promise<number>;
  /** Depends on no message: if it works and a message cannot be stored, the message is the cause. */
  writeWitness(): Promise<void>;
  /** The store now continues from an earlier commit. */
  onHistoryChange(work: () => void): void;
  classifyFailure(thrown: unknown): DatabaseFailure;
  isLockTimeout(thrown: unknown): boolean;
}
