import type { Clock, EnvironmentId } from '@loyalty/kernel';
import type { ClockWait } from './clock-wait.ts';
import { dueRunsOf, type JobRunQueue } from './job-run-queue.ts';
import type { JobStore } from './job-store.ts';
import { type DueRun, type Job, periodMsOf, runAtMsOf } from './job.ts';

/** Finds new environments, and others' unfinished runs, within this time; see also DoneRuns. */
const pollEveryMs = 60_000;
/** A move waits for 15 s until jobs see that its tenant is closed; a chunk takes 5 s at most. */
const seeClosedEveryMs = 5_000;
/**
 * A round of the turns of all environments takes at least this long for each of them, so a read is not
 * repeated sooner.
 */
const perEnvironmentMs = 6;

interface DueRunSearchOptions<Tx, Cursor> {
  readonly job: Job<Tx, Cursor>;
  readonly store: JobStore<Tx>;
  readonly clock: Clock;
  /** Null means that it does not matter to the job. */
  readonly clockWait: ClockWait | null;
}

/**
 * Finds due runs. A full read of ten thousand environments happens once a minute; a quick read finds the runs
 * that callers ask for.
 */
export class DueRunSearch<Tx, Cursor> {
  readonly #options: DueRunSearchOptions<Tx, Cursor>;
  readonly #nextQuickRead = new Timer();
  readonly #nextFullRead = new Timer();
  readonly #nextFinishRead = new Timer();
  readonly #done = new DoneRuns();
  #finishedAtMs: number | null = null;

  constructor(options: DueRunSearchOptions<Tx, Cursor>) {
    this.#options = options;
  }

  /** When a run was last finished anywhere, as it was known when nothing was due; null before that. */
  get finishedAtMs(): number | null {
    return this.#finishedAtMs;
  }

  get waitMs(): number {
    const nowMs = this.#options.clock.now();
    return Math.min(this.#nextQuickRead.waitMs(nowMs), this.#nextFullRead.waitMs(nowMs));
  }

  /** Reads due runs and corrects the queue. After a failure the read is due again. */
  async update(agenda: JobRunQueue): Promise<void> {
    const { job, store, clock } = this.#options;
    const readAtMs = clock.now();
    const isFull = this.#nextFullRead.waitMs(readAtMs) === 0;
    const asked = (await job.asked?.()) ?? [];
    const listed = isFull
      ? await job.environments()
      : agenda.others.map(({ environmentId }) => environmentId);
    if (asked.length + listed.length === 0) {
      agenda.replace({ asked: [], others: [] });
      this.#options.clockWait?.forget();
      await this.#plan({ isFull: true, found: 0, isIdle: true, nextRunMs: periodMsOf(job.schedule) });
      return;
    }
    const closed = await this.#readClosed();
    const open = (ids: readonly EnvironmentId[]) => ids.filter((one) => !closed.has(one));
    const others = isFull ? open(this.#done.othersAmong(listed, readAtMs)) : [];
    const status = await store.readStatus(job.name, [...new Set([...open(asked), ...others])]);
    const runAtMs = runAtMsOf(job.schedule, status.nowMs);
    const nextRunMs = runAtMs + periodMsOf(job.schedule) - status.nowMs;
    const due = dueRunsOf(others, status, runAtMs);
    this.#noteDone(others, due, nextRunMs);
    const known = agenda.others.filter(({ environmentId }) => !closed.has(environmentId));
    const dueAsked = dueRunsOf(open(asked), status, runAtMs);
    const mustWait = await this.#mustWait([...dueAsked, ...(isFull ? due : known)], status.nowMs);
    const ready = (runs: readonly DueRun[]) =>
      mustWait || runs.length === 0 ? [] : this.#readyAmong(runs, status.nowMs);
    const readyAsked = await ready(dueAsked);
    agenda.replace({ asked: readyAsked, others: isFull || mustWait ? await ready(due) : known });
    await this.#plan({ isFull, found: asked.length + listed.length, isIdle: agenda.isEmpty, nextRunMs });
  }

  #noteDone(read: readonly EnvironmentId[], due: readonly DueRun[], nextRunMs: number): void {
    const left = new Set(due.map(({ environmentId }) => environmentId));
    const done = read.filter((one) => !left.has(one));
    this.#done.add(done, this.#options.clock.now(), nextRunMs);
  }

  async #readClosed(): Promise<ReadonlySet<EnvironmentId>> {
    const { job, store } = this.#options;
    const closed = [...((await store.readClosed?.()) ?? [])];
    const shut = closed.filter(([, how]) => how === 'MOVING' || job.includesMoved !== true);
    return new Set(shut.map(([environmentId]) => environmentId));
  }

  async #mustWait(due: readonly DueRun[], nowMs: number): Promise<boolean> {
    const { clockWait } = this.#options;
    if (due.length > 0) return (await clockWait?.mustWait(nowMs)) === true;
    clockWait?.forget();
    return false;
  }

  async #readyAmong(due: readonly DueRun[], nowMs: number): Promise<readonly DueRun[]> {
    return (await this.#options.job.readyAmong?.(due, nowMs)) ?? due;
  }

  async #plan({ isFull, found, isIdle, nextRunMs }: Plan): Promise<void> {
    const { job, store, clock } = this.#options;
    const nowMs = clock.now();
    const foundMs = Math.min(pollEveryMs, found * perEnvironmentMs);
    const periodMs = Math.min(pollEveryMs, isIdle ? nextRunMs : periodMsOf(job.schedule));
    if (isFull) this.#nextFullRead.set(nowMs, Math.max(foundMs, periodMs));
    this.#nextQuickRead.set(nowMs, isIdle ? periodMs : Math.min(periodMs, seeClosedEveryMs));
    if (!isIdle || this.#nextFinishRead.waitMs(nowMs) > 0) return;
    this.#finishedAtMs = await store.readFinishedAtMs(job.name);
    this.#nextFinishRead.set(nowMs, pollEveryMs);
  }
}

interface Plan {
  readonly isFull: boolean;
  readonly found: number;
  readonly isIdle: boolean;
  readonly nextRunMs: number;
}

/** A run that was done may no longer be done after a set-back of the database. */
const keptMs = 600_000;

/**
 * Environments in which a job's newest run is done are not read again until the next run, or for ten minutes.
 */
class DoneRuns {
  readonly #environments = new Set<EnvironmentId>();
  readonly #kept = new Timer();

  othersAmong(environmentIds: readonly EnvironmentId[], nowMs: number): readonly EnvironmentId[] {
    if (this.#kept.waitMs(nowMs) === 0) this.#environments.clear();
    return environmentIds.filter((one) => !this.#environments.has(one));
  }

  add(environmentIds: readonly EnvironmentId[], nowMs: number, nextRunMs: number): void {
    if (this.#environments.size === 0) this.#kept.set(nowMs, Math.min(keptMs, nextRunMs));
    for (const one of environmentIds) this.#environments.add(one);
  }
}

/** A time at which something is due. It is due as well after the clock was set back. */
class Timer {
  #setAtMs = -Infinity;
  #ms = 0;

  set(nowMs: number, ms: number): void {
    this.#setAtMs = nowMs;
    this.#ms = ms;
  }

  waitMs(nowMs: number): number {
    const passedMs = nowMs - this.#setAtMs;
    return passedMs < 0 ? 0 : Math.max(0, this.#ms - passedMs);
  }
}
