import { type Clock, type Part, pauseToTick, textOf } from '@loyalty/kernel';
import type { Logger } from '@loyalty/telemetry/logger';
import type { Metrics } from '@loyalty/telemetry/metrics';
import type { TaskStore } from '../store/task-store.ts';
import type { NewTask, Task, TaskGroup, TaskHandler } from '../task.ts';
import { attemptOnce, AttemptStarter } from './attempts.ts';
import { Claims, PollInterval } from './claims.ts';
import { InFlight, registerInFlightGauges } from './in-flight.ts';
import { confirmationMs, countPlaces, Leases, persistTasks, type TaskSubmission } from './leases.ts';
import { countRecords, recordWaitMs, OutcomeRecorder } from './outcome-recorder.ts';
import { OwnerRegistration } from './owner-registration.ts';

interface TaskWorkerOptions<Tx, Result, Locked> {
  readonly queue: string;
  readonly handler: TaskHandler<Tx, Result, Locked>;
  readonly store: TaskStore<Tx>;
  readonly clock: Clock;
  /** The time is monotonic. */
  readonly elapsedMs?: () => number;
  readonly nextTurn?: () => Promise<void>;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, 'count' | 'gauge'>;
}

export interface TaskWorker<Tx, Result> extends Part {
  wake(): void;
  waitForCapacity(): Promise<void>;
  submit(tasks: readonly NewTask<Result>[]): TaskSubmission<Tx, Result>;
  /** Returns the database's time, which alone decides whether a task is due. */
  databaseNowMs(): number;
}

const slots = 512;
/** If more are unrecorded, nothing starts, because the database is unavailable. */
const unrecordedMax = 4_096;
const againMs = 20;
const sweepEveryMs = 250;
const recordEveryMs = 20;
const idleMs = 1_000;
/** This is longer than any attempt takes. */
const stopMsMax = 11_000;

/** Creates a worker. Each task is attempted at least once, and counted once. */
export const createTaskWorker = <Tx, Result, Locked>(
  options: TaskWorkerOptions<Tx, Result, Locked>,
): TaskWorker<Tx, Result> => new QueueWorker(options);

class QueueWorker<Tx, Result, Locked> implements TaskWorker<Tx, Result> {
  readonly name: string;
  readonly #options: TaskWorkerOptions<Tx, Result, Locked>;
  readonly #elapsedMs: () => number;
  readonly #owner: OwnerRegistration<Tx>;
  readonly #recorder: OutcomeRecorder<Tx, Result, Locked>;
  readonly #starter: AttemptStarter<Result>;
  readonly #stopping = new AbortController();
  readonly #stopped = new AbortController();
  #inFlight: InFlight<Result> | null = null;
  #loops: Promise<unknown> = Promise.resolve();
  #recording: Promise<void> = Promise.resolve();
  #waking = new AbortController();
  #ended = new AbortController();
  readonly #claims: Claims;
  /** A claimed row whose claim was never confirmed is freed then. */
  #confirmedByMs: number | null = null;
  readonly #leases: Leases<Tx, Result>;

  constructor(options: TaskWorkerOptions<Tx, Result, Locked>) {
    this.#options = options;
    const { store, clock, logger, handler, metrics, queue } = options;
    this.name = `work-${queue}`;
    this.#elapsedMs = options.elapsedMs ?? (() => performance.now());
    const persist = persistTasks({ handler, store, nowMs: () => this.#owner.nowMs });
    const counted = countPlaces(metrics, queue);
    this.#leases = new Leases({ store, persistTasks: persist, elapsedMs: this.#elapsedMs, counted });
    const claiming = { store, nowMs: () => this.#owner.nowMs, elapsedMs: this.#elapsedMs };
    this.#claims = new Claims({ ...claiming, rowsMax: slots });
    this.#owner = new OwnerRegistration({
      store,
      clock,
      logger,
      elapsedMs: this.#elapsedMs,
      persistTasks: persist,
      onOwner: (owner) => {
        this.#inFlight = this.#newInFlight(owner);
        this.#claims.beginAnew();
      },
      onReclaimed: (rows) => {
        this.#claims.beginAnew();
        metrics.count('loyalty_tasks_reclaimed_total', { queue }, rows);
      },
    });
    const recorded = { ...countRecords(options), nowMs: () => this.#owner.nowMs };
    this.#recorder = new OutcomeRecorder({ handler, store, clock, logger, ...recorded });
    this.#starter = new AttemptStarter({
      elapsedMs: this.#elapsedMs,
      nextTurn: options.nextTurn,
      inFlight: () => (this.#mayWork ? this.#inFlight : null),
      begin: (inFlight, group) => void this.#attempt(inFlight, group),
      sleep: (ms) => clock.sleep(ms, this.#stopping.signal),
    });
    registerInFlightGauges({ metrics, queue }, () => this.#inFlight);
  }

  start(): Promise<void> {
    this.#owner.start();
    this.#loops = Promise.all([this.#poll(), this.#sweep()]);
    this.#recording = this.#record();
    return Promise.resolve();
  }

  wake(): void {
    // With a reason of its own: making the usual one takes a trace of the stack.
    this.#waking.abort('woken');
  }

  databaseNowMs(): number {
    return this.#owner.nowMs;
  }

  async waitForCapacity(): Promise<void> {
    while (this.#inFlight?.scheduler.isFull === true && !this.#stopping.signal.aborted)
      await this.#options.clock.sleep(againMs);
  }

  submit(tasks: readonly NewTask<Result>[]): TaskSubmission<Tx, Result> {
    const inFlight = this.#mayWork ? this.#inFlight : null;
    return this.#leases.submit({
      inFlight,
      tasks,
      onLeased: () => {
        this.#starter.startAll();
      },
      onOverflow: () => {
        this.wake();
      },
    });
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.wake();
    await this.#loops;
    const untilMs = this.#elapsedMs() + stopMsMax;
    while (this.#isBusy && this.#elapsedMs() < untilMs) await this.#options.clock.sleep(againMs);
    this.#stopped.abort();
    this.#ended.abort('stopped');
    await this.#recording;
    await this.#owner.stop();
    await this.#deregister().catch((failure: unknown) => {
      // Others see that it is dead, and reclaim its tasks.
      this.#options.logger.warn({ error: textOf(failure) }, 'in-flight tasks could not be released');
    });
  }

  get #isBusy(): boolean {
    return (
      this.#inFlight !== null && (this.#inFlight.scheduler.running > 0 || this.#inFlight.outcomes.length > 0)
    );
  }

  async #deregister(): Promise<void> {
    const inFlight = this.#inFlight;
    if (inFlight === null) return;
    const waiting = inFlight.scheduler.takeWaiting();
    const claimed = waiting.filter(isClaimed);
    await this.#options.store.release(inFlight.owner, claimed);
    inFlight.remove(claimed);
    await this.#leases.release(inFlight, waiting.filter(isLeased));
    // The others find attempts that run too long, and claims that were never confirmed.
    const isEmpty = inFlight.tasks.size === 0 && this.#confirmedByMs === null && this.#leases.isConfirmed;
    if (isEmpty) await this.#options.store.deregister(inFlight.owner);
  }

  #newInFlight(owner: number): InFlight<Result> {
    this.#confirmedByMs = null;
    this.#leases.clear();
    return new InFlight<Result>(owner, {
      slots,
      boundsOf: (task) => this.#options.handler.boundsOf(task),
      owners: () => this.#owner.owners,
    });
  }

  async #poll(): Promise<void> {
    const { signal } = this.#stopping;
    const rest = new PollInterval();
    while (!signal.aborted) {
      const beganMs = this.#elapsedMs();
      const isMore = await this.#claimDue().catch((failure: unknown) => {
        this.#confirmedByMs = this.#elapsedMs() + confirmationMs;
        this.#options.logger.warn({ error: textOf(failure) }, 'due tasks could not be claimed; retrying');
        return false;
      });
      const restMs = rest.after(this.#elapsedMs() - beganMs);
      await this.#pause(isMore ? againMs : restMs);
    }
  }

  /** Never less than a moment: finished attempts wake it one by one. */
  async #pause(ms: number): Promise<void> {
    const { clock } = this.#options;
    this.#waking = new AbortController();
    const { signal } = this.#waking;
    const beganMs = this.#elapsedMs();
    // First, so that a poll that nothing wakes has no timer of its own.
    if (ms > againMs) await pauseToTick(clock, ms, signal);
    const leftMs = Math.ceil(againMs - (this.#elapsedMs() - beganMs));
    if (leftMs > 0) await clock.sleep(leftMs, this.#stopping.signal);
  }

  async #claimDue(): Promise<boolean> {
    const inFlight = this.#inFlight;
    if (inFlight === null || !this.#mayWork) return false;
    await this.#releaseUnconfirmed(inFlight);
    await this.#leases.reclaimUnconfirmed(inFlight);
    const isMore = await this.#claims.take(inFlight, () => this.#inFlight === inFlight);
    this.#starter.startAll();
    return isMore;
  }

  get #mayWork(): boolean {
    const isFull = this.#unrecorded >= unrecordedMax;
    return this.#owner.isOwnershipValid && !isFull && !this.#stopping.signal.aborted;
  }

  /** No claim is on its way, so rows that are ours and not in flight come from a lost response. */
  async #releaseUnconfirmed(inFlight: InFlight<Result>): Promise<void> {
    if (this.#confirmedByMs === null || this.#elapsedMs() < this.#confirmedByMs) return;
    await this.#options.store.releaseUnconfirmed(inFlight.owner, [...inFlight.tasks.keys()]);
    this.#claims.beginAnew();
    this.#confirmedByMs = null;
  }

  async #attempt(inFlight: InFlight<Result>, group: TaskGroup): Promise<void> {
    const { outcome, load } = await attemptOnce(this.#options, group, (task) => inFlight.newTaskOf(task));
    inFlight.scheduler.finish(outcome.task, { load: load, nowMs: this.#elapsedMs() });
    inFlight.outcomes.push(outcome);
    this.#ended.abort('ended');
    this.#starter.startAll();
    if (this.#claims.hasBacklog) this.wake();
  }

  async #sweep(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      // Without a destination nothing waits, and nothing is forgotten.
      const isIdle = this.#inFlight?.scheduler.isEmpty !== false;
      await pauseToTick(this.#options.clock, isIdle ? idleMs : sweepEveryMs, signal);
      if (this.#inFlight === null) continue;
      await this.#release(this.#inFlight, this.#inFlight.scheduler.sweep(this.#elapsedMs()));
      this.#starter.startAll();
    }
  }

  async #release(inFlight: InFlight<Result>, stale: readonly Task[]): Promise<void> {
    if (stale.length === 0) return;
    await this.#leases.release(inFlight, stale.filter(isLeased)).catch((failure: unknown) => {
      this.#options.logger.warn({ error: textOf(failure) }, 'waiting tasks could not be persisted');
    });
    const tasks = stale.filter(isClaimed);
    // Before they are freed: a claim may bring them again at once.
    inFlight.remove(tasks);
    try {
      await this.#options.store.release(inFlight.owner, tasks);
      this.#claims.noteFreed(tasks);
    } catch {
      // Perhaps they were freed, and another attempts them by now: what is still ours is freed with
      // unconfirmed claims.
      this.#confirmedByMs = this.#elapsedMs() + confirmationMs;
    }
  }

  /** Outcomes that wait to be recorded. */
  get #unrecorded(): number {
    return this.#inFlight?.outcomes.length ?? 0;
  }

  async #record(): Promise<void> {
    const { clock } = this.#options;
    while (!this.#stopped.signal.aborted) {
      this.#ended = new AbortController();
      if (this.#unrecorded === 0) await pauseToTick(clock, idleMs, this.#ended.signal);
      if (this.#unrecorded === 0) continue;
      await clock.sleep(recordEveryMs, this.#stopped.signal);
      const moreMs = recordWaitMs(this.#unrecorded);
      if (moreMs > 0) await clock.sleep(moreMs, this.#stopping.signal);
      if (this.#inFlight === null) continue;
      await this.#recorder.record(this.#inFlight, this.#stopped.signal);
      this.#starter.startAll();
    }
  }
}

const isLeased = ({ lease }: Task): boolean => lease !== null;
const isClaimed = ({ lease }: Task): boolean => lease === null;
