import { type MetricLabels, type Metrics, startAtZero } from '@loyalty/telemetry/metrics';
import type { PersistTasks, TaskStore } from '../store/task-store.ts';
import { firstRankOf, type NewTask, type Task, type TaskHandler, type TaskSpec } from '../task.ts';
import type { InFlight } from './in-flight.ts';

interface LeasesOptions<Tx> {
  readonly store: Pick<
    TaskStore<Tx>,
    'transact' | 'lockOwned' | 'createLease' | 'deleteLeases' | 'reclaimLeases'
  >;
  readonly persistTasks: PersistTasks<Tx>;
  /** The time is monotonic. */
  readonly elapsedMs: () => number;
  readonly counted: CountedPlaces;
}

type LaneLabel = MetricLabels<'loyalty_tasks_released_total'>['lane'];

/** Counts where tasks wait for their first attempt. */
interface CountedPlaces {
  /** Called once they are committed. */
  readonly onSubmitted: (place: 'memory' | 'rows', tasks: readonly LanedTask[]) => void;
  readonly onReleased: (tasks: readonly LanedTask[]) => void;
}

type LanedTask = Pick<Task, 'isBulk'>;

interface SubmitOptions<Result> {
  /** Null means that nothing may start. */
  readonly inFlight: InFlight<Result> | null;
  readonly tasks: readonly NewTask<Result>[];
  readonly onLeased: () => void;
  /** Some tasks got rows, which are due. */
  readonly onOverflow: () => void;
}

/** Few enough that others wait only briefly for the connection and the locks. */
const releasedMax = 1_000;
/** How long a statement or commit whose response was lost may still run. */
export const confirmationMs = 15_000;

export class Leases<Tx, Result> {
  readonly #options: LeasesOptions<Tx>;
  readonly #unconfirmed = new Map<number, number>();

  constructor(options: LeasesOptions<Tx>) {
    this.#options = options;
  }

  get isConfirmed(): boolean {
    return this.#unconfirmed.size === 0;
  }

  /** Forgets all leases. The process that expires the previous number gives its leased tasks rows. */
  clear(): void {
    this.#unconfirmed.clear();
  }

  submit({ inFlight, tasks, onLeased, onOverflow }: SubmitOptions<Result>): TaskSubmission<Tx, Result> {
    const { store, persistTasks, elapsedMs, counted } = this.#options;
    return new TaskSubmission({
      inFlight,
      tasks,
      store,
      persistTasks,
      onOverflow: (inRows) => {
        counted.onSubmitted('rows', inRows);
        onOverflow();
      },
      onLeaseCreated: (leaseId) => {
        this.#unconfirmed.set(leaseId, elapsedMs());
      },
      onLeased: (leaseId, inMemory) => {
        counted.onSubmitted('memory', inMemory);
        // Unless the process has another number by now.
        if (!this.#unconfirmed.delete(leaseId)) return;
        inFlight?.addLeased(leaseId, inMemory, elapsedMs());
        onLeased();
      },
    });
  }

  async reclaimUnconfirmed(inFlight: InFlight<Result>): Promise<void> {
    const { store, persistTasks, elapsedMs } = this.#options;
    const sinceMs = elapsedMs() - confirmationMs;
    const leaseIds = [...this.#unconfirmed].flatMap(([leaseId, atMs]) => (atMs <= sinceMs ? [leaseId] : []));
    if (leaseIds.length === 0) return;
    await store.reclaimLeases(inFlight.owner, leaseIds, persistTasks);
    for (const leaseId of leaseIds) this.#unconfirmed.delete(leaseId);
  }

  /** Gives rows to tasks that were not attempted. Lost tasks already have rows. */
  async release(inFlight: InFlight<Result>, tasks: readonly Task[]): Promise<void> {
    let left = tasks;
    try {
      for (; left.length > 0; left = left.slice(releasedMax))
        await this.#releaseChunk(inFlight, left.slice(0, releasedMax));
    } catch (failure) {
      // Perhaps it was committed: then the task is attempted twice, and counted once.
      for (const task of left) inFlight.scheduler.put(task, this.#options.elapsedMs());
      throw failure;
    }
  }

  async #releaseChunk(inFlight: InFlight<Result>, tasks: readonly Task[]): Promise<void> {
    const { store, persistTasks, counted } = this.#options;
    const released = await store.transact(async (tx) => {
      const ours = await store.lockOwned(tx, inFlight.owner, tasks);
      const specs = tasks.flatMap((task) => (ours.has(task) ? specOf(task) : []));
      if (ours.size === 0) return specs;
      await persistTasks(tx, specs);
      await store.deleteLeases(tx, inFlight.leasesEndedBy(tasks));
      return specs;
    });
    counted.onReleased(released);
    inFlight.remove(tasks);
  }
}

export const specOf = ({ lease, ...task }: Task): TaskSpec[] =>
  lease === null ? [] : [{ ...task, sourceId: lease.sourceId }];

interface TaskSubmissionOptions<Tx, Result> {
  readonly tasks: readonly NewTask<Result>[];
  /** Null means that nothing may start. */
  readonly inFlight: InFlight<Result> | null;
  readonly store: Pick<TaskStore<Tx>, 'createLease'>;
  readonly persistTasks: PersistTasks<Tx>;
  /** It is called while its transaction is still open. */
  readonly onLeaseCreated: (leaseId: number) => void;
  readonly onLeased: (leaseId: number, inMemory: readonly NewTask<Result>[]) => void;
  readonly onOverflow: (inRows: readonly NewTask<Result>[]) => void;
}

/**
 * Submits tasks. Most stay in memory until their first attempt, named by one lease; those for which there is
 * no room get rows.
 */
export class TaskSubmission<Tx, Result> {
  readonly #options: TaskSubmissionOptions<Tx, Result>;
  #inMemory: readonly NewTask<Result>[];
  #overflow: readonly NewTask<Result>[];
  #leaseId: number | null = null;

  constructor(options: TaskSubmissionOptions<Tx, Result>) {
    this.#options = options;
    const { tasks, inFlight } = options;
    const { inMemory, overflow } = inFlight?.scheduler.admit(tasks) ?? { inMemory: [], overflow: tasks };
    this.#inMemory = inMemory;
    this.#overflow = overflow;
  }

  async store(tx: Tx): Promise<void> {
    const { inFlight, store, persistTasks, onLeaseCreated } = this.#options;
    if (inFlight !== null && this.#inMemory.length > 0)
      this.#leaseId = await store.createLease(tx, inFlight.owner, this.#inMemory);
    if (this.#leaseId === null) {
      // Declared dead meanwhile: no process would look for the lease.
      this.#overflow = this.#options.tasks;
      this.#inMemory = [];
    } else onLeaseCreated(this.#leaseId);
    if (this.#overflow.length > 0) await persistTasks(tx, this.#overflow);
  }

  committed(): void {
    const { onLeased, onOverflow } = this.#options;
    if (this.#leaseId !== null) onLeased(this.#leaseId, this.#inMemory);
    if (this.#overflow.length > 0) onOverflow(this.#overflow);
  }
}

interface PersistTasksOptions<Tx> {
  readonly handler: Pick<TaskHandler<Tx, unknown, unknown>, 'persist'>;
  readonly store: Pick<TaskStore<Tx>, 'enqueueTasks'>;
  readonly nowMs: () => number;
}

/**
 * Gives tasks rows that are due immediately, except tasks that were stored meanwhile, which have rows or have
 * ended.
 */
export const persistTasks =
  <Tx>({ handler, store, nowMs }: PersistTasksOptions<Tx>): PersistTasks<Tx> =>
  async (tx, tasks, abandoned = 0) => {
    const isNew = (await handler.persist?.(tx, tasks)) ?? new Set();
    const dueAtMs = Math.floor(nowMs());
    await store.enqueueTasks(tx, tasks.filter(({ id }) => isNew.has(id)).map(rowOf));

    function rowOf({ destinationId, id, environmentId, memberId, createdAtMs, isBulk = false }: TaskSpec) {
      return {
        destinationId,
        rank: firstRankOf({ isBulk }),
        dueAtMs,
        id,
        environmentId,
        memberId,
        createdAtMs,
        isBulk,
        attempt: 0,
        abandoned,
      };
    }
  };

export const countPlaces = (metrics: Pick<Metrics, 'count'>, queue: string): CountedPlaces => {
  startAtZero(metrics, 'loyalty_tasks_submitted_total', { queue });
  startAtZero(metrics, 'loyalty_tasks_released_total', { queue });
  return {
    onSubmitted: (place, tasks) => {
      for (const [lane, count] of countsByLane(tasks))
        metrics.count('loyalty_tasks_submitted_total', { queue, lane, place }, count);
    },
    onReleased: (tasks) => {
      for (const [lane, count] of countsByLane(tasks))
        metrics.count('loyalty_tasks_released_total', { queue, lane }, count);
    },
  };
};

/** Leaves out lanes without a task, because each count takes a microsecond. */
const countsByLane = (tasks: readonly LanedTask[]): readonly (readonly [LaneLabel, number])[] => {
  const bulk = tasks.filter(({ isBulk = false }) => isBulk).length;
  const counts = [['interactive', tasks.length - bulk] as const, ['bulk', bulk] as const];
  return counts.filter(([, count]) => count > 0);
};
