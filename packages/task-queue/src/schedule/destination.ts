import { invariant, type EnvironmentId } from '@loyalty/kernel';
import type { Task } from './task.ts';
import type { ConcurrencyLimit } from './concurrency-limit.ts';
import { WaitingTasks, type WaitingTask } from './waiting-tasks.ts';

/** A destination with an attempt older than this is slow. So is one whose new tasks wait for so long. */
const hangingMs = 1_000;

/** One provider or endpoint of an environment: its waiting and running tasks, and its limit. */
export class Destination {
  readonly id: string;
  readonly environmentId: EnvironmentId;
  readonly limit: ConcurrencyLimit;
  readonly claimed = new WaitingTasks();
  readonly leased = new WaitingTasks();
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

  /** Removes and returns the next task. Throws when no task waits. */
  shift(): Task {
    const queue = this.#queue;
    this.#isTurnOfClaimed = queue === this.leased;
    const task = queue.shift();
    invariant(task !== undefined, 'a destination has its turn while a task waits');
    return task;
  }

  /** Removes and returns the tasks that have waited for too long. */
  takeStale(isStale: (waiting: WaitingTask) => boolean): Task[] {
    return [...this.claimed.take(isStale), ...this.leased.take(isStale)];
  }

  /** Judged by its mean, by its oldest running attempt, and by its oldest waiting new task. */
  looksFast(nowMs: number): boolean {
    const [oldestMs = nowMs] = this.running.values();
    const oldestNewMs = this.leased.oldestMs ?? nowMs;
    return this.limit.isFast && nowMs - Math.min(oldestMs, oldestNewMs) < hangingMs;
  }

  /** Backlog and new tasks take turns. Those of the bulk lane go last, wherever they wait. */
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
