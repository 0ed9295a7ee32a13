import type { Task, ConcurrencyBounds, LoadSignal } from './task.ts';
import { MemoryShares, less, sizeOf, type TaskMemory, type Sized } from './memory-shares.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import { Destination, type WaitingTask } from './destination.ts';
import { shareCapacity } from './share-capacity.ts';
import { Slots } from './slots.ts';
import { RoundRobin } from './round-robin.ts';
import type { DestinationCapacity } from './task-store.ts';

export interface SchedulerOptions {
  /** Attempts under way at a time, of all lanes. */
  readonly slots: number;
  readonly boundsOf: (task: Task) => ConcurrencyBounds;
  /** How many processes share the queue. */
  readonly owners: () => number;
}

/** What has waited so long is put down: another process may have room. */
const waitMsMax = 5_000;
/** A lane without work is forgotten after this, and with it its pace. */
const idleMsMax = 60_000;
const mebibyte = 2 ** 20;
/**
 * So much of what was handed over waits in memory for lanes that are fast: then nothing more is taken in for a while. What is beyond an
 * environment's share is given rows at once, so it takes eight environments that fill theirs within a second.
 */
const fastLeasedMax: TaskMemory = { tasks: 8_192, bytes: 64 * mebibyte };
/** So much of it waits for the others; what is beyond it is given rows. */
const slowLeasedMax: TaskMemory = { tasks: 2_048, bytes: 32 * mebibyte };
/** In hand are twice as many as may be under way: the next ones are there when one ends. */
const claimedPerLimit = 2;

/** New work, and how it comes to its attempt. */
export interface AdmittedTasks<Work> {
  /** In memory. */
  readonly inMemory: readonly Work[];
  /** As rows. */
  readonly overflow: readonly Work[];
}

/**
 * Jobs in hand, by lane, and whose turn it is: one start each, as far as the {@link Slots} go, so what hangs or floods keeps nobody else
 * waiting. Pure: times are given, in milliseconds of any clock that never goes back.
 */
export class TaskScheduler {
  readonly #options: SchedulerOptions;
  readonly #destinations = new Map<string, Destination>();
  readonly #fast = new RoundRobin();
  readonly #slow = new RoundRobin();
  readonly #slots: Slots;
  /** What was handed over and waits. */
  readonly #fastLeased = new MemoryShares(fastLeasedMax);
  readonly #slowLeased = new MemoryShares(slowLeasedMax);

  constructor(options: SchedulerOptions) {
    this.#options = options;
    this.#slots = new Slots(options.slots);
  }

  get running(): number {
    return this.#slots.running;
  }

  get waiting(): number {
    return [...this.#destinations.values()].reduce((sum, destination) => sum + destination.waiting, 0);
  }

  /** Lanes that are fast have as much in hand as they may: whoever hands over waits. */
  get isFull(): boolean {
    return this.#fastLeased.isFull;
  }

  /** How many lanes are fast, and how many are not. */
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
   * Of new work, what may be handed over, and what is to be given rows: what is beyond its environment's share, and what is for lanes
   * that are not fast and have a backlog, or more in hand than all of them may.
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

  /** Rows were claimed for lanes that had room: where fewer came than could have, no backlog is left. */
  noteClaimed(capacities: readonly DestinationCapacity[], tasks: readonly Task[]): void {
    const counts = new Map<string, number>();
    for (const { destinationId } of tasks) counts.set(destinationId, (counts.get(destinationId) ?? 0) + 1);
    for (const { destinationId: id, capacity } of capacities) {
      const destination = this.#destinations.get(id);
      if (destination !== undefined && capacity > 0)
        destination.hasBacklog = (counts.get(id) ?? 0) >= capacity;
    }
  }

  /** The job whose turn it is, which is under way from now on; null when nothing may start. */
  start(nowMs: number): Task | null {
    return this.#startOf(this.#fast, nowMs) ?? this.#startOf(this.#slow, nowMs);
  }

  /** An attempt has ended. */
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

  /** How many more of each known lane could be taken in hand; where lanes want more than there is room for, they take turns. */
  capacities(nowMs: number): DestinationCapacity[] {
    const destinations = [...this.#destinations.values()];
    const fast = destinations.filter(({ isFast }) => isFast);
    const slow = destinations.filter(({ isFast }) => !isFast);
    return [...this.#capacitiesOf(fast, nowMs), ...this.#capacitiesOf(slow, nowMs)];
  }

  /** Looks for lanes that hang, forgets idle ones, and takes out what is to be put down: what waited too long, or for a closed lane. */
  sweep(nowMs: number): Task[] {
    const stale: Task[] = [];
    for (const destination of this.#destinations.values()) {
      this.#classify(destination, nowMs);
      if (destination.waiting + destination.running.size === 0 && nowMs - destination.usedAtMs > idleMsMax)
        this.#destinations.delete(destination.id);
      const isClosed = destination.limit.isCircuitOpen(nowMs);
      stale.push(...this.#takeStale(destination, ({ sinceMs }) => isClosed || nowMs - sinceMs >= waitMsMax));
    }
    return stale;
  }

  /** Takes out everything that was not started. */
  takeWaiting(): Task[] {
    return [...this.#destinations.values()].flatMap((destination) =>
      this.#takeStale(destination, () => true),
    );
  }

  /** What is put down waits as rows. */
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

  #startOf(turns: RoundRobin, nowMs: number): Task | null {
    const isFast = turns === this.#fast;
    if (!this.#slots.hasSlotFor({ isFast })) return null;
    const destination = turns.next({
      environment: (one) => this.#slots.hasShareFor(one),
      destination: ({ limit, running }) =>
        running.size < limit.limitFor(this.#options.owners()) && !limit.isCircuitOpen(nowMs),
    });
    return destination === null ? null : this.#begin(destination, nowMs);
  }

  #begin(destination: Destination, nowMs: number): Task {
    const task = destination.shift();
    destination.running.set(task.number, nowMs);
    this.#slots.begin(destination);
    if (task.lease !== null)
      this.#leasedOf(destination).add(destination.environmentId, less(sizeOf([task.lease])));
    this.#queue(destination);
    return task;
  }

  #classify(destination: Destination, nowMs: number): void {
    const isFast = destination.looksFast(nowMs);
    if (isFast === destination.isFast) return;
    const leased = sizeOf(destination.leased.flatMap(({ task }) => task.lease ?? []));
    this.#leasedOf(destination).add(destination.environmentId, less(leased));
    destination.isFast = isFast;
    this.#leasedOf(destination).add(destination.environmentId, leased);
    this.#slots.reclassify(destination);
    this.#queue(destination);
  }

  /** Among those whose turns it shares, where it keeps its own; or out of both. */
  #queue(destination: Destination): void {
    const [turns, others] = destination.isFast ? [this.#fast, this.#slow] : [this.#slow, this.#fast];
    others.remove(destination);
    if (destination.waiting === 0) turns.remove(destination);
    else turns.add(destination);
  }

  /** For lanes of one kind as many may be claimed and wait as there are slots: what waits for longer is put down again. */
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

  /** The others come first the next time. */
  #toEnd(destination: Destination): void {
    this.#destinations.delete(destination.id);
    this.#destinations.set(destination.id, destination);
  }

  #capacityOf(destination: Destination, nowMs: number): number {
    if (destination.limit.isCircuitOpen(nowMs)) return 0;
    return Math.max(
      0,
      claimedPerLimit * destination.limit.limitFor(this.#options.owners()) - destination.claimedOrRunning,
    );
  }
}
