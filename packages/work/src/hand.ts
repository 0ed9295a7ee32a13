import type { DueJob, Outcome } from './due-job.ts';
import { Lanes, type LanesOptions } from './lanes.ts';

/** What a process has in hand under one owner number: claimed, under way, or ended and not yet recorded. */
export class Hand<Answer> {
  readonly owner: number;
  readonly lanes: Lanes;
  /** By place, from the claim until it is recorded or put down. */
  readonly jobs = new Map<number, DueJob>();
  /** Ended, in the order of their ends. */
  outcomes: Outcome<Answer>[] = [];

  constructor(owner: number, options: LanesOptions) {
    this.owner = owner;
    this.lanes = new Lanes(options);
  }

  /**
   * Takes rows that were claimed; one that is in hand already is not taken twice. It comes at another time when its outcome was
   * recorded and the answer to that was lost: then it is to be asked again.
   */
  take(jobs: readonly DueJob[], nowMs: number): void {
    for (const job of jobs) {
      if (this.jobs.get(job.place)?.dueAtMs === job.dueAtMs) continue;
      this.jobs.set(job.place, job);
      this.lanes.put(job, nowMs);
    }
  }

  drop(jobs: readonly DueJob[]): void {
    for (const job of jobs) if (this.jobs.get(job.place) === job) this.jobs.delete(job.place);
  }
}
