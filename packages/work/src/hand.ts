import type { Attempted, DueJob, NewWork, Outcome } from './due-job.ts';
import { Lanes, type LanesOptions } from './lanes.ts';

/** What a process has in hand under one owner number: claimed or handed over, under way, or ended and not yet recorded. */
export class Hand<Answer> {
  readonly owner: number;
  readonly lanes: Lanes;
  /** By place, from the claim or the handing over until it is recorded or put down. */
  readonly jobs = new Map<number, DueJob>();
  /** Ended, in the order of their ends. */
  outcomes: Outcome<Answer>[] = [];
  /** Of what was handed over, by place. */
  readonly #attempts = new Map<number, NewWork<Answer>>();
  /** How many jobs of each debt are in hand. */
  readonly #debts = new Map<number, number>();
  #places = 0;

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

  /** Takes what a debt names, in its order. */
  takeOver(debtId: number, works: readonly NewWork<Answer>[], nowMs: number): void {
    this.#debts.set(debtId, works.length);
    for (const work of works) {
      this.#places -= 1;
      const job = handedJob(debtId, work, this.#places);
      this.jobs.set(job.place, job);
      this.#attempts.set(job.place, work);
      this.lanes.put(job, nowMs);
    }
  }

  /** The first attempt of what was handed over; null for what was claimed. */
  firstAttemptOf({ place }: DueJob): (() => Promise<Attempted<Answer>>) | null {
    const work = this.#attempts.get(place);
    return work === undefined ? null : () => work.attempt();
  }

  /** Debts of which nothing is left in hand without these jobs. */
  paidWith(jobs: readonly DueJob[]): number[] {
    const left = new Map<number, number>();
    for (const { handed } of jobs)
      if (handed !== null)
        left.set(handed.debtId, (left.get(handed.debtId) ?? this.#debts.get(handed.debtId) ?? 0) - 1);
    return [...left].flatMap(([debtId, count]) => (count === 0 ? [debtId] : []));
  }

  drop(jobs: readonly DueJob[]): void {
    const mine = jobs.filter((job) => this.jobs.get(job.place) === job);
    for (const { place, handed } of mine) {
      this.jobs.delete(place);
      this.#attempts.delete(place);
      if (handed !== null) this.#drop(handed.debtId);
    }
  }

  /** One of its jobs is in hand no more. */
  #drop(debtId: number): void {
    const left = (this.#debts.get(debtId) ?? 0) - 1;
    if (left > 0) this.#debts.set(debtId, left);
    else this.#debts.delete(debtId);
  }
}

const handedJob = (debtId: number, work: NewWork<unknown>, place: number): DueJob => {
  const { lane, id, environmentId, memberId, createdAtMs, sourceId, bytes } = work;
  return {
    lane,
    rank: 1,
    dueAtMs: createdAtMs,
    place,
    id,
    environmentId,
    memberId,
    attempt: 0,
    abandoned: 0,
    createdAtMs,
    handed: { debtId, sourceId, bytes },
  };
};
