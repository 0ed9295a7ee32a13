import type { Metrics } from '@loyalty/telemetry/metrics';
import { type SchedulerOptions, TaskScheduler } from '../schedule/task-scheduler.ts';
import { type AttemptOutcome, firstRankOf, type NewTask, type Task } from '../task.ts';

export class InFlight<Result> {
  readonly owner: number;
  readonly scheduler: TaskScheduler;
  /** The tasks by number, until they are recorded or released. */
  readonly tasks = new Map<number, Task>();
  outcomes: AttemptOutcome<Result>[] = [];
  readonly #attempts = new Map<number, NewTask<Result>>();
  readonly #leases = new Map<number, number>();
  #numbers = 0;

  constructor(owner: number, options: SchedulerOptions) {
    this.owner = owner;
    this.scheduler = new TaskScheduler(options);
  }

  /**
   * Adds claimed tasks, each of them once. A task whose outcome was recorded but whose response was lost has
   * another due time when it is claimed again, and is attempted again.
   */
  addClaimed(tasks: readonly Task[], nowMs: number): void {
    for (const task of tasks) {
      if (this.tasks.get(task.number)?.dueAtMs === task.dueAtMs) continue;
      this.tasks.set(task.number, task);
      this.scheduler.put(task, nowMs);
    }
  }

  addLeased(leaseId: number, tasks: readonly NewTask<Result>[], nowMs: number): void {
    this.#leases.set(leaseId, tasks.length);
    for (const work of tasks) {
      this.#numbers -= 1;
      const task = leasedTask(leaseId, work, this.#numbers);
      this.tasks.set(task.number, task);
      this.#attempts.set(task.number, work);
      this.scheduler.put(task, nowMs);
    }
  }

  /** Returns a leased task as it was submitted; null if the task was claimed. */
  newTaskOf({ number }: Task): NewTask<Result> | null {
    return this.#attempts.get(number) ?? null;
  }

  leasesEndedBy(tasks: readonly Task[]): number[] {
    const left = new Map<number, number>();
    for (const { lease } of tasks)
      if (lease !== null)
        left.set(lease.leaseId, (left.get(lease.leaseId) ?? this.#leases.get(lease.leaseId) ?? 0) - 1);
    return [...left].flatMap(([leaseId, count]) => (count === 0 ? [leaseId] : []));
  }

  remove(tasks: readonly Task[]): void {
    const mine = tasks.filter((task) => this.tasks.get(task.number) === task);
    for (const { number, lease } of mine) {
      this.tasks.delete(number);
      this.#attempts.delete(number);
      if (lease !== null) this.#removeOne(lease.leaseId);
    }
  }

  #removeOne(leaseId: number): void {
    const left = (this.#leases.get(leaseId) ?? 0) - 1;
    if (left > 0) this.#leases.set(leaseId, left);
    else this.#leases.delete(leaseId);
  }
}

const leasedTask = (leaseId: number, work: NewTask<unknown>, number: number): Task => {
  const { destinationId, id, environmentId, memberId, createdAtMs, isBulk = false, sourceId, bytes } = work;
  return {
    destinationId,
    rank: firstRankOf({ isBulk }),
    dueAtMs: createdAtMs,
    number,
    id,
    environmentId,
    memberId,
    attempt: 0,
    abandoned: 0,
    createdAtMs,
    isBulk,
    lease: { leaseId, sourceId, bytes },
  };
};

export const registerInFlightGauges = (
  { metrics, queue }: { readonly metrics: Pick<Metrics, 'gauge'>; readonly queue: string },
  find: () => InFlight<unknown> | null,
): void => {
  metrics.gauge('loyalty_task_attempts_running', { queue }, () => find()?.scheduler.running ?? 0);
  metrics.gauge('loyalty_tasks_in_flight', { queue }, () => find()?.tasks.size ?? 0);
  for (const pace of ['fast', 'slow'] as const)
    metrics.gauge(
      'loyalty_task_destinations',
      { queue, pace },
      () => find()?.scheduler.countBySpeed()[pace] ?? 0,
    );
};
