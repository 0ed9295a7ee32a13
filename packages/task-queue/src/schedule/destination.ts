import { type EnvironmentId, invariant } from '@loyalty/kernel';
import type { BatchBounds, ConcurrencyBounds, LoadSignal, Task, TaskGroup, TaskKey } from '../task.ts';

/** A task that has waited so long, besides for its batch, is released: another process may have capacity. */
const waitMsMax = 5_000;
/** A destination with an attempt older than this is slow. So is one whose new tasks wait for so long. */
const hangingMs = 1_000;

/** The waiting and running tasks of one provider or endpoint of an environment, and its limit. */
export class Destination {
  readonly id: string;
  readonly environmentId: EnvironmentId;
  readonly limit: ConcurrencyLimit;
  readonly claimed = new WaitingTasks();
  readonly leased = new WaitingTasks();
  /** When each attempt began, by the number of its first task; the oldest is first. */
  readonly running = new Map<number, number>();
  isFast = false;
  /**
   * True if rows of the destination wait to be claimed. New tasks wait until after them, unless the
   * destination is fast.
   */
  hasBacklog = false;
  usedAtMs = 0;
  /** True if the claimed tasks have the next turn, because the leased ones have had theirs. */
  #isTurnOfClaimed = true;

  constructor(
    { destinationId, environmentId }: Pick<Task, 'destinationId' | 'environmentId'>,
    pace: ConcurrencyLimit,
  ) {
    this.id = destinationId;
    this.environmentId = environmentId;
    this.limit = pace;
  }

  get waiting(): number {
    return this.claimed.length + this.leased.length;
  }

  /** Removes and returns the tasks of the next attempt. Throws if no task waits. */
  shift(): TaskGroup {
    const queue = this.#queue;
    this.#isTurnOfClaimed = queue === this.leased;
    const task = queue.shift();
    invariant(task !== undefined, 'a destination has its turn while a task waits');
    const { batch } = this.limit;
    if (batch === null || isAlone(task)) return [task];
    const others: Task[] = [];
    for (let next = queue.next; next !== undefined; next = queue.next) {
      if (others.length + 1 >= batch.tasksMax || isAlone(next)) break;
      queue.shift();
      others.push(next);
    }
    return [task, ...others];
  }

  /** Returns false while new tasks of a batch wait for others. Rows have waited already. */
  isReady(nowMs: number): boolean {
    const { batch } = this.limit;
    if (batch === null || this.claimed.length > 0 || this.leased.length >= batch.tasksMax) return true;
    return nowMs >= this.batchDueMs;
  }

  /** When new tasks have waited for others for long enough; infinite if none waits. */
  get batchDueMs(): number {
    return (this.leased.oldestMs ?? Infinity) + this.#batchWaitMs;
  }

  /** Returns true if tasks that came at this time have waited for longer than a process keeps them. */
  isStale(sinceMs: number, nowMs: number): boolean {
    return nowMs - sinceMs >= waitMsMax + this.#batchWaitMs;
  }

  get #batchWaitMs(): number {
    return this.limit.batch?.waitMsMax ?? 0;
  }

  takeStale(isStale: (waiting: WaitingTask) => boolean): Task[] {
    return [...this.claimed.take(isStale), ...this.leased.take(isStale)];
  }

  /**
   * Returns true if the destination looks fast, by its mean, its oldest running attempt, and its oldest
   * waiting new task.
   */
  looksFast(nowMs: number): boolean {
    const [oldestMs = nowMs] = this.running.values();
    const oldestNewMs = (this.leased.oldestMs ?? nowMs) + this.#batchWaitMs;
    return this.limit.isFast && nowMs - Math.min(oldestMs, oldestNewMs) < hangingMs;
  }

  /**
   * The queue with the next turn. Backlog and new tasks take turns; tasks of the bulk lane go last, wherever
   * they wait.
   */
  get #queue(): WaitingTasks {
    const { claimed, leased } = this;
    if (leased.length === 0) return claimed;
    if (claimed.length === 0) return leased;
    const [isBacklogBulk, isNewBulk] = [isBulk(claimed), isBulk(leased)];
    if (isBacklogBulk !== isNewBulk) return isBacklogBulk ? leased : claimed;
    return this.#isTurnOfClaimed ? claimed : leased;
  }
}

const isBulk = ({ rank }: WaitingTasks): boolean => rank === 2;

/**
 * What was attempted before keeps its form, and what somebody requested goes at once. If several processes died with a
 * task, it may be the cause.
 */
const isAlone = ({ rank, abandoned }: Task): boolean => rank === 0 || abandoned > 1;

export interface WaitingTask {
  readonly task: Task;
  /** Milliseconds of a monotonic clock. */
  readonly sinceMs: number;
}

/** Waiting tasks of one destination: by rank, and each rank in the order in which they came. */
class WaitingTasks {
  #byRank: readonly WaitingTask[][] = [[], [], []];

  get length(): number {
    return this.#byRank.reduce((sum, { length }) => sum + length, 0);
  }

  /** The rank of the next task; null when none waits. */
  get rank(): TaskKey['rank'] | null {
    return this.next?.rank ?? null;
  }

  /** This is since when the oldest has waited; null when none waits. */
  get oldestMs(): number | null {
    const heads = this.#byRank.flatMap(([head]) => head?.sinceMs ?? []);
    return heads.length === 0 ? null : Math.min(...heads);
  }

  push(waiting: WaitingTask): void {
    this.#byRank[waiting.task.rank]?.push(waiting);
  }

  /** The next task; undefined when none waits. */
  get next(): Task | undefined {
    return this.#first?.[0]?.task;
  }

  shift(): Task | undefined {
    return this.#first?.shift()?.task;
  }

  all(): Task[] {
    return this.#byRank.flat().map(({ task }) => task);
  }

  take(isTaken: (waiting: WaitingTask) => boolean): Task[] {
    const taken = this.#byRank.flat().filter(isTaken);
    if (taken.length > 0)
      this.#byRank = this.#byRank.map((waiting) => waiting.filter((one) => !isTaken(one)));
    return taken.map(({ task }) => task);
  }

  get #first(): WaitingTask[] | undefined {
    return this.#byRank.find(({ length }) => length > 0);
  }
}

/** Fast: its attempts take less. A new destination is slow until its attempts say otherwise. */
const fastMs = 500;
/** Weight of the newest attempt in the mean. */
const newest = 0.2;
/** The limit is halved at most once in so long: attempts that ran together fail of one cause. */
const halvedEveryMs = 1_000;

/**
 * Bounds the simultaneous attempts at a destination (AIMD): one more after each success, and half after a
 * failure.
 */
export class ConcurrencyLimit {
  readonly #boundsOf: () => ConcurrencyBounds;
  #bounds: ConcurrencyBounds;
  #limit: number;
  #meanMs: number | null = null;
  #halvedAtMs = -Infinity;
  #unreachableInARow = 0;
  #openUntilMs = -Infinity;

  /**
   * `limitsOf` is called again after each attempt, because bounds may become known only with the first one,
   * and may change.
   */
  constructor(limitsOf: () => ConcurrencyBounds) {
    this.#boundsOf = limitsOf;
    this.#bounds = limitsOf();
    this.#limit = initialOf(this.#bounds);
  }

  get batch(): BatchBounds | null {
    return this.#bounds.batch ?? null;
  }

  /** Returns how many attempts each of this many processes may run. */
  limitFor(owners: number): number {
    if (this.#isFailing) return 1;
    return Math.max(1, Math.floor(this.#limit / Math.max(1, owners)));
  }

  get isFast(): boolean {
    return this.#meanMs !== null && this.#meanMs < fastMs;
  }

  isCircuitOpen(nowMs: number): boolean {
    return nowMs < this.#openUntilMs;
  }

  record(load: LoadSignal, tookMs: number, nowMs: number): void {
    this.#meanMs = this.#meanMs === null ? tookMs : this.#meanMs + newest * (tookMs - this.#meanMs);
    this.#unreachableInARow = load === 'unreachable' ? this.#unreachableInARow + 1 : 0;
    const { max } = this.#bounds;
    this.#bounds = this.#boundsOf();
    if (this.#isFailing) this.#openUntilMs = nowMs + (this.#bounds.openMs ?? 0);
    if (this.#bounds.max !== max) this.#limit = initialOf(this.#bounds);
    else if (load === 'ok') this.#limit = Math.min(max, this.#limit + 1);
    if (load !== 'ok') this.#halve(nowMs);
  }

  /** Returns true while the circuit is open, or half open for one attempt. */
  get #isFailing(): boolean {
    return this.#unreachableInARow >= (this.#bounds.openAfterFailures ?? Infinity);
  }

  #halve(nowMs: number): void {
    if (nowMs - this.#halvedAtMs < halvedEveryMs) return;
    this.#halvedAtMs = nowMs;
    this.#limit = Math.max(1, Math.floor(this.#limit / 2));
  }
}

const initialOf = ({ initial, max }: ConcurrencyBounds): number => Math.min(initial, max);
