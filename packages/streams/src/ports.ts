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

/** The lane of a message: tills wait for the interactive one, bulk fills the capacity that is left. */
export type Lane = 'interactive' | 'bulk';

export interface Message<T> {
  readonly record: InboundRecord;
  readonly consumerGroup: string;
  readonly lane: Lane;
  readonly value: T;
}

/** Every reason is listed in the catalogue of metrics. */
export type RejectionReason = MetricLabels<'loyalty_dead_letters_total'>['reason'];

/** The reason why the bytes or the content of a message can never be processed. */
export interface Rejection {
  /** Short and stable, as in `UNDECODABLE`; a label of metrics and dead letters. */
  readonly reason: RejectionReason;
  /** For the operator; no payload. */
  readonly detail: string;
}

export interface RejectedMessage {
  readonly record: InboundRecord;
  readonly consumerGroup: string;
  readonly lane: Lane;
  readonly rejection: Rejection;
  /** True when the handler cannot record that it was given up: it becomes a dead letter, and nothing else. */
  readonly isDeadLetterOnly?: boolean;
}

/** The messages that a batch publishes once it is committed. */
export interface Effects {
  /** Published at least once, guarded by the outbox. */
  readonly facts: readonly OutgoingMessage[];
  /** Sent once, best effort: the stored response is the guarantee. */
  readonly replies: readonly OutgoingMessage[];
  /** Messages that turned out to be bad while deciding: they become dead letters. */
  readonly rejected: readonly RejectedMessage[];
}

/**
 * How an engine processes one batch, in one transaction: lock, read and decide; (the runtime moves the
 * positions, which fences zombies); store. After the commit the runtime publishes.
 */
export interface BatchHandler<T, Tx, Plan> {
  /** Waits for capacity for the tasks of a batch; nothing is locked meanwhile. Absent: a batch makes none. */
  waitForCapacity?(): Promise<void>;
  /** Prepares each attempt at these messages, outside of a transaction. Absent: nothing is needed. */
  prepare?(batch: readonly Message<T>[]): Promise<void>;
  /**
   * Locks, reads and decides; writes nothing. Messages of one member come in order. Throws {@link
   * BeyondShare} when an environment's decisions lead to more than its share of a transaction.
   */
  plan(tx: Tx, batch: readonly Message<T>[]): Promise<Plan>;
  /**
   * Stores rows that other transactions may wait for; sent before the positions are moved, as the lock order
   * requires. Absent: the plan shares nothing.
   */
  storeShared?(tx: Tx, plan: Plan): Promise<void>;
  /** Stores the rest of the plan; throws {@link LostRace} when a race was lost. */
  store(tx: Tx, plan: Plan): Promise<void>;
  effectsOf(plan: Plan): Effects;
  /** Called once after the commit; must not throw. */
  committed(plan: Plan): void;
  /** Records that they were given up, in the transaction that skips them. Returns the replies to them. */
  giveUp(tx: Tx, deadLetters: readonly GivenUp<T>[]): Promise<readonly OutgoingMessage[]>;
}

/** A message that is given up; its value is null where its bytes could not be read. */
export interface GivenUp<T> extends RejectedMessage {
  readonly value: T | null;
}

/**
 * Thrown for a failure that only the messages themselves can cause: the batch is halved until they are found.
 */
export class MessageFailure extends Error {
  override readonly name = 'MessageFailure';
}

/**
 * Thrown by `plan`, which never names all messages: the batch goes on without these, and they are read again.
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

/** Stores positions, the outbox and every effect in one transaction. */
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
   * Stores everything that `work` does, or nothing. `lockMs`: how long a statement waits for a lock, in
   * milliseconds; null, the default: as long as the connection allows.
   */
  transact<T>(work: (tx: Tx) => Promise<T>, lockMs?: number | null): Promise<T>;
  /** Moves positions. Returns those that another process owns by now. */
  advance(tx: Tx, moves: readonly PositionMove[]): Promise<GroupPartition[]>;
  /** Adds packed messages to the outbox. Returns the row's id. */
  addToOutbox(tx: Tx, messages: Buffer): Promise<number>;
  deleteOutbox(tx: Tx, ids: readonly number[]): Promise<void>;
  park(tx: Tx | null, parked: GroupPartition & { readonly reason: string }): Promise<void>;
  countDeadLetters(tx: Tx, deadLetters: CountedLetters): Promise<number>;
  /**
   * Writes and commits a row that depends on no message. If that works and a message cannot be stored, the
   * message is the cause.
   */
  writeWitness(): Promise<void>;
  /** Calls `work` when the store continues from an earlier commit than the last one seen. */
  onHistoryChange(work: () => void): void;
  classifyFailure(thrown: unknown): DatabaseFailure;
  /** True when a statement has waited for a lock for as long as it may. */
  isLockTimeout(thrown: unknown): boolean;
}
