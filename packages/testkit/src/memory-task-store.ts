import type { DatabaseFailure } from '@loyalty/storage';
import type {
  Claimed,
  ClaimRequest,
  HeartbeatResult,
  OwnerHeartbeat,
  PersistTasks,
  SettledTask,
  Task,
  TaskKey,
  TaskSpec,
  TaskStore,
} from '@loyalty/task-queue';
import type { TaskRow } from '@loyalty/task-queue/task-tables';
import { blocked } from './line.ts';
import type { MemoryTransaction } from './memory-database.ts';
import type { MemoryStore } from './memory-store.ts';
import type { StoredLease, StoredTask, TaskTables } from './memory-task-tables.ts';

export interface MemoryTaskStoreOptions {
  readonly tables: TaskTables;
  /** The process's connection to the database. */
  readonly store: MemoryStore;
}

/** The {@link TaskStore} in memory: one process's connection to a MemoryDatabase. */
export class MemoryTaskStore implements TaskStore<MemoryTransaction> {
  readonly #tables: TaskTables;
  readonly #store: MemoryStore;
  readonly onHistoryChange: MemoryStore['onHistoryChange'];

  constructor({ tables, store }: MemoryTaskStoreOptions) {
    this.#tables = tables;
    this.#store = store;
    this.onHistoryChange = store.onHistoryChange.bind(store);
  }

  async register(): Promise<number> {
    const owner = this.#tables.nextOwner();
    await this.#store.alone('join', (tx) => {
      this.#tables.owners.write(tx, owner.toString(), 0);
      return undefined;
    });
    return owner;
  }

  async heartbeat(owner: number): Promise<HeartbeatResult | null> {
    const { owners } = this.#tables;
    const { database } = this.#store;
    let heartbeat: HeartbeatResult | null = null;
    await this.#store.alone('heartbeat', (tx) => {
      const key = owner.toString();
      if (!owners.lock(tx, key)) return blocked;
      const before = owners.read(tx, key);
      if (before === undefined) return undefined;
      owners.write(tx, key, before + 1);
      const all = [...owners.rows].map(([other, count]) => ({ owner: Number(other), heartbeat: count }));
      heartbeat = { nowMs: database.now(), others: all.filter((other) => other.owner !== owner) };
      return undefined;
    });
    return heartbeat;
  }

  reclaim(
    { owner, heartbeat }: OwnerHeartbeat,
    persistTasks: PersistTasks<MemoryTransaction>,
  ): Promise<number> {
    const { owners } = this.#tables;
    return this.#store.transact(async (tx) => {
      const rows = await this.#store.within(tx, 'reclaim', () => {
        const key = owner.toString();
        if (!owners.lock(tx, key)) return blocked;
        if (owners.read(tx, key) !== heartbeat) return null;
        owners.write(tx, key, undefined);
        return this.#free(tx, (row) => row.owner === owner, 1);
      });
      if (rows === null) return 0;
      const tasks = await this.#takeLeases(tx, (lease) => lease.owner === owner);
      if (tasks.length > 0) await persistTasks(tx, tasks, 1);
      return rows + tasks.length;
    });
  }

  createLease(tx: MemoryTransaction, owner: number, tasks: readonly TaskSpec[]): Promise<number | null> {
    const { owners, leases } = this.#tables;
    return this.#store.within(tx, 'create lease', () => {
      // As FOR KEY SHARE does, this orders the lease before or after a reclaim of the owner.
      if (!owners.lock(tx, owner.toString())) return blocked;
      if (owners.read(tx, owner.toString()) === undefined) return null;
      const id = this.#tables.nextLease();
      leases.write(tx, id.toString(), { owner, tasks });
      return id;
    });
  }

  deleteLeases(tx: MemoryTransaction, leaseIds: readonly number[]): Promise<void> {
    return this.#store.within(tx, 'pay', () => {
      for (const id of leaseIds) this.#tables.leases.write(tx, id.toString(), undefined);
    });
  }

  reclaimLeases(
    owner: number,
    leaseIds: readonly number[],
    persistTasks: PersistTasks<MemoryTransaction>,
  ): Promise<number> {
    const ids = new Set(leaseIds.map(String));
    return this.#store.transact(async (tx) => {
      const tasks = await this.#takeLeases(tx, (lease, id) => lease.owner === owner && ids.has(id));
      if (tasks.length > 0) await persistTasks(tx, tasks);
      return tasks.length;
    });
  }

  enqueueTasks(tx: MemoryTransaction, rows: readonly TaskRow[]): Promise<void> {
    return this.#store.within(tx, 'add due rows', () => {
      for (const row of rows) this.#tables.add(tx, row);
    });
  }

  async claim({
    owner,
    nowMs,
    capacities,
    capacityOfOthers,
    after,
    rowsMax,
  }: ClaimRequest): Promise<Claimed> {
    const { tasks, owners } = this.#tables;
    const known = new Map(capacities.map((asked) => [asked.destinationId, asked]));
    const earliestMs = ({ destinationId, rank }: StoredTask): number =>
      known.get(destinationId)?.dueFromMs?.[rank] ?? -Infinity;
    const capacityOf = (destinationId: string): number =>
      known.get(destinationId)?.capacity ?? capacityOfOthers;
    const taken: Task[] = [];
    await this.#store.alone('claim', (tx) => {
      if (owners.read(tx, owner.toString()) === undefined) return undefined;
      const left = new Map<string, number>();
      const isAsked = (row: StoredTask): boolean =>
        isFree(row, nowMs) && (after === null || row.destinationId > after) && row.dueAtMs >= earliestMs(row);
      for (const row of byDestination([...tasks.rows.values()].filter(isAsked))) {
        if (taken.length >= rowsMax) return undefined;
        const room = left.get(row.destinationId) ?? capacityOf(row.destinationId);
        if (room <= 0) continue;
        // As SKIP LOCKED: rows that others have locked are skipped.
        if (!tasks.lock(tx, row.number.toString())) continue;
        left.set(row.destinationId, room - 1);
        tasks.write(tx, row.number.toString(), { ...row, owner });
        taken.push(row);
      }
      return undefined;
    });
    const isCut = taken.length >= rowsMax;
    return {
      tasks: inOrder(taken),
      upTo: isCut ? taken.map(({ destinationId }) => destinationId).reduce((a, b) => (a > b ? a : b)) : null,
    };
  }

  release(owner: number, jobs: readonly TaskKey[]): Promise<void> {
    const numbers = new Set(jobs.map(({ number }) => number));
    return this.#store.alone('release', (tx) => {
      const freed = this.#free(tx, (row) => row.owner === owner && numbers.has(row.number));
      return freed === blocked ? blocked : undefined;
    });
  }

  async releaseUnconfirmed(owner: number, numbers: readonly number[]): Promise<number> {
    const known = new Set(numbers);
    let rows = 0;
    await this.#store.alone('release unconfirmed', (tx) => {
      const freed = this.#free(tx, (row) => row.owner === owner && !known.has(row.number));
      if (freed === blocked) return blocked;
      rows = freed;
      return undefined;
    });
    return rows;
  }

  deregister(owner: number): Promise<void> {
    const { owners, leases } = this.#tables;
    return this.#store.alone('leave', (tx) => {
      if (!owners.lock(tx, owner.toString())) return blocked;
      const hasLeases = [...leases.rows.values()].some((lease) => lease.owner === owner);
      if (!hasLeases) owners.write(tx, owner.toString(), undefined);
      return undefined;
    });
  }

  transact<T>(work: (tx: MemoryTransaction) => Promise<T>): Promise<T> {
    return this.#store.transact(work);
  }

  lockOwned(tx: MemoryTransaction, owner: number, jobs: readonly Task[]): Promise<ReadonlySet<Task>> {
    const { tasks, leases } = this.#tables;
    const lock = ({ number, lease }: Task): boolean =>
      lease === null ? tasks.lock(tx, number.toString()) : leases.lock(tx, lease.leaseId.toString());
    return this.#store.within(tx, 'lock ours', () => {
      const isOurs = ({ number, dueAtMs, lease }: Task): boolean => {
        if (lease !== null) return leases.read(tx, lease.leaseId.toString())?.owner === owner;
        const row = tasks.read(tx, number.toString());
        return row?.owner === owner && row.dueAtMs === dueAtMs;
      };
      const candidates = jobs.filter(isOurs);
      if (!candidates.every(lock)) return blocked;
      return new Set(candidates.filter(isOurs));
    });
  }

  settle(tx: MemoryTransaction, rows: readonly SettledTask[]): Promise<void> {
    return this.#store.within(tx, 'settle', () => {
      for (const row of rows) this.#settle(tx, row);
    });
  }

  classifyFailure(thrown: unknown): DatabaseFailure {
    return this.#store.classifyFailure(thrown);
  }

  #settle(tx: MemoryTransaction, { task, settlement }: SettledTask): void {
    const { tasks } = this.#tables;
    const key = task.number.toString();
    const again = { rank: 0 as const, attempt: task.attempt + 1, abandoned: 0, owner: 0 };
    if (task.lease !== null) {
      if (settlement.kind === 'retry')
        this.#tables.add(tx, { ...task, ...again, dueAtMs: settlement.dueAtMs });
      return;
    }
    const row = tasks.read(tx, key);
    if (row === undefined) return;
    tasks.write(
      tx,
      key,
      settlement.kind === 'complete' ? undefined : { ...row, ...again, dueAtMs: settlement.dueAtMs },
    );
  }

  /** Deletes leases and returns the tasks that they name. */
  #takeLeases(
    tx: MemoryTransaction,
    isMeant: (lease: StoredLease, id: string) => boolean,
  ): Promise<TaskSpec[]> {
    const { leases } = this.#tables;
    return this.#store.within(tx, 'take leases', () => {
      const taken = [...leases.rows].filter(([id, lease]) => isMeant(lease, id));
      if (!taken.every(([id]) => leases.lock(tx, id))) return blocked;
      const left = taken.filter(([id]) => leases.read(tx, id) !== undefined);
      for (const [id] of left) leases.write(tx, id, undefined);
      return left.flatMap(([, { tasks }]) => tasks);
    });
  }

  /** Releases rows and returns how many, or `blocked` if one is locked. */
  #free(
    tx: MemoryTransaction,
    isMeant: (row: StoredTask) => boolean,
    abandoned = 0,
  ): number | typeof blocked {
    const { tasks } = this.#tables;
    const rows = [...tasks.rows.values()].filter(isMeant);
    if (!rows.every(({ number }) => tasks.lock(tx, number.toString()))) return blocked;
    for (const row of rows)
      tasks.write(tx, row.number.toString(), { ...row, owner: 0, abandoned: row.abandoned + abandoned });
    return rows.length;
  }
}

const isFree = ({ owner, dueAtMs }: StoredTask, nowMs: number): boolean => owner === 0 && dueAtMs <= nowMs;

/** Sorts rows by destination, each destination's rows in order. */
const byDestination = (rows: readonly StoredTask[]): StoredTask[] =>
  inOrder(rows).toSorted((a, b) =>
    a.destinationId < b.destinationId ? -1 : Number(a.destinationId > b.destinationId),
  );

const inOrder = <Row extends Task>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => a.rank - b.rank || a.dueAtMs - b.dueAtMs || a.number - b.number);
