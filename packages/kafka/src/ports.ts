import type { TopicPartition } from '@loyalty/storage/positions';

/** The value of one header. Kafka allows a header more than once; the first one is read. */
export type HeaderValue = Buffer | string;

/** One record as the broker stores it. Offsets and timestamps are safe integers (below 2^53). */
export interface InboundRecord extends TopicPartition {
  readonly offset: number;
  /** Milliseconds since the epoch, set by the broker (LogAppendTime) on input topics. */
  readonly timestamp: number;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers: Readonly<Record<string, HeaderValue | undefined>>;
  /** The rough size of all its parts in bytes. If it is absent, it has not been computed yet. */
  readonly size?: number;
  /**
   * The epoch of the leader. A leader that cut the log and wrote it again has a later one. It is absent if it
   * is unknown.
   */
  readonly leaderEpoch?: number;
}

/** One message on its way to Kafka; it is placed by its key unless it names its partition. */
export interface OutgoingMessage {
  readonly topic: string;
  readonly partition?: number;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers: Readonly<Record<string, HeaderValue>>;
}

/** What tells a record from another one that took its offset after the log was cut. */
export type RecordMark = Pick<InboundRecord, 'offset' | 'timestamp' | 'leaderEpoch'>;

/** It has no records and moves nothing where only the ends of the log have moved. */
export interface Fetch extends TopicPartition {
  readonly fetchedOffset: number;
  /** The offset after the last record that the fetch covered, control records included. */
  readonly nextOffset: number;
  /** The offset after the last record of the log at that time. It is absent if it is unknown. */
  readonly logEnd?: number;
  /**
   * The offset up to which records are decided: that of the first record of a transaction that was open at the time, or
   * `logEnd`. Absent: unknown.
   */
  readonly stableEnd?: number;
  readonly records: readonly InboundRecord[];
  /**
   * The first and the last record that the fetch covered, where `records` leaves some out: those of aborted transactions
   * and control records.
   */
  readonly covered?: { readonly first: RecordMark; readonly last: RecordMark };
  /** Why the batch at `fetchedOffset` cannot be decoded. No records then, nor before a seek. */
  readonly undecodable?: string;
  /**
   * True if the log was cut, or starts later than `fetchedOffset`. There are then no records, and no more
   * before a seek.
   */
  readonly isOutside?: true;
}

/** Receives what a consumer reports. Calls return at once and never throw. */
export interface ConsumerListener {
  /**
   * Called with the partitions that are read from now on; earlier seeks and pauses may be void. Until then
   * the former partitions are fetched.
   */
  joined(assignment: readonly TopicPartition[]): void;
  fetched(fetch: Fetch): void;
  alive?(): void;
  /**
   * Resolves when the next records would not have to wait for a batch in flight. Null, or no function, means
   * now.
   */
  untilOfUse?(): Promise<void> | null;
  /**
   * Asked at each join. If it returns false, the member takes no partitions of topics that another member can
   * store. Default: true.
   */
  canStore?(): boolean;
  /** Called when the consumer has ended and will not start again by itself. */
  failed(reason: unknown): void;
}

/** The first offset still in the log, and the offset that the next record will get (Kafka's high watermark). */
export interface LogBounds extends TopicPartition {
  readonly start: number;
  readonly end: number;
}

/**
 * The end of a log, and the offset up to which it can be read (Kafka's last stable offset). From there to the end,
 * messages wait for a transaction that a producer has not ended; without one both are the same.
 */
export interface LogEnds extends TopicPartition {
  readonly end: number;
  readonly stableEnd: number;
}

export interface WholeLogBounds extends LogBounds, LogEnds {}

/** `seek`, `pause`, `resume` never throw; without a group they do nothing: call them again on `joined`. */
export interface ConsumerPort {
  start(listener: ConsumerListener): Promise<void>;
  /**
   * Makes the next fetch of this partition begin at `offset`. Fetches in flight are dropped or still arrive.
   */
  seek(partition: TopicPartition, offset: number): void;
  pause(partitions: readonly TopicPartition[]): void;
  resume(partitions: readonly TopicPartition[]): void;
  /**
   * Returns the bounds of logs. Partitions without a leader are missing; with `all` the call throws instead.
   */
  logBounds(topics: readonly string[], which?: 'known' | 'all'): Promise<LogBounds[]>;
  /** Commits offsets to Kafka, for lag metrics only; failures have no consequence. */
  commit(offsets: readonly (TopicPartition & { readonly nextOffset: number })[]): Promise<void>;
  stop(): Promise<void>;
}

export interface GroupConsumer extends ConsumerPort {
  readonly memberId: string;
  /**
   * Joins the group again, because this member has something new to say about itself. Without a group it does
   * nothing.
   */
  joinAgain(): void;
  /**
   * Makes a member whose process is dead leave the group, so that its partitions are shared out immediately.
   */
  expel(memberId: string): Promise<void>;
}

/** Sends messages to Kafka; resolves when the broker has acknowledged all of them. */
export interface ProducerPort {
  send(messages: readonly OutgoingMessage[]): Promise<void>;
  /** Waits for the messages in flight, then closes. */
  stop(): Promise<void>;
}
