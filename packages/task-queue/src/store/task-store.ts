import type { TaskRow } from '../task-tables.ts';
import type { Settlement, Task, TaskKey, TaskSpec } from '../task.ts';

/** The heartbeat of a process: a number that rises. */
export interface OwnerHeartbeat {
  readonly owner: number;
  readonly heartbeat: number;
}

export interface HeartbeatResult {
  /** The database's time, milliseconds since the epoch. */
  readonly nowMs: number;
  /** The other processes of its queue. */
  readonly others: readonly OwnerHeartbeat[];
}

/** How many more rows of a destination a process has capacity for. */
export interface DestinationCapacity {
  readonly destinationId: string;
  readonly capacity: number;
  /**
   * By rank: rows that are due earlier are passed over; milliseconds since the epoch. Default: none are, and
   * the destination is looked at only if a search finds a row of it.
   */
  readonly dueFromMs?: readonly [number, number, number];
}

export interface ClaimRequest {
  readonly owner: number;
  /** Tasks due by then are claimed; milliseconds since the epoch. */
  readonly nowMs: number;
  /** Of destinations that the process knows. */
  readonly capacities: readonly DestinationCapacity[];
  /** For each destination that it does not know. */
  readonly capacityOfOthers: number;
  /** The destination behind which to begin; null: with the first one. */
  readonly after: string | null;
  readonly rowsMax: number;
}

export interface Claimed {
  readonly tasks: readonly Task[];
  /** The last destination that was looked at; null: there is none behind it. */
  readonly upTo: string | null;
}

export interface SettledTask {
  readonly task: Task;
  readonly settlement: Settlement;
}

/** Gives rows to tasks that have none; `abandoned`: processes that died with them in flight. */
export type PersistTasks<Tx> = (tx: Tx, tasks: readonly TaskSpec[], abandoned?: number) => Promise<void>;

/** One queue, as it is stored. Everything throws what the database throws. */
export interface TaskStore<Tx> {
  /** Calls `work` whenever the store goes on from an earlier commit than those that were seen. */
  onHistoryChange(work: () => void): void;
  /** Takes a new owner number. */
  register(): Promise<number>;
  /** Moves the heartbeat. Returns null when the process was declared dead and owns nothing any more. */
  heartbeat(owner: number): Promise<HeartbeatResult | null>;
  /**
   * Frees all tasks of a dead owner, unless its heartbeat has moved since. Rows count the death; leased tasks
   * get rows. Returns how many tasks.
   */
  reclaim(expired: OwnerHeartbeat, persistTasks: PersistTasks<Tx>): Promise<number>;
  /** Claims due tasks within each destination's capacity, of a bounded number of destinations in order. */
  claim(asked: ClaimRequest): Promise<Claimed>;
  release(owner: number, tasks: readonly TaskKey[]): Promise<void>;
  /** Frees the owner's rows that are not in `numbers`: claims whose response was lost. Returns how many. */
  releaseUnconfirmed(owner: number, numbers: readonly number[]): Promise<number>;
  /** Records a lease on these tasks. Returns its id, or null if the owner has expired. */
  createLease(tx: Tx, owner: number, tasks: readonly TaskSpec[]): Promise<number | null>;
  /** Deletes leases whose last task has left. */
  deleteLeases(tx: Tx, leaseIds: readonly number[]): Promise<void>;
  /** Gives rows to the tasks of these leases, whose commit was never confirmed. Returns how many. */
  reclaimLeases(owner: number, leaseIds: readonly number[], persistTasks: PersistTasks<Tx>): Promise<number>;
  enqueueTasks(tx: Tx, rows: readonly TaskRow[]): Promise<void>;
  /** Removes an owner without tasks. One with leases stays until the others find it dead. */
  deregister(owner: number): Promise<void>;
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Locks the rows and leases that the owner still has, and returns their tasks. */
  lockOwned(tx: Tx, owner: number, tasks: readonly Task[]): Promise<ReadonlySet<Task>>;
  /** Deletes the rows of complete tasks, and postpones those to retry. A leased task to retry gets a row. */
  settle(tx: Tx, rows: readonly SettledTask[]): Promise<void>;
  classifyFailure(thrown: unknown): 'race' | 'data' | 'timeout' | 'unavailable' | 'unknown';
}
