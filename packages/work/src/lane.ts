import { invariant, type EnvironmentId } from '@loyalty/kernel';
import type { DueJob } from './due-job.ts';
import type { LanePace } from './lane-pace.ts';

/** A lane with an attempt older than this is not fast, whatever it was; nor is one of which new work waits for so long. */
const hangingMs = 1_000;

/** A job in hand that has not begun. */
export interface Waiting {
  readonly job: DueJob;
  readonly sinceMs: number;
}

/** What is asked of one other side, of one environment: what waits, what is under way, and at which pace. */
export class Lane {
  readonly id: string;
  readonly environmentId: EnvironmentId;
  readonly pace: LanePace;
  /** What was claimed, and what was handed over; each in the order in which it came. */
  claimed: Waiting[] = [];
  handed: Waiting[] = [];
  /** When each attempt began, by place; the oldest first. */
  readonly underWay = new Map<number, number>();
  isFast = false;
  /** Rows of it wait to be claimed: what is new stands behind them, unless it is fast. */
  isBehind = false;
  /** When it last had work. */
  usedAtMs = 0;
  /** What was handed over has had its turn. */
  #isTurnOfClaimed = true;

  constructor({ lane, environmentId }: Pick<DueJob, 'lane' | 'environmentId'>, pace: LanePace) {
    this.id = lane;
    this.environmentId = environmentId;
    this.pace = pace;
  }

  get waiting(): number {
    return this.claimed.length + this.handed.length;
  }

  /** What it has in hand of rows, and everything that is under way. */
  get claimedOrUnderWay(): number {
    return this.claimed.length + this.underWay.size;
  }

  /** The next job, which waits no more; the backlog and what is new take turns. Throws when nothing waits. */
  shift(): DueJob {
    const queue = this.#queue;
    this.#isTurnOfClaimed = queue === this.handed;
    const waiting = queue.shift();
    invariant(waiting !== undefined, 'a lane has its turn while something waits');
    return waiting.job;
  }

  /** Takes out what has waited for so long; answers it. */
  takeStale(isStale: (waiting: Waiting) => boolean): DueJob[] {
    if (!this.claimed.some(isStale) && !this.handed.some(isStale)) return [];
    const stale = [...this.claimed.filter(isStale), ...this.handed.filter(isStale)];
    this.claimed = this.claimed.filter((one) => !isStale(one));
    this.handed = this.handed.filter((one) => !isStale(one));
    return stale.map(({ job }) => job);
  }

  /** By its mean, by the attempt that has been under way for the longest, and by the new work that has waited for the longest. */
  looksFast(nowMs: number): boolean {
    const [oldestMs = nowMs] = this.underWay.values();
    const [{ sinceMs } = { sinceMs: nowMs }] = this.handed;
    return this.pace.isFast && nowMs - Math.min(oldestMs, sinceMs) < hangingMs;
  }

  get #queue(): Waiting[] {
    if (this.handed.length === 0) return this.claimed;
    return this.#isTurnOfClaimed && this.claimed.length > 0 ? this.claimed : this.handed;
  }
}
