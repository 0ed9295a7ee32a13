import type { Task, TaskKey, TaskSpec, Settlement } from './task.ts';
import type { TaskRow } from './task-tables.ts';

/** How often a process has said that it lives. */
export interface OwnerHeartbeat {
  readonly owner: number;
  readonly heartbeat: number;
}

/** What a process learns when it says that it lives. */
export interface HeartbeatResult {
  /** The database's time, milliseconds since the epoch. */
  readonly nowMs: number;
  /** The other processes of its queue. */
  readonly others: readonly OwnerHeartbeat[];
}

/** How many more rows of a lane a process has room for. */
export interface DestinationCapacity {
  readonly destinationId: string;
  readonly capacity: number;
}

export interface ClaimRequest {
  readonly owner: number;
  /** What is due by then, milliseconds since the epoch. */
  readonly nowMs: number;
  /** Lanes that the process knows. */
  readonly capacities: readonly DestinationCapacity[];
  /** For each lane that it does not know. */
  readonly capacityOfOthers: number;
  /** Behind which lane to begin; null: with the first one. */
  readonly after: string | null;
  /** So many rows at most. */
  readonly rowsMax: number;
}

export interface Claimed {
  readonly tasks: readonly Task[];
  /** The last lane that was looked at; null: there is none behind it. */
  readonly upTo: string | null;
}

/** What becomes of one job. */
export interface SettledTask {
  readonly task: Task;
  readonly settlement: Settlement;
}

/** Gives works rows of their own, those that have none; `abandoned`: processes that were gone with them in hand. */
export type PersistTasks<Tx> = (tx: Tx, tasks: readonly TaskSpec[], abandoned?: number) => Promise<void>;

/** One queue, as it is stored. Everything throws what the database throws. */
export interface TaskStore<Tx> {
  /** Calls `work` whenever the store goes on from an earlier commit than those that were seen. */
  onHistoryChange(work: () => void): void;
  /** Takes a new owner number. */
  register(): Promise<number>;
  /** Says that the process lives; null: it was declared gone, and nothing is its own any more. */
  heartbeat(owner: number): Promise<HeartbeatResult | null>;
  /**
   * Frees everything of an owner that is gone, unless it has moved since: each row counts it, what it owed is given rows. Answers how
   * many jobs.
   */
  reclaim(expired: OwnerHeartbeat, persistTasks: PersistTasks<Tx>): Promise<number>;
  /** Takes what is due, at most as many of each lane as there is room for. It looks at a bounded number of lanes, in their order. */
  claim(asked: ClaimRequest): Promise<Claimed>;
  /** Gives back rows that were not asked. */
  release(owner: number, tasks: readonly TaskKey[]): Promise<void>;
  /** Gives back what is the owner's and not among `places`: what it was given and never heard of. */
  releaseUnconfirmed(owner: number, places: readonly number[]): Promise<number>;
  /** Says that the owner has these in hand; answers the debt's number, or null when the owner was declared gone. */
  createLease(tx: Tx, owner: number, tasks: readonly TaskSpec[]): Promise<number | null>;
  /** Nothing of these debts is in hand any more. */
  deleteLeases(tx: Tx, leaseIds: readonly number[]): Promise<void>;
  /** Gives rows to what debts of the owner name that it never took in hand; answers how many. */
  reclaimLeases(owner: number, leaseIds: readonly number[], persistTasks: PersistTasks<Tx>): Promise<number>;
  enqueueTasks(tx: Tx, rows: readonly TaskRow[]): Promise<void>;
  /** The owner goes, which has nothing in hand; one that owes something stays, until the others find it gone. */
  deregister(owner: number): Promise<void>;
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Locks what is still the owner's, rows that are due as they were and debts, and answers those jobs. */
  lockOwned(tx: Tx, owner: number, tasks: readonly Task[]): Promise<ReadonlySet<Task>>;
  /** Rows that the transaction has locked go, or come again; what was handed over is given a row where it is to come again. */
  settle(tx: Tx, rows: readonly SettledTask[]): Promise<void>;
  /** What a failure of it asks for. */
  classifyFailure(thrown: unknown): 'again' | 'message' | 'slow' | 'wait' | 'unknown';
}
