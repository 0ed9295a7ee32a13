import { invariant, type EnvironmentId } from '@loyalty/kernel';
import type { Task } from './task.ts';
import type { ConcurrencyLimit } from './concurrency-limit.ts';

/** A destination with an attempt older than this is slow. So is one whose new tasks wait for so long. */
const hangingMs = 1_000;

/** A task in flight that is not running. */
export interface WaitingTask {
  readonly task: Task;
  readonly sinceMs: number;
}

/** One provider or endpoint of an environment: its waiting and running tasks, and its limit. */
export class Destination {
  readonly id: string;
  readonly environmentId: EnvironmentId;
  readonly limit: ConcurrencyLimit;
  /** Claimed tasks, and leased ones; each in the order in which they came. */
  claimed: WaitingTask[] = [];
  leased: WaitingTask[] = [];
  /** When each attempt began, by number; the oldest first. */
  readonly running = new Map<number, number>();
  isFast = false;
  /** Rows of it wait to be claimed. New tasks stand behind them, unless it is fast. */
  hasBacklog = false;
  /** When it last had tasks. */
  usedAtMs = 0;
  /** The leased tasks have had their turn. */
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

  /** Its claimed tasks that wait, and all that are running. */
  get claimedOrRunning(): number {
    return this.claimed.length + this.running.size;
  }

  /** Removes and returns the next task. Backlog and new tasks take turns. Throws when no task waits. */
  shift(): Task {
    const queue = this.#queue;
    this.#isTurnOfClaimed = queue === this.leased;
    const waiting = queue.shift();
    invariant(waiting !== undefined, 'a destination has its turn while a task waits');
    return waiting.task;
  }

  /** Removes and returns the tasks that have waited for too long. */
  takeStale(isStale: (waiting: WaitingTask) => boolean): Task[] {
    if (!this.claimed.some(isStale) && !this.leased.some(isStale)) return [];
    const stale = [...this.claimed.filter(isStale), ...this.leased.filter(isStale)];
    this.claimed = this.claimed.filter((one) => !isStale(one));
    this.leased = this.leased.filter((one) => !isStale(one));
    return stale.map(({ task }) => task);
  }

  /** Judged by its mean, by its oldest running attempt, and by its oldest waiting new task. */
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
