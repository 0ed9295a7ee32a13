import { textOf, type Clock, type Part } from '@loyalty/kernel';
import type { Logger, Metrics } from '@loyalty/telemetry';
import { askOnce } from './ask-once.ts';
import { Claims } from './claims.ts';
import type { DueJob, NewWork, WorkKind } from './due-job.ts';
import { giveRows } from './give-rows.ts';
import type { HandOver } from './hand-over.ts';
import { Hand } from './hand.ts';
import { HandedWork } from './handed-work.ts';
import { PollRest } from './poll-rest.ts';
import { countRecords } from './count-records.ts';
import { Recorder } from './recorder.ts';
import { Starter } from './starter.ts';
import { watchHand } from './watch-hand.ts';
import { WorkOwner } from './work-owner.ts';
import type { WorkStore } from './work-store.ts';

export interface WorkerOptions<Tx, Answer, Held> {
  /** Names its metrics and its part. */
  readonly queue: string;
  readonly kind: WorkKind<Tx, Answer, Held>;
  readonly store: WorkStore<Tx>;
  readonly clock: Clock;
  /** Milliseconds of a clock that never goes back. Default: that of the process. */
  readonly elapsedMs?: () => number;
  /** Resolves in the next turn of the event loop. Default: that of the process. */
  readonly nextTurn?: () => Promise<void>;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, 'count' | 'gauge'>;
}

/** A part that works off a queue of due rows, and what is handed over to it. */
export interface Worker<Tx, Answer> extends Part {
  /** Something has become due now: it is looked for at once. */
  wake(): void;
  /** Waits until there is room for what is handed over. */
  room(): Promise<void>;
  /** Takes over what a transaction is about to make. */
  handOver(works: readonly NewWork<Answer>[]): HandOver<Tx, Answer>;
  /** The database's time, milliseconds since the epoch: what is due is judged by it alone. */
  now(): number;
}

/** Attempts under way at a time. */
const slots = 512;
/** Outcomes that wait to be recorded; beyond it nothing starts, because the database is away. */
const unrecordedMax = 4_096;
const againMs = 20;
const sweepEveryMs = 250;
/** Between two transactions that record. */
const recordEveryMs = 20;
const idleMs = 1_000;
/** Longer than any attempt takes. */
const stopMsMax = 11_000;
/** A statement whose answer was lost may still be run for so long. */
const limboMs = 15_000;

/** Works off what is due: claims rows, asks, records what came of them. Each row is asked at least once, and counted once. */
export const createWorker = <Tx, Answer, Held>(
  options: WorkerOptions<Tx, Answer, Held>,
): Worker<Tx, Answer> => new Work(options);

class Work<Tx, Answer, Held> implements Worker<Tx, Answer> {
  readonly name: string;
  readonly #options: WorkerOptions<Tx, Answer, Held>;
  readonly #elapsedMs: () => number;
  readonly #owner: WorkOwner<Tx>;
  readonly #recorder: Recorder<Tx, Answer, Held>;
  readonly #starter: Starter<Answer>;
  readonly #stopping = new AbortController();
  readonly #stopped = new AbortController();
  #hand: Hand<Answer> | null = null;
  #loops: Promise<unknown> = Promise.resolve();
  #recording: Promise<void> = Promise.resolve();
  #waking = new AbortController();
  /** Aborted when an attempt has ended. */
  #ended = new AbortController();
  readonly #claims: Claims;
  /** After this a row that was claimed and never heard of is given back; null: there is none. */
  #limboEndsMs: number | null = null;
  readonly #handed: HandedWork<Tx, Answer>;

  constructor(options: WorkerOptions<Tx, Answer, Held>) {
    this.#options = options;
    const { store, clock, logger, kind, metrics, queue } = options;
    this.name = `work-${queue}`;
    this.#elapsedMs = options.elapsedMs ?? (() => performance.now());
    const give = giveRows({ kind, store, nowMs: () => this.#owner.nowMs });
    this.#handed = new HandedWork({ store, giveRows: give, elapsedMs: this.#elapsedMs });
    const claiming = { store, nowMs: () => this.#owner.nowMs, elapsedMs: this.#elapsedMs };
    this.#claims = new Claims({ ...claiming, rowsMax: slots });
    this.#owner = new WorkOwner({
      store,
      clock,
      logger,
      elapsedMs: this.#elapsedMs,
      giveRows: give,
      onOwner: (owner) => {
        this.#hand = this.#newHand(owner);
      },
      onRescued: (rows) => {
        metrics.count('loyalty_work_rescued_total', { queue }, rows);
      },
    });
    const recorded = { ...countRecords(options), nowMs: () => this.#owner.nowMs };
    this.#recorder = new Recorder({ kind, store, clock, logger, ...recorded });
    this.#starter = new Starter({
      elapsedMs: this.#elapsedMs,
      nextTurn: options.nextTurn,
      hand: () => (this.#mayWork ? this.#hand : null),
      begin: (hand, job) => void this.#attempt(hand, job),
    });
    watchHand({ metrics, queue }, () => this.#hand);
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

  now(): number {
    return this.#owner.nowMs;
  }

  async room(): Promise<void> {
    while (this.#hand?.lanes.isFull === true && !this.#stopping.signal.aborted)
      await this.#options.clock.sleep(againMs);
  }

  handOver(works: readonly NewWork<Answer>[]): HandOver<Tx, Answer> {
    const hand = this.#mayWork ? this.#hand : null;
    return this.#handed.handOver({
      hand,
      works,
      onTaken: () => {
        this.#starter.startAll();
      },
      onSpilled: () => {
        this.wake();
      },
    });
  }

  /** Starts nothing more; waits for what is under way, records it, and gives the rest back. */
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
    await this.#leave().catch((failure: unknown) => {
      // Others see that it is gone, and take its work.
      this.#options.logger.warn({ error: textOf(failure) }, 'what is in hand could not be given back');
    });
  }

  get #isBusy(): boolean {
    return this.#hand !== null && (this.#hand.lanes.underWay > 0 || this.#hand.outcomes.length > 0);
  }

  async #leave(): Promise<void> {
    const hand = this.#hand;
    if (hand === null) return;
    const waiting = hand.lanes.takeWaiting();
    const claimed = waiting.filter(isClaimed);
    await this.#options.store.putDown(hand.owner, claimed);
    hand.drop(claimed);
    await this.#handed.putDown(hand, waiting.filter(isHanded));
    // What is under way for too long, or was never heard of, is found by the others.
    const isEmpty = hand.jobs.size === 0 && this.#limboEndsMs === null && this.#handed.isHeard;
    if (isEmpty) await this.#options.store.leave(hand.owner);
  }

  #newHand(owner: number): Hand<Answer> {
    this.#limboEndsMs = null;
    this.#handed.forget();
    return new Hand<Answer>(owner, {
      slots,
      limitsOf: (job) => this.#options.kind.limitsOf(job),
      owners: () => this.#owner.owners,
    });
  }

  async #poll(): Promise<void> {
    const { signal } = this.#stopping;
    const rest = new PollRest();
    while (!signal.aborted) {
      const beganMs = this.#elapsedMs();
      const isMore = await this.#look().catch((failure: unknown) => {
        this.#limboEndsMs = this.#elapsedMs() + limboMs;
        this.#options.logger.warn(
          { error: textOf(failure) },
          'what is due could not be looked up; trying again',
        );
        return false;
      });
      const restMs = rest.after(this.#elapsedMs() - beganMs);
      await this.#pause(isMore ? againMs : restMs);
    }
  }

  /** Until it is woken, but never less than a moment: finished attempts wake it one by one. */
  async #pause(ms: number): Promise<void> {
    const { clock } = this.#options;
    this.#waking = new AbortController();
    const { signal } = this.#waking;
    await clock.sleep(againMs, this.#stopping.signal);
    if (ms > againMs && !this.#stopping.signal.aborted) await clock.sleep(ms - againMs, signal);
  }

  /** Takes what is due in hand. True when there may be more of what there is room for. */
  async #look(): Promise<boolean> {
    const hand = this.#hand;
    if (hand === null || !this.#mayWork) return false;
    await this.#settleLimbo(hand);
    await this.#handed.settleUnheard(hand);
    const isMore = await this.#claims.take(hand, () => this.#hand === hand);
    this.#starter.startAll();
    return isMore;
  }

  get #mayWork(): boolean {
    const isFull = (this.#hand?.outcomes.length ?? 0) >= unrecordedMax;
    return this.#owner.isTrusted && !isFull && !this.#stopping.signal.aborted;
  }

  /** Between two claims nothing of ours is on its way, so what is ours and not in hand was never heard of. */
  async #settleLimbo(hand: Hand<Answer>): Promise<void> {
    if (this.#limboEndsMs === null || this.#elapsedMs() < this.#limboEndsMs) return;
    await this.#options.store.putDownUnknown(hand.owner, [...hand.jobs.keys()]);
    this.#limboEndsMs = null;
  }

  async #attempt(hand: Hand<Answer>, job: DueJob): Promise<void> {
    const { answer, sign } = await askOnce(this.#options, job, hand.firstAttemptOf(job));
    hand.lanes.finish(job, { sign, nowMs: this.#elapsedMs() });
    hand.outcomes.push({ job, answer });
    this.#ended.abort('ended');
    this.#starter.startAll();
    if (this.#claims.isBehind) this.wake();
  }

  async #sweep(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#options.clock.sleep(sweepEveryMs, signal);
      if (this.#hand === null) continue;
      await this.#putDown(this.#hand, this.#hand.lanes.sweep(this.#elapsedMs()));
      this.#starter.startAll();
    }
  }

  async #putDown(hand: Hand<Answer>, stale: readonly DueJob[]): Promise<void> {
    if (stale.length === 0) return;
    await this.#handed.putDown(hand, stale.filter(isHanded)).catch((failure: unknown) => {
      this.#options.logger.warn({ error: textOf(failure) }, 'what waits too long could not be given rows');
    });
    const jobs = stale.filter(isClaimed);
    // Before it is done: a claim may bring them again at once.
    hand.drop(jobs);
    try {
      await this.#options.store.putDown(hand.owner, jobs);
    } catch {
      // Perhaps it was done, and another asks by now: what is still ours is given back with what was never heard of.
      this.#limboEndsMs = this.#elapsedMs() + limboMs;
    }
  }

  async #record(): Promise<void> {
    const { clock } = this.#options;
    while (!this.#stopped.signal.aborted) {
      this.#ended = new AbortController();
      if ((this.#hand?.outcomes.length ?? 0) === 0) await clock.sleep(idleMs, this.#ended.signal);
      await clock.sleep(recordEveryMs, this.#stopped.signal);
      if (this.#hand === null) continue;
      await this.#recorder.record(this.#hand, this.#stopped.signal);
      this.#starter.startAll();
    }
  }
}

const isHanded = ({ handed }: DueJob): boolean => handed !== null;
const isClaimed = ({ handed }: DueJob): boolean => handed === null;
