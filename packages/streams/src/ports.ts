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

/**
 * The lane of a message. Tills wait for the interactive lane; the bulk lane fills the capacity that is left.
 */
export type Lane = 'interactive' | 'bulk';

export interface Message<T> {
  readonly record: InboundRecord;
  readonly consumerGroup: string;
  readonly lane: Lane;
  readonly value: T;
}

export type RejectionReason = MetricLabels<'loyalty_dead_letters_total'>['reason'];

export interface Rejection {
  /** The reason as a label of metrics and dead letters, which is short and stable, such as `UNDECODABLE`. */
  readonly reason: RejectionReason;
  /** A text for the operator, without any payload. */
  readonly detail: string;
  /** What is wrong with a message that was read, for its sender: at most 20 faults, without its values. */
  readonly errors?: readonly { readonly pointer: string; readonly message: string }[];
}

export interface RejectedMessage {
  readonly record: InboundRecord;
  readonly consumerGroup: string;
  readonly lane: Lane;
  readonly rejection: Rejection;
  /** True if the handler cannot record that the message was given up. */
  readonly isDeadLetterOnly?: boolean;
}

export interface Effects {
  /** Facts, which are published at least once, guarded by the outbox. */
  readonly facts: readonly OutgoingMessage[];
  /** Replies, which are sent once without a guarantee: the stored response is the guarantee. */
  readonly replies: readonly OutgoingMessage[];
  /** The messages that become dead letters. */
  readonly rejected: readonly RejectedMessage[];
}

/**
 * Handles the messages of a batch. The runtime moves the positions, which fences zombies, between `plan` and
 * `store`.
 */
export interface BatchHandler<T, Tx, Plan> {
  /**
   * Waits for space in a queue of tasks; nothing is locked meanwhile. Without this function a batch makes no
   * tasks.
   */
  waitForCapacity?(): Promise<void>;
  /** Prepares each attempt, outside of a transaction, for all records of the batch, readable or not. */
  prepare?(batch: readonly Pick<Message<T>, 'record'>[]): Promise<void>;
  /**
   * Locks, reads and decides, and writes nothing. Messages of one member come in order. May throw {@link
   * BeyondShare}.
   */
  plan(tx: Tx, batch: readonly Message<T>[]): Promise<Plan>;
  /** Stores rows that others may wait for, before the positions are moved, as the lock order requires. */
  storeShared?(tx: Tx, plan: Plan): Promise<void>;
  /** Stores the plan. Throws {@link LostRace} if another process stored first. */
  store(tx: Tx, plan: Plan): Promise<void>;
  effectsOf(plan: Plan): Effects;
  /** Called once after the commit. It must not throw. */
  committed(plan: Plan): void;
  /**
   * Returns false if nothing was read or written for the messages; batches are then larger until one has an
   * effect. Without this function, each batch has one.
   */
  hasEffect?(plan: Plan): boolean;
  /**
   * Gives up dead letters in the transaction that skips them, whose outbox row gets the facts. Without this
   * function, nothing but the dead letters follows.
   */
  giveUp?(tx: Tx, deadLetters: readonly GivenUp<T>[]): Promise<GiveUpEffects>;
}

export type GiveUpEffects = Pick<Effects, 'facts' | 'replies'>;

/** A message that was given up; `value` is null if its bytes could not be read. */
export interface GivenUp<T> extends RejectedMessage {
  readonly value: T | null;
}

/** Thrown for a failure that only the messages can cause: the batch is halved until they are found. */
export class MessageFailure extends Error {
  override readonly name = 'MessageFailure';
}

/**
 * Thrown by `plan` for messages beyond a share, which are never all of them: the batch continues without
 * these, and they are read again.
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
  /** Returns the topics that have a position on any cluster. */
  readKnownTopics(consumerGroup: string, topics: readonly string[]): Promise<string[]>;
  insertPositions(
    reader: GroupKey,
    starts: readonly (TopicPartition & { readonly nextOffset: number })[],
  ): Promise<void>;
  /**
   * Runs `work` in a transaction. If `lockMs` is null, which is the default, statements wait for locks as
   * long as the connection allows.
   */
  transact<T>(work: (tx: Tx) => Promise<T>, lockMs?: number | null): Promise<T>;
  /** Advances positions. Returns those that another process owns by now. */
  advance(tx: Tx, moves: readonly PositionMove[]): Promise<GroupPartition[]>;
  /** Adds messages to the outbox. Returns the row's id. */
  addToOutbox(tx: Tx, messages: Buffer): Promise<number>;
  deleteOutbox(tx: Tx, ids: readonly number[]): Promise<void>;
  park(tx: Tx | null, parked: GroupPartition & { readonly reason: string }): Promise<void>;
  countDeadLetters(tx: Tx, deadLetters: CountedLetters): Promise<number>;
  /**
   * Writes something that depends on no message: if this works and a message cannot be stored, the message is
   * the cause.
   */
  writeWitness(): Promise<void>;
  /** Calls `work` when the store continues from an earlier commit. */
  onHistoryChange(work: () => void): void;
  classifyFailure(thrown: unknown): DatabaseFailure;
  isLockTimeout(thrown: unknown): boolean;
}
