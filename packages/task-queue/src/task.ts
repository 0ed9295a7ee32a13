import type { EnvironmentId, MemberId } from '@loyalty/kernel';

export interface TaskKey {
  /** The provider or endpoint (a UUID). Its tasks share its turns and its limit. */
  readonly destinationId: string;
  /**
   * 0: attempted before; 1: never; 2: never, and bulk. Lower goes first: a retry never stands behind a
   * backlog.
   */
  readonly rank: 0 | 1 | 2;
  /** The time is from the database's clock. */
  readonly dueAtMs: number;
  /** Unique in its queue; negative for a task without a row. */
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
  /** This is the id of the reward or the delivery. */
  readonly id: string;
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId | null;
  readonly attempt: number;
  /** Processes that died with it since the last recorded attempt. Each may have called. */
  readonly abandoned: number;
  readonly createdAtMs: number;
  /** Whether the task, and the facts that it leads to, are bulk. */
  readonly isBulk?: boolean;
  /** Null means that the task was claimed. */
  readonly lease: TaskLease | null;
}

export interface TaskSpec extends Pick<
  Task,
  'destinationId' | 'id' | 'environmentId' | 'memberId' | 'createdAtMs' | 'isBulk'
> {
  readonly sourceId: string;
}

/** Made by a transaction that is still open. */
export interface NewTask<Result> extends TaskSpec {
  /** These are bytes of memory, until that attempt ends. What several tasks share counts in parts. */
  readonly bytes: number;
  /** Attempts as {@link TaskHandler.attempt} does, without reading anything. */
  attempt(): Promise<AttemptResult<Result>>;
}

/** `overloaded`: busy, or no response in time; `unreachable`: not at all. */
export type LoadSignal = 'ok' | 'overloaded' | 'unreachable';

export interface AttemptResult<Result> {
  readonly result: Result;
  readonly load: LoadSignal;
}

export interface AttemptOutcome<Result> {
  readonly task: Task;
  /**
   * Null if it is not known: processes died with the task too often, or the attempt failed inside this
   * service.
   */
  readonly result: Result | null;
}

export type Settlement = { readonly kind: 'complete' } | { readonly kind: 'retry'; readonly dueAtMs: number };

export interface ConcurrencyBounds {
  readonly initial: number;
  readonly max: number;
  /**
   * After so many attempts that could not reach it the circuit opens for `openMs`; then one tries. If it is
   * absent, the circuit never opens.
   */
  readonly openAfterFailures?: number;
  readonly openMs?: number;
}

/**
 * `attempt` runs outside any transaction, the others in the one that records: first `lock`, for rows before
 * tasks in the lock order; then `record`, with outcomes of tasks still owned.
 */
export interface TaskHandler<Tx, Result, Locked> {
  boundsOf(task: Task): ConcurrencyBounds;
  /** Ends within 10 s. Nothing that the destination does makes it throw. */
  attempt(task: Task): Promise<AttemptResult<Result>>;
  lock(tx: Tx, outcomes: readonly AttemptOutcome<Result>[]): Promise<Locked>;
  /** Returns ids of tasks whose rows were not stored before. Absent: tasks are never submitted. */
  persist?(tx: Tx, tasks: readonly TaskSpec[]): Promise<ReadonlySet<string>>;
  /**
   * One settlement each, in order. A submitted task may be recorded already, when the response was lost: it
   * is complete.
   */
  record(
    tx: Tx,
    outcomes: readonly AttemptOutcome<Result>[],
    lockedRows: Locked,
  ): Promise<readonly Settlement[]>;
}
