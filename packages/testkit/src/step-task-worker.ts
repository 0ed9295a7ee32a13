import type { Transaction } from '@loyalty/storage';
import {
  attemptOnce,
  persistTasks,
  InFlight,
  TaskSubmission,
  withOthers,
  type Task,
  type TaskGroup,
  type NewTask,
  type AttemptOutcome,
  type TaskHandler,
  type TaskStore,
} from '@loyalty/task-queue';
import { silentLogger } from '@loyalty/telemetry/logger';

export interface StepTaskWorkerOptions<Result, Locked> {
  readonly store: TaskStore<Transaction>;
  readonly handler: TaskHandler<Transaction, Result, Locked>;
  readonly now: () => number;
}

/** A process that works off due tasks step by step, as the worker and its recorder do. */
export class StepTaskWorker<Result, Locked> {
  readonly owner: number;
  readonly #options: StepTaskWorkerOptions<Result, Locked>;
  readonly #hand: InFlight<Result>;

  constructor(owner: number, options: StepTaskWorkerOptions<Result, Locked>) {
    this.owner = owner;
    this.#options = options;
    const { handler } = options;
    this.#hand = new InFlight(owner, {
      slots: 1_000,
      boundsOf: (task) => handler.boundsOf(task),
      owners: () => 1,
    });
  }

  waitForCapacity(): Promise<void> {
    return Promise.resolve();
  }

  /** Takes all tasks into memory. */
  submit(tasks: readonly NewTask<Result>[]): TaskSubmission<Transaction, Result> {
    const { handler, store, now } = this.#options;
    const nothing = (): void => undefined;
    return new TaskSubmission({
      tasks,
      inFlight: this.#hand,
      store,
      onLeaseCreated: nothing,
      onOverflow: nothing,
      persistTasks: persistTasks({ handler, store, nowMs: now }),
      onLeased: (leaseId, taken) => {
        this.#hand.addLeased(leaseId, taken, now());
      },
    });
  }

  /** The leased tasks, in their order. */
  get leased(): readonly Task[] {
    return [...this.#hand.tasks.values()];
  }

  /** Claims all tasks that are due by now. */
  async claim(): Promise<readonly Task[]> {
    const { store, now } = this.#options;
    const asked = { owner: this.owner, nowMs: now(), capacities: [], capacityOfOthers: 1_000 };
    return (await store.claim({ ...asked, after: null, rowsMax: 10_000 })).tasks;
  }

  /** Attempts tasks, those of a destination that takes batches together. */
  async ask(tasks: readonly Task[]): Promise<AttemptOutcome<Result>[]> {
    const options = { handler: this.#options.handler, logger: silentLogger };
    const newTaskOf = (task: Task): NewTask<Result> | null => this.#hand.newTaskOf(task);
    const groups = this.#groupsOf(tasks);
    const attempted = await Promise.all(groups.map((group) => attemptOnce(options, group, newTaskOf)));
    return attempted.map(({ outcome }) => outcome);
  }

  #groupsOf(tasks: readonly Task[]): TaskGroup[] {
    const groups: [Task, ...Task[]][] = [];
    const open = new Map<string, [Task, ...Task[]]>();
    for (const task of tasks) {
      const tasksMax = this.#options.handler.boundsOf(task).batch?.tasksMax ?? 1;
      const group = open.get(task.destinationId);
      if (task.rank > 0 && group !== undefined && group.length < tasksMax) {
        group.push(task);
        continue;
      }
      const begun: [Task] = [task];
      groups.push(begun);
      if (task.rank > 0) open.set(task.destinationId, begun);
    }
    return groups;
  }

  /** Records outcomes and returns how many counted. `midway` runs before the commit. */
  record(outcomes: readonly AttemptOutcome<Result>[], midway?: () => Promise<void>): Promise<number> {
    const { handler, store } = this.#options;
    const all = outcomes.flatMap(withOthers);
    const tasks = all.map(({ task }) => task);
    return store.transact(async (tx) => {
      const held = await handler.lock(tx, all);
      const locked = await store.lockOwned(tx, this.owner, tasks);
      const ours = all.filter(({ task }) => locked.has(task));
      if (ours.length === 0) return 0;
      const settlements = await handler.record(tx, ours, held);
      await store.settle(
        tx,
        ours.flatMap(({ task }, at) =>
          settlements.slice(at, at + 1).map((settlement) => ({ task, settlement })),
        ),
      );
      await store.deleteLeases(tx, this.#hand.leasesEndedBy(tasks));
      await midway?.();
      return ours.length;
    });
  }

  /** Works off all tasks that are due by now, and returns how many outcomes counted. */
  async work(): Promise<number> {
    return this.record(await this.ask(await this.claim()));
  }

  /** Ends the process, and lets the others reclaim its tasks. */
  async die(): Promise<void> {
    const { handler, store, now } = this.#options;
    await store.reclaim({ owner: this.owner, heartbeat: 0 }, persistTasks({ handler, store, nowMs: now }));
  }
}
