import { invariant, type EnvironmentId } from '@loyalty/kernel';
import type { Task } from './task.ts';
import type { ConcurrencyLimit } from './concurrency-limit.ts';

/** A lane with an attempt older than this is not fast, whatever it was; nor is one of which new work waits for so long. */
const hangingMs = 1_000;

/** A job in hand that has not begun. */
export interface WaitingTask {
  readonly task: Task;
  readonly sinceMs: number;
}

/** What is asked of one other side, of one environment: what waits, what is under way, and at which pace. */
export class Destination {
  readonly id: string;
  readonly environmentId: EnvironmentId;
  readonly limit: ConcurrencyLimit;
  /** What was claimed, and what was handed over; each in the order in which it came. */
  claimed: WaitingTask[] = [];
  leased: WaitingTask[] = [];
  /** When each attempt began, by place; the oldest first. */
  readonly running = new Map<number, number>();
  isFast = false;
  /** Rows of it wait to be claimed: what is new stands behind them, unless it is fast. */
  hasBacklog = false;
  /** When it last had work. */
  usedAtMs = 0;
  /** What was handed over has had its turn. */
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

  /** What it has in hand of rows, and everything that is under way. */
  get claimedOrRunning(): number {
    return this.claimed.length + this.running.size;
  }

  /** The next job, which waits no more; the backlog and what is new take turns. Throws when nothing waits. */
  shift(): Task {
    const queue = this.#queue;
    this.#isTurnOfClaimed = queue === this.leased;
    const waiting = queue.shift();
    invariant(waiting !== undefined, 'a lane has its turn while something waits');
    return waiting.task;
  }

  /** Takes out what has waited for so long; answers it. */
  takeStale(isStale: (waiting: WaitingTask) => boolean): Task[] {
    if (!this.claimed.some(isStale) && !this.leased.some(isStale)) return [];
    const stale = [...this.claimed.filter(isStale), ...this.leased.filter(isStale)];
    this.claimed = this.claimed.filter((one) => !isStale(one));
    this.leased = this.leased.filter((one) => !isStale(one));
    return stale.map(({ task }) => task);
  }

  /** By its mean, by the attempt that has been under way for the longest, and by the new work that has waited for the longest. */
  looksFast(nowMs: number): boolean {
    const [oldestMs = nowMs] = this.running.values();
    const [{ sinceMs } = { sinceMs: nowMs }] = this.leased;
    return this.limit.isFast && nowMs - Math.min(oldestMs, sinceMs) < hangingMs;
  }

  get #queue(): WaitingTask[] {
    if (this.leased.length === 0) return this.claimed;
    return this.#isTurnOfClaimed && this.claimed.length > 0 ? this.claimed : this.leased;
  }
}
