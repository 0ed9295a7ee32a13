import type { EnvironmentId, MemberId } from '@loyalty/kernel';

/** Where a due row stands. Rows of one lane are taken by rank, then by when they are due. */
export interface TaskKey {
  /** Whom it is asked of (a UUID): rows of one lane share its turns and its pace. */
  readonly destinationId: string;
  /** 0: asked before; 1: never asked. A retry never stands behind a backlog. */
  readonly rank: 0 | 1;
  /** Milliseconds since the epoch, by the database's clock. */
  readonly dueAtMs: number;
  /** Unlike that of any other row of its queue; negative for what has no row. */
  readonly number: number;
}

/** That a job was handed over as it was made: it has no row, a debt of its owner names it. */
export interface TaskLease {
  readonly leaseId: number;
  /** What it follows from: the event. */
  readonly sourceId: string;
  /** What it keeps in memory until its first attempt ends. */
  readonly bytes: number;
}

/** Something that is to be asked of somebody outside, until it is settled. */
export interface Task extends TaskKey {
  /** What it is about: a reward, or a delivery. */
  readonly id: string;
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId | null;
  /** Attempts that were recorded. */
  readonly attempt: number;
  /** Processes that were gone with it in hand since the last recorded attempt: each may have asked. */
  readonly abandoned: number;
  /** Milliseconds since the epoch. */
  readonly createdAtMs: number;
  /** Null: it was claimed. */
  readonly lease: TaskLease | null;
}

/** Work that is in nobody's rows yet. */
export interface TaskSpec extends Pick<
  Task,
  'destinationId' | 'id' | 'environmentId' | 'memberId' | 'createdAtMs'
> {
  /** What it follows from: the event. */
  readonly sourceId: string;
}

/** Work that a transaction is about to make, with its first attempt. */
export interface NewTask<Result> extends TaskSpec {
  /** What it keeps in memory until that attempt ends; what several share counts in parts. */
  readonly bytes: number;
  /** Asks the other side, as {@link TaskHandler.attempt} does, without reading anything. */
  attempt(): Promise<AttemptResult<Result>>;
}

/**
 * How the other side took an attempt: `well`; `strained` when it answered that it is busy, or nothing in time; `away` when it could
 * not be reached at all.
 */
export type LoadSignal = 'well' | 'strained' | 'away';

/** What an attempt came to. */
export interface AttemptResult<Result> {
  readonly result: Result;
  readonly load: LoadSignal;
}

/** An attempt to be recorded. */
export interface AttemptOutcome<Result> {
  readonly task: Task;
  /** Null: nothing is known of it. Processes were gone with it too often, or its attempt failed by a mistake of ours. */
  readonly result: Result | null;
}

/** What becomes of a due row: it goes, or comes again as asked before. */
export type Settlement = { readonly kind: 'done' } | { readonly kind: 'again'; readonly dueAtMs: number };

/** How many attempts of a lane may be under way at a time, and when it is given a rest. */
export interface ConcurrencyBounds {
  /** With how many it begins. */
  readonly initial: number;
  readonly max: number;
  /** So many attempts in a row that found it away close it for `closedMs`; then one tries. Absent: never. */
  readonly openAfterFailures?: number;
  /** Milliseconds. */
  readonly openMs?: number;
}

/**
 * One kind of work. `attempt` talks to the outside, in no transaction. The others are called in the transaction that records:
 * first `lock`, for rows that stand before due rows in the order of locks; then `record`, with those outcomes that are still this
 * process' own to count.
 */
export interface TaskHandler<Tx, Result, Locked> {
  boundsOf(task: Task): ConcurrencyBounds;
  /** Asks the other side once, within 10 s. It throws for nothing that the other side did. */
  attempt(task: Task): Promise<AttemptResult<Result>>;
  lock(tx: Tx, outcomes: readonly AttemptOutcome<Result>[]): Promise<Locked>;
  /**
   * Stores what due rows of these would refer to; answers the ids of those of which nothing was stored before. Absent: nothing of this
   * kind is ever handed over.
   */
  persist?(tx: Tx, tasks: readonly TaskSpec[]): Promise<ReadonlySet<string>>;
  /**
   * Stores what came of them; one settlement for each outcome, in their order. What was handed over may have been recorded before, where
   * the answer to that was lost: then it is `done`.
   */
  record(
    tx: Tx,
    outcomes: readonly AttemptOutcome<Result>[],
    lockedRows: Locked,
  ): Promise<readonly Settlement[]>;
}
