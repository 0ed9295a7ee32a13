import { periodMsOf, runAtMsOf } from '@loyalty/jobs/job';
import type { EnvironmentId } from '@loyalty/kernel';
import type { MemoryTransaction, StoredJob } from '../../memory-database.ts';
import { visitKeyOf } from '../../toy-job.ts';
import { JobDutyJudge } from './job-duty-judge.ts';
import type { JobWorld } from './job-world.ts';

const oftenMs = 60_000;

interface SeenRun {
  readonly environmentId: EnvironmentId;
  readonly atMs: number;
  finishedMs: number | null;
}

/** Judges every commit before it takes effect, and knows which runs were finished. */
export class JobJudge {
  readonly #world: JobWorld;
  readonly violations: string[] = [];
  /** Every run that was begun. */
  readonly runs: SeenRun[] = [];

  readonly #duty: JobDutyJudge;

  constructor(world: JobWorld) {
    this.#world = world;
    this.#duty = new JobDutyJudge(world.profile.burstMs);
    world.database.onCommit = (tx) => {
      this.#judgeVisits(tx);
      this.#judgeCheckpoints(tx);
    };
  }

  /**
   * Returns the environment in which the run that is due at this time, or a later one, is not finished; null
   * if there is none.
   */
  due(atMs: number): string | null {
    const { profile, database, members } = this.#world;
    const runAtMs = runAtMsOf(profile.schedule, atMs);
    const isDone = (environmentId: EnvironmentId): boolean => {
      const stored = database.jobs.rows.get(`toy/${environmentId.toString()}`);
      return (
        stored !== undefined && (stored.atMs > runAtMs || (stored.atMs === runAtMs && stored.isFinished))
      );
    };
    const missing = [...members.ids.keys()].find((environmentId) => !isDone(environmentId));
    return missing === undefined
      ? null
      : `run ${runAtMs.toString()} in ${missing.toString()} is not finished`;
  }

  /**
   * Returns the first run due after `fromMs` that was not begun before the next one was due, although the
   * environment was free. A run that overlaps another is covered by the next one. Runs that are due more
   * often than a new leader needs to take over are ignored.
   */
  leftOut(fromMs: number): string | null {
    const { profile, turns, members } = this.#world;
    const periodMs = periodMsOf(profile.schedule);
    if (periodMs < oftenMs) return null;
    const firstMs = runAtMsOf(profile.schedule, fromMs) + periodMs;
    const lastMs = runAtMsOf(profile.schedule, turns.nowMs) - periodMs;
    const count = Math.max(0, (lastMs - firstMs) / periodMs + 1);
    const due = Array.from({ length: count }, (_, n) => firstMs + n * periodMs).flatMap((atMs) =>
      [...members.ids.keys()].map((environmentId) => ({ environmentId, atMs })),
    );
    const missing = due.find(({ environmentId, atMs }) => !this.#isCovered(environmentId, atMs));
    return missing === undefined ? null : `the run ${JSON.stringify(missing)} was left out`;
  }

  #isCovered(environmentId: EnvironmentId, atMs: number): boolean {
    return this.runs.some(
      (run) =>
        run.environmentId === environmentId &&
        (run.atMs === atMs || (run.atMs < atMs && (run.finishedMs ?? Infinity) > atMs)),
    );
  }

  #judgeVisits(tx: MemoryTransaction): void {
    for (const [key, count] of this.#world.members.visits.draftsOf(tx))
      if (count !== 1) this.#say(`${key} is taken ${String(count)} times`);
  }

  #judgeCheckpoints(tx: MemoryTransaction): void {
    const { jobs } = this.#world.database;
    for (const [key, to] of jobs.draftsOf(tx)) {
      if (to === undefined) continue;
      const environmentId = Number(key.slice('toy/'.length)) as EnvironmentId;
      this.#judgeStep(key, jobs.rows.get(key), to);
      this.#judgeDone(tx, environmentId, to);
      this.#judgeDuty(tx, environmentId, to);
      this.#note(environmentId, to);
    }
  }

  #note(environmentId: EnvironmentId, { atMs, chunks, isFinished }: StoredJob): void {
    if (chunks === 1) this.runs.push({ environmentId, atMs, finishedMs: null });
    const run = this.runs.findLast((seen) => seen.environmentId === environmentId);
    if (run !== undefined && isFinished) run.finishedMs = this.#world.turns.nowMs;
  }

  #judgeStep(key: string, from: StoredJob | undefined, to: StoredJob): void {
    const { profile, database } = this.#world;
    if (runAtMsOf(profile.schedule, to.atMs) !== to.atMs || to.atMs > database.now())
      this.#say(`${key} is run for an instant that it is not due for`);
    if (!goesOn(from, to) && !beginsAnew(from, to)) this.#say(`${key} does not go on from where it stood`);
  }

  #judgeDone(
    tx: MemoryTransaction,
    environmentId: EnvironmentId,
    { atMs, done, isFinished }: StoredJob,
  ): void {
    const { ids, visits } = this.#world.members;
    const all = ids.get(environmentId) ?? [];
    const taken = all.filter((id) => visits.read(tx, visitKeyOf(environmentId, id, atMs)) !== undefined);
    if (taken.length !== done) this.#say(`${done.toString()} are done, and ${taken.length.toString()} taken`);
    if (isFinished && taken.length !== all.length)
      this.#say(`a run is finished with ${taken.length.toString()} taken only`);
  }

  /** Judges how long a process has worked. A process whose clock leaps ahead believes that it has rested. */
  #judgeDuty(tx: MemoryTransaction, environmentId: EnvironmentId, { workedMs }: StoredJob): void {
    if (this.#world.profile.faults.includes('clock-step')) return;
    const wrong = this.#duty.judge(tx, environmentId, workedMs);
    if (wrong !== null) this.#say(wrong);
  }

  #say(violation: string): void {
    this.violations.push(violation);
  }
}

const goesOn = (from: StoredJob | undefined, to: StoredJob): boolean =>
  from?.atMs === to.atMs && !from.isFinished && to.chunks === from.chunks + 1;

const beginsAnew = (from: StoredJob | undefined, to: StoredJob): boolean =>
  to.chunks === 1 && (from === undefined || (from.isFinished && to.atMs > from.atMs));
