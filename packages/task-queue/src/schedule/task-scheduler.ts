import type { DestinationCapacity } from '../store/task-store.ts';
import type { ConcurrencyBounds, LoadSignal, Task, TaskGroup } from '../task.ts';
import { ConcurrencyLimit, Destination, type WaitingTask } from './destination.ts';
import {
  less,
  MemoryShares,
  RoundRobin,
  shareCapacity,
  type Sized,
  sizeOf,
  Slots,
  type TaskMemory,
} from './shares.ts';

export interface SchedulerOptions {
  /** The maximum number of simultaneous attempts, over all destinations. */
  readonly slots: number;
  readonly boundsOf: (task: Task) => ConcurrencyBounds;
  /** Returns how many processes share the queue. */
  readonly owners: () => number;
}

/** A destination without tasks is forgotten after this, with its limit. */
const idleMsMax = 60_000;
const mebibyte = 2 ** 20;
/**
 * So many leased tasks wait in memory for fast destinations; then submitters wait. Tasks beyond an
 * environment's share get rows at once, so it takes eight environments that fill theirs within a second.
 */
const fastLeasedMax: TaskMemory = { tasks: 8_192, bytes: 64 * mebibyte };
/** This many tasks wait for slow destinations; tasks beyond that get rows. */
const slowLeasedMax: TaskMemory = { tasks: 2_048, bytes: 32 * mebibyte };
/** Twice as many tasks are claimed as may run: the next ones are there when one ends. */
const claimedPerLimit = 2;

/** New tasks, by where they wait for their attempt. */
interface AdmittedTasks<Work> {
  readonly inMemory: readonly Work[];
  readonly overflow: readonly Work[];
}

/**
 * Keeps the tasks in flight by destination, and whose turn it is. Each turn starts one task if the {@link
 * Slots} allow it, so a destination that hangs or floods delays no other. It is pure: times are given, in
 * milliseconds of any monotonic clock.
 */
export class TaskScheduler {
  readonly #options: SchedulerOptions;
  readonly #destinations = new Map<string, Destination>();
  readonly #fast = new RoundRobin();
  readonly #slow = new RoundRobin();
  readonly #slots: Slots;
  /** The leased tasks that wait for fast destinations. */
  readonly #fastLeased = new MemoryShares(fastLeasedMax);
  readonly #slowLeased = new MemoryShares(slowLeasedMax);
  /** The destinations at which new tasks wait, and may wait for others of their batch. */
  readonly #batching = new Set<Destination>();

  constructor(options: SchedulerOptions) {
    this.#options = options;
    this.#slots = new Slots(options.slots);
  }

  get running(): number {
    return this.#slots.running;
  }

  /** Returns true if no destination is known, so a sweep has nothing to do. */
  get isEmpty(): boolean {
    return this.#destinations.size === 0;
  }

  get waiting(): number {
    return [...this.#destinations.values()].reduce((sum, destination) => sum + destination.waiting, 0);
  }

  /** Returns true if fast destinations have as many tasks in flight as they may: submitters then wait. */
  get isFull(): boolean {
    return this.#fastLeased.isFull;
  }

  countBySpeed(): { readonly fast: number; readonly slow: number } {
    const destinations = [...this.#destinations.values()];
    const fast = destinations.filter(({ isFast }) => isFast).length;
    return { fast, slow: destinations.length - fast };
  }

  put(task: Task, nowMs: number): void {
    const destination = this.#destinations.get(task.destinationId) ?? this.#open(task);
    if (task.lease === null) destination.claimed.push({ task, sinceMs: nowMs });
    else {
      destination.leased.push({ task, sinceMs: nowMs });
      this.#leasedOf(destination).add(destination.environmentId, sizeOf([task.lease]));
    }
    destination.usedAtMs = nowMs;
    this.#queue(destination);
  }

  /**
   * Splits new tasks into those that wait in memory and those that get rows. Tasks get rows beyond their
   * environment's share, and for slow destinations that have a backlog or fill the memory of all slow ones.
   */
  admit<Work extends Sized & { readonly destinationId: string }>(
    tasks: readonly Work[],
  ): AdmittedTasks<Work> {
    const inMemory: Work[] = [];
    const overflow: Work[] = [];
    const [fast, slow] = [this.#fastLeased.admission(false), this.#slowLeased.admission(true)];
    for (const work of tasks) {
      const destination = this.#destinations.get(work.destinationId);
      const isTaken =
        destination?.isFast === true ? fast(work) : destination?.hasBacklog !== true && slow(work);
      (isTaken ? inMemory : overflow).push(work);
    }
    this.#noteBacklog(overflow);
    return { inMemory, overflow };
  }

  /** Notes a claim. A destination that got fewer rows than it had capacity for has no backlog left. */
  noteClaimed(capacities: readonly DestinationCapacity[], tasks: readonly Task[]): void {
    const counts = new Map<string, number>();
    for (const { destinationId } of tasks) counts.set(destinationId, (counts.get(destinationId) ?? 0) + 1);
    for (const { destinationId: id, capacity } of capacities) {
      const destination = this.#destinations.get(id);
      if (destination !== undefined && capacity > 0)
        destination.hasBacklog = (counts.get(id) ?? 0) >= capacity;
    }
  }

  /** Returns the tasks whose turn it is, which run from now on as one attempt; null if none may start. */
  start(nowMs: number): TaskGroup | null {
    return this.#startOf(this.#fast, nowMs) ?? this.#startOf(this.#slow, nowMs);
  }

  /** Returns when the next batch has waited for long enough; null if none waits. */
  nextBatchMs(nowMs: number): number | null {
    if (this.#batching.size === 0) return null;
    const dueMs = [...this.#batching].map(({ batchDueMs }) => batchDueMs).filter((ms) => ms > nowMs);
    return dueMs.length === 0 ? null : Math.min(...dueMs);
  }

  /** Ends the attempt of a task and of those that were started with it. */
  finish(task: Task, { load, nowMs }: { readonly load: LoadSignal; readonly nowMs: number }): void {
    const destination = this.#destinations.get(task.destinationId);
    const beganMs = destination?.running.get(task.number);
    if (destination === undefined || beganMs === undefined) return;
    destination.running.delete(task.number);
    destination.usedAtMs = nowMs;
    this.#slots.end(destination);
    destination.limit.record(load, nowMs - beganMs, nowMs);
    this.#classify(destination, nowMs);
    this.#queue(destination);
  }

  /**
   * Returns how many more tasks each known destination could claim. If there is not enough for all, they take
   * turns.
   */
  capacities(nowMs: number): DestinationCapacity[] {
    const destinations = [...this.#destinations.values()];
    const fast = destinations.filter(({ isFast }) => isFast);
    const slow = destinations.filter(({ isFast }) => !isFast);
    return [...this.#capacitiesOf(fast, nowMs), ...this.#capacitiesOf(slow, nowMs)];
  }

  /**
   * Returns the tasks to release, because they waited too long or their circuit is open. It forgets idle
   * destinations.
   */
  sweep(nowMs: number): Task[] {
    const stale: Task[] = [];
    for (const destination of this.#destinations.values()) {
      this.#classify(destination, nowMs);
      if (destination.waiting + destination.running.size === 0 && nowMs - destination.usedAtMs > idleMsMax)
        this.#destinations.delete(destination.id);
      const isClosed = destination.limit.isCircuitOpen(nowMs);
      stale.push(
        ...this.#takeStale(destination, ({ sinceMs }) => isClosed || destination.isStale(sinceMs, nowMs)),
      );
    }
    return stale;
  }

  takeWaiting(): Task[] {
    return [...this.#destinations.values()].flatMap((destination) =>
      this.#takeStale(destination, () => true),
    );
  }

  /** Takes tasks that go back to the database, where they wait as rows. */
  #takeStale(destination: Destination, isStale: (waiting: WaitingTask) => boolean): Task[] {
    const stale = destination.takeStale(isStale);
    if (stale.length === 0) return stale;
    destination.hasBacklog = true;
    this.#leasedOf(destination).add(
      destination.environmentId,
      less(sizeOf(stale.flatMap(({ lease }) => lease ?? []))),
    );
    this.#queue(destination);
    return stale;
  }

  #noteBacklog(overflow: readonly { readonly destinationId: string }[]): void {
    for (const { destinationId: id } of overflow) {
      const destination = this.#destinations.get(id);
      if (destination !== undefined) destination.hasBacklog = true;
    }
  }

  #leasedOf({ isFast }: Destination): MemoryShares {
    return isFast ? this.#fastLeased : this.#slowLeased;
  }

  #open(task: Task): Destination {
    const destination = new Destination(task, new ConcurrencyLimit(() => this.#options.boundsOf(task)));
    this.#destinations.set(task.destinationId, destination);
    return destination;
  }

  #startOf(turns: RoundRobin, nowMs: number): TaskGroup | null {
    const isFast = turns === this.#fast;
    if (!this.#slots.hasSlotFor({ isFast })) return null;
    const destination = turns.next({
      environment: (one) => this.#slots.hasShareFor(one),
      destination: (one) =>
        one.running.size < one.limit.limitFor(this.#options.owners()) &&
        !one.limit.isCircuitOpen(nowMs) &&
        one.isReady(nowMs),
    });
    return destination === null ? null : this.#begin(destination, nowMs);
  }

  #begin(destination: Destination, nowMs: number): TaskGroup {
    const group = destination.shift();
    destination.running.set(group[0].number, nowMs);
    this.#slots.begin(destination);
    if (group[0].lease !== null) {
      const leases = group.flatMap(({ lease }) => lease ?? []);
      this.#leasedOf(destination).add(destination.environmentId, less(sizeOf(leases)));
    }
    this.#queue(destination);
    return group;
  }

  #classify(destination: Destination, nowMs: number): void {
    const isFast = destination.looksFast(nowMs);
    if (isFast === destination.isFast) return;
    const leased = sizeOf(destination.leased.all().flatMap(({ lease }) => lease ?? []));
    this.#leasedOf(destination).add(destination.environmentId, less(leased));
    destination.isFast = isFast;
    this.#leasedOf(destination).add(destination.environmentId, leased);
    this.#slots.reclassify(destination);
    this.#queue(destination);
  }

  /**
   * Puts a destination among those of its speed, where it keeps its turn; without waiting tasks it is in
   * neither group.
   */
  #queue(destination: Destination): void {
    const [turns, others] = destination.isFast ? [this.#fast, this.#slow] : [this.#slow, this.#fast];
    others.remove(destination);
    if (destination.waiting === 0) turns.remove(destination);
    else turns.add(destination);
    if (destination.limit.batch !== null && destination.leased.length > 0) this.#batching.add(destination);
    else if (this.#batching.size > 0) this.#batching.delete(destination);
  }

  /** Returns capacities. Of each speed, as many tasks may be claimed and wait as there are slots. */
  #capacitiesOf(destinations: readonly Destination[], nowMs: number): DestinationCapacity[] {
    const claimed = destinations.reduce((sum, destination) => sum + destination.claimed.length, 0);
    const wanted = destinations.map((destination) => ({
      destination,
      most: this.#capacityOf(destination, nowMs),
    }));
    const shares = shareCapacity(wanted, this.#options.slots - claimed);
    for (const destination of shares.keys()) this.#toEnd(destination);
    return destinations.map((destination) => ({
      destinationId: destination.id,
      capacity: shares.get(destination) ?? 0,
    }));
  }

  /** Moves a destination to the end, so that the others come first the next time. */
  #toEnd(destination: Destination): void {
    this.#destinations.delete(destination.id);
    this.#destinations.set(destination.id, destination);
  }

  #capacityOf(destination: Destination, nowMs: number): number {
    if (destination.limit.isCircuitOpen(nowMs)) return 0;
    const { limit, claimed, running } = destination;
    const perAttempt = limit.batch?.tasksMax ?? 1;
    const wanted = claimedPerLimit * limit.limitFor(this.#options.owners()) - running.size;
    return Math.max(0, wanted * perAttempt - claimed.length);
  }
}
