import type { EnvironmentId, MemberId } from '@loyalty/kernel';

/** Tasks of one destination are claimed by rank, then by the time when they are due. */
export interface TaskKey {
  /** The provider or endpoint (a UUID). Tasks of one destination share its turns and its limit. */
  readonly destinationId: string;
  /**
   * 0: attempted before; 1: never attempted; 2: never attempted, and of the bulk lane. A lower rank goes
   * first: a retry never stands behind a backlog, and a till's task never behind that of a stream.
   */
  readonly rank: 0 | 1 | 2;
  /** Milliseconds since the epoch, by the database's clock. */
  readonly dueAtMs: number;
  /** Unique in its queue; negative for a task without a row. */
  readonly number: number;
}

/** Returns the rank of a task that was never attempted. */
export const firstRankOf = ({ isBulk = false }: { readonly isBulk?: boolean }): 1 | 2 => (isBulk ? 2 : 1);

/** Of a task that was submitted as it was made: it has no row; the lease of its owner names it. */
export interface TaskLease {
  readonly leaseId: number;
  /** The event that the task follows from. */
  readonly sourceId: string;
  /** Memory that the task takes until its first attempt ends. */
  readonly bytes: number;
}

/** One call to an outside system, retried until it is settled. */
export interface Task extends TaskKey {
  /** The reward or the delivery. */
  readonly id: string;
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId | null;
  /** Attempts that were recorded. */
  readonly attempt: number;
  /** Processes that died with the task in flight since the last recorded attempt. Each may have called. */
  readonly abandoned: number;
  /** Milliseconds since the epoch. */
  readonly createdAtMs: number;
  /** True if it follows from a fact of the bulk lane; so do the facts that it leads to. Default: false. */
  readonly isBulk?: boolean;
  /** Null: the task was claimed. */
  readonly lease: TaskLease | null;
}

export interface TaskSpec extends Pick<
  Task,
  'destinationId' | 'id' | 'environmentId' | 'memberId' | 'createdAtMs' | 'isBulk'
> {
  /** The event that the task follows from. */
  readonly sourceId: string;
}

/** A task that a transaction is about to make, with its first attempt. */
export interface NewTask<Result> extends TaskSpec {
  /** Memory that it takes until that attempt ends. Memory that several tasks share counts in parts. */
  readonly bytes: number;
  /** Calls the destination as {@link TaskHandler.attempt} does, without reading anything. */
  attempt(): Promise<AttemptResult<Result>>;
}

/**
 * How a destination took an attempt: `well`; `strained` when it was busy, or did not respond in time; `away`
 * when it could not be reached at all.
 */
export type LoadSignal = 'ok' | 'overloaded' | 'unreachable';

export interface AttemptResult<Result> {
  readonly result: Result;
  readonly load: LoadSignal;
}

export interface AttemptOutcome<Result> {
  readonly task: Task;
  /** Null: unknown. Processes died with the task too often, or the attempt failed inside this service. */
  readonly result: Result | null;
}

/** How a task is settled: it is complete, or it is retried. */
export type Settlement = { readonly kind: 'complete' } | { readonly kind: 'retry'; readonly dueAtMs: number };

/** How many attempts of a destination may run at a time, and when its circuit opens. */
export interface ConcurrencyBounds {
  readonly initial: number;
  readonly max: number;
  /** After so many that could not reach it the circuit opens for `openMs`; then one tries. Absent: never. */
  readonly openAfterFailures?: number;
  /** Milliseconds. */
  readonly openMs?: number;
}

/**
 * The user of a queue. `attempt` calls the destination, outside any transaction. The others run in the
 * transaction that records outcomes: first `lock`, for rows that come before tasks in the lock order; then
 * `record`, with the outcomes of tasks that this process still owns.
 */
export interface TaskHandler<Tx, Result, Locked> {
  boundsOf(task: Task): ConcurrencyBounds;
  /** Calls the destination once, within 10 s. Nothing that the destination does makes it throw. */
  attempt(task: Task): Promise<AttemptResult<Result>>;
  lock(tx: Tx, outcomes: readonly AttemptOutcome<Result>[]): Promise<Locked>;
  /**
   * Stores the rows that these tasks refer to. Returns the ids of the tasks whose rows were not stored
   * before. Absent: tasks of this queue are never submitted.
   */
  persist?(tx: Tx, tasks: readonly TaskSpec[]): Promise<ReadonlySet<string>>;
  /**
   * Stores the outcomes. Returns one settlement for each, in their order. A submitted task may have been
   * recorded before, when the database's response was lost: then it is `done`.
   */
  record(
    tx: Tx,
    outcomes: readonly AttemptOutcome<Result>[],
    lockedRows: Locked,
  ): Promise<readonly Settlement[]>;
}
