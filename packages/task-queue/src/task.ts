import type { EnvironmentId, MemberId } from '@loyalty/kernel';

export interface TaskKey {
  /** The id of the provider or endpoint (a UUID). Its tasks share its turns and its limit. */
  readonly destinationId: string;
  /**
   * The order of tasks: 0 attempted before; 1 never attempted; 2 never attempted, and bulk. Lower ranks go
   * first, so a retry never waits for a backlog.
   */
  readonly rank: 0 | 1 | 2;
  /** When the task is due, by the database's clock. */
  readonly dueAtMs: number;
  /** A number that is unique in its queue; negative for a task without a row. */
  readonly number: number;
}

export const firstRankOf = ({ isBulk = false }: { readonly isBulk?: boolean }): 1 | 2 => (isBulk ? 2 : 1);

/** The task has no row; the lease of its owner names it. */
interface TaskLease {
  readonly leaseId: number;
  readonly sourceId: string;
  /** These are bytes of memory, until its first attempt ends. */
  readonly bytes: number;
}

/** One call to an outside system, retried until it is settled. */
export interface Task extends TaskKey {
  /** The id of the reward or the delivery. */
  readonly id: string;
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId | null;
  readonly attempt: number;
  /**
   * The number of processes that died with the task since the last recorded attempt. Each of them may have
   * called.
   */
  readonly abandoned: number;
  readonly createdAtMs: number;
  /** True if the task, and the facts that it leads to, are bulk. */
  readonly isBulk?: boolean;
  /** The ids of all tasks that the row stands for, because they failed together; `id` is the first. Null: only `id`. */
  readonly batchIds?: readonly string[] | null;
  /** The lease; null if the task was claimed. */
  readonly lease: TaskLease | null;
}

export interface TaskSpec extends Pick<
  Task,
  'destinationId' | 'id' | 'environmentId' | 'memberId' | 'createdAtMs' | 'isBulk'
> {
  readonly sourceId: string;
}

/** A task from a transaction that is still open. */
export interface NewTask<Result> extends TaskSpec {
  /**
   * The bytes of memory that the task takes until its first attempt ends. What several tasks share is divided
   * among them.
   */
  readonly bytes: number;
  /** Makes the attempt as {@link TaskHandler.attempt} does, without reading anything. */
  attempt(): Promise<AttemptResult<Result>>;
  /** Attempts the task and others of its destination as {@link TaskHandler.attemptTogether} does, without reading anything. */
  attemptWith?(others: readonly NewTask<Result>[]): Promise<readonly AttemptResult<Result>[]>;
}

/** The tasks of one attempt, all of one destination. The first stands for all of them. */
export type TaskGroup = readonly [Task, ...Task[]];

/**
 * How a destination bears the load. `overloaded`: busy, or without a response in time; `unreachable`: not
 * reached at all.
 */
export type LoadSignal = 'ok' | 'overloaded' | 'unreachable';

export interface AttemptResult<Result> {
  readonly result: Result;
  readonly load: LoadSignal;
}

export interface AttemptOutcome<Result> {
  readonly task: Task;
  /**
   * The result; null if it is not known, because processes died with the task too often, or because the
   * attempt failed inside this service.
   */
  readonly result: Result | null;
  /** The outcomes of tasks that were attempted together with it. They are recorded in the same transaction. */
  readonly others?: readonly AttemptOutcome<Result>[];
}

export type Settlement =
  | { readonly kind: 'complete' }
  | {
      readonly kind: 'retry';
      readonly dueAtMs: number;
      /** Tasks of one transaction with the same text become one row, and are retried together. */
      readonly together?: string | null;
    };

/** How many tasks of a destination are attempted together. */
export interface BatchBounds {
  readonly tasksMax: number;
  /** A task in memory waits so long for others. */
  readonly waitMsMax: number;
}

export interface ConcurrencyBounds {
  readonly initial: number;
  readonly max: number;
  /**
   * The number of attempts in a row that could not reach the destination, after which the circuit opens for
   * `openMs`; then one attempt is made. If it is absent, the circuit never opens.
   */
  readonly openAfterFailures?: number;
  readonly openMs?: number;
  /** Null or absent: each task has an attempt of its own. */
  readonly batch?: BatchBounds | null;
}

/**
 * Makes and records attempts. `attempt` runs outside any transaction, and the others in the one that records:
 * first `lock`, for rows before tasks in the lock order, then `record`, with the outcomes of tasks that are
 * still owned.
 */
export interface TaskHandler<Tx, Result, Locked> {
  boundsOf(task: Task): ConcurrencyBounds;
  /** Makes an attempt, which ends within 10 s. Nothing that the destination does makes it throw. */
  attempt(task: Task): Promise<AttemptResult<Result>>;
  /** Attempts claimed tasks of one destination together. Returns a result for each, in order. Bounds with a `batch` need it. */
  attemptTogether?(tasks: readonly Task[]): Promise<readonly AttemptResult<Result>[]>;
  lock(tx: Tx, outcomes: readonly AttemptOutcome<Result>[]): Promise<Locked>;
  /**
   * Stores tasks. Returns the ids of those whose rows were not stored before. Without this function tasks are
   * never submitted.
   */
  persist?(tx: Tx, tasks: readonly TaskSpec[]): Promise<ReadonlySet<string>>;
  /**
   * Returns one settlement for each outcome, in order. A submitted task may be recorded already if the
   * response was lost: it is then complete.
   */
  record(
    tx: Tx,
    outcomes: readonly AttemptOutcome<Result>[],
    lockedRows: Locked,
  ): Promise<readonly Settlement[]>;
}
