import { type EnvironmentId, invariant } from '@loyalty/kernel';
import type { ConcurrencyBounds, LoadSignal, Task, TaskKey } from '../task.ts';

/** A destination with an attempt older than this is slow. So is one whose new tasks wait for so long. */
const hangingMs = 1_000;

/** The waiting and running tasks of one provider or endpoint of an environment, and its limit. */
export class Destination {
  readonly id: string;
  readonly environmentId: EnvironmentId;
  readonly limit: ConcurrencyLimit;
  readonly claimed = new WaitingTasks();
  readonly leased = new WaitingTasks();
  /** When each attempt began, by the number of its task; the oldest is first. */
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

  /** The number of claimed tasks that wait, plus all tasks that are running. */
  get claimedOrRunning(): number {
    return this.claimed.length + this.running.size;
  }

  /** Removes and returns the next task. Throws if no task waits. */
  shift(): Task {
    const queue = this.#queue;
    this.#isTurnOfClaimed = queue === this.leased;
    const task = queue.shift();
    invariant(task !== undefined, 'a destination has its turn while a task waits');
    return task;
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
    const oldestNewMs = this.leased.oldestMs ?? nowMs;
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
    return this.#first?.[0]?.task.rank ?? null;
  }

  /** This is since when the oldest has waited; null when none waits. */
  get oldestMs(): number | null {
    const heads = this.#byRank.flatMap(([head]) => head?.sinceMs ?? []);
    return heads.length === 0 ? null : Math.min(...heads);
  }

  push(waiting: WaitingTask): void {
    this.#byRank[waiting.task.rank]?.push(waiting);
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
  #max: number;
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
    const { initial, max } = limitsOf();
    this.#max = max;
    this.#limit = Math.min(initial, max);
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
    const limits = this.#boundsOf();
    if (this.#isFailing) this.#openUntilMs = nowMs + (limits.openMs ?? 0);
    if (limits.max !== this.#max) this.#beginWith(limits);
    else if (load === 'ok') this.#limit = Math.min(limits.max, this.#limit + 1);
    if (load !== 'ok') this.#halve(nowMs);
  }

  #beginWith({ initial, max }: ConcurrencyBounds): void {
    this.#max = max;
    this.#limit = Math.min(initial, max);
  }

  /** Returns true while the circuit is open, or half open for one attempt. */
  get #isFailing(): boolean {
    return this.#unreachableInARow >= (this.#boundsOf().openAfterFailures ?? Infinity);
  }

  #halve(nowMs: number): void {
    if (nowMs - this.#halvedAtMs < halvedEveryMs) return;
    this.#halvedAtMs = nowMs;
    this.#limit = Math.max(1, Math.floor(this.#limit / 2));
  }
}
