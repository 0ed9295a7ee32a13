import type { TaskRow } from '../task-tables.ts';
import type { Settlement, Task, TaskKey, TaskSpec } from '../task.ts';

export interface OwnerHeartbeat {
  readonly owner: number;
  readonly heartbeat: number;
}

export interface HeartbeatResult {
  /** The database's time. */
  readonly nowMs: number;
  readonly others: readonly OwnerHeartbeat[];
}

export interface DestinationCapacity {
  readonly destinationId: string;
  readonly capacity: number;
  /**
   * A time for each rank: rows that are due earlier are passed over. Without it, only a search finds the
   * destination.
   */
  readonly dueFromMs?: readonly [number, number, number];
}

export interface ClaimRequest {
  readonly owner: number;
  readonly nowMs: number;
  /** The capacities of the destinations that the process knows. */
  readonly capacities: readonly DestinationCapacity[];
  /** The capacity of each destination that it does not know. */
  readonly capacityOfOthers: number;
  /** The destination after which the claim begins; null to begin with the first one. */
  readonly after: string | null;
  readonly rowsMax: number;
}

export interface Claimed {
  readonly tasks: readonly Task[];
  /** The last destination that was looked at; null if there is none after it. */
  readonly upTo: string | null;
}

export interface SettledTask {
  readonly task: Task;
  readonly settlement: Settlement;
}

/** Gives tasks rows. `abandoned` is the number of processes that died with the tasks in flight. */
export type PersistTasks<Tx> = (tx: Tx, tasks: readonly TaskSpec[], abandoned?: number) => Promise<void>;

/** The store of a queue. Everything throws what the database throws. */
export interface TaskStore<Tx> {
  /** Calls `work` when the store continues from an earlier commit. */
  onHistoryChange(work: () => void): void;
  register(): Promise<number>;
  /** Moves the heartbeat. Resolves to null if the owner was declared dead and has no tasks. */
  heartbeat(owner: number): Promise<HeartbeatResult | null>;
  /**
   * Takes the tasks of an expired owner, unless its heartbeat has moved since. Rows count the death, and
   * leased tasks get rows. Returns the number of tasks.
   */
  reclaim(expired: OwnerHeartbeat, persistTasks: PersistTasks<Tx>): Promise<number>;
  /** Claims within each destination's capacity, from a bounded number of destinations in order. */
  claim(asked: ClaimRequest): Promise<Claimed>;
  release(owner: number, tasks: readonly TaskKey[]): Promise<void>;
  /**
   * Releases the owner's rows that are not in `numbers`: claims whose response was lost. Returns how many.
   */
  releaseUnconfirmed(owner: number, numbers: readonly number[]): Promise<number>;
  /** Creates a lease. Returns null if the owner has expired. */
  createLease(tx: Tx, owner: number, tasks: readonly TaskSpec[]): Promise<number | null>;
  deleteLeases(tx: Tx, leaseIds: readonly number[]): Promise<void>;
  /** Persists tasks whose commit was never confirmed. Returns how many tasks got rows. */
  reclaimLeases(owner: number, leaseIds: readonly number[], persistTasks: PersistTasks<Tx>): Promise<number>;
  enqueueTasks(tx: Tx, rows: readonly TaskRow[]): Promise<void>;
  /** Removes the owner. One with leases stays until the others find it dead. */
  deregister(owner: number): Promise<void>;
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Returns the tasks that the owner still has. */
  lockOwned(tx: Tx, owner: number, tasks: readonly Task[]): Promise<ReadonlySet<Task>>;
  /** Settles tasks. A leased task to be retried gets a row. */
  settle(tx: Tx, rows: readonly SettledTask[]): Promise<void>;
  classifyFailure(thrown: unknown): 'race' | 'data' | 'timeout' | 'unavailable' | 'unknown';
}
