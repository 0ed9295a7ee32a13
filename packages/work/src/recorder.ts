import { backoffMs, textOf, type Clock } from '@loyalty/kernel';
import type { Logger } from '@loyalty/telemetry';
import type { DueJob, Outcome, Settlement, WorkKind } from './due-job.ts';
import type { Hand } from './hand.ts';
import { owedOf } from './handed-work.ts';
import type { SettledJob, WorkStore } from './work-store.ts';

export interface RecorderOptions<Tx, Answer, Held> {
  readonly kind: WorkKind<Tx, Answer, Held>;
  readonly store: Pick<WorkStore<Tx>, 'transact' | 'lockOurs' | 'settle' | 'pay' | 'failureOf'>;
  readonly clock: Pick<Clock, 'sleep'>;
  /** The database's time, milliseconds since the epoch. */
  readonly nowMs: () => number;
  readonly logger: Logger;
  /** Told of each commit: outcomes that counted, and those that were another process' by then. */
  readonly onRecorded: (counted: number, lost: number) => void;
  /** Told of one that no transaction takes, whatever is said of it. */
  readonly onUnrecordable: () => void;
}

/** Outcomes of one transaction. */
const batchMax = 500;
const waitBounds = { firstMs: 50, maxMs: 2_000 };
/** What cannot be recorded comes again in so long: by then somebody may have mended it. */
const postponedMs = 1_800_000;

/**
 * Records outcomes: one transaction at a time, with whatever has ended meanwhile. A failure that only one of them can cause is
 * narrowed down to it by halving; that one is recorded as unknown, and postponed when even that is refused.
 */
export class Recorder<Tx, Answer, Held> {
  readonly #options: RecorderOptions<Tx, Answer, Held>;
  #size = batchMax;
  #failures = 0;

  constructor(options: RecorderOptions<Tx, Answer, Held>) {
    this.#options = options;
  }

  /** Records what has ended; once more where it failed, after a while. Does nothing when nothing has. */
  async record(hand: Hand<Answer>, signal?: AbortSignal): Promise<void> {
    const outcomes = hand.outcomes.slice(0, this.#size);
    if (outcomes.length === 0) return;
    try {
      const counted = await this.#store(hand, outcomes);
      this.#done(hand, outcomes);
      this.#options.onRecorded(counted, outcomes.length - counted);
    } catch (failure) {
      await this.#failed(hand, { outcomes, failure, signal });
    }
  }

  #done(hand: Hand<Answer>, outcomes: readonly Outcome<Answer>[]): void {
    hand.outcomes = hand.outcomes.slice(outcomes.length);
    hand.drop(outcomes.map(({ job }) => job));
    this.#size = Math.min(batchMax, this.#size * 2);
    this.#failures = 0;
  }

  /** Answers how many were still ours to count. */
  #store(hand: Hand<Answer>, outcomes: readonly Outcome<Answer>[]): Promise<number> {
    const { kind, store } = this.#options;
    const jobs = outcomes.map(({ job }) => job);
    return store.transact(async (tx) => {
      const held = await kind.lock(tx, outcomes);
      const locked = await store.lockOurs(tx, hand.owner, jobs);
      const ours = outcomes.filter(({ job }) => locked.has(job));
      if (ours.length === 0) return 0;
      const settlements = await kind.record(tx, ours, held);
      await store.settle(tx, pair(ours, settlements));
      await store.pay(tx, hand.paidWith(jobs));
      return ours.length;
    });
  }

  async #failed(hand: Hand<Answer>, { outcomes, failure, signal }: FailedRecord<Answer>): Promise<void> {
    const asks = this.#options.store.failureOf(failure);
    this.#options.logger.warn(
      { error: textOf(failure), asks, outcomes: outcomes.length },
      'outcomes could not be recorded; trying again',
    );
    const [first] = outcomes;
    const isTheirs = asks === 'message' || asks === 'unknown' || asks === 'slow';
    if (isTheirs && outcomes.length > 1) {
      this.#size = Math.ceil(outcomes.length / 2);
      return;
    }
    if (isTheirs && asks !== 'slow' && first !== undefined) {
      await this.#narrow(hand, first);
      return;
    }
    await this.#options.clock.sleep(backoffMs(this.#failures, waitBounds), signal);
    this.#failures += 1;
  }

  /** One outcome alone cannot be stored: nothing is said of it any more, and then it is put off. */
  async #narrow(hand: Hand<Answer>, outcome: Outcome<Answer>): Promise<void> {
    if (outcome.answer !== null) {
      hand.outcomes = [{ job: outcome.job, answer: null }, ...hand.outcomes.slice(1)];
      return;
    }
    this.#options.onUnrecordable();
    if (await this.#postpone(hand, outcome.job)) this.#done(hand, [outcome]);
  }

  async #postpone(hand: Hand<Answer>, job: DueJob): Promise<boolean> {
    const { kind, store, nowMs, logger } = this.#options;
    const settlement: Settlement = { kind: 'again', dueAtMs: nowMs() + postponedMs };
    try {
      await store.transact(async (tx) => {
        const locked = await store.lockOurs(tx, hand.owner, [job]);
        if (!locked.has(job)) return;
        const isNew = job.handed === null || ((await kind.keep?.(tx, owedOf(job)))?.has(job.id) ?? false);
        if (isNew) await store.settle(tx, [{ job, settlement }]);
        await store.pay(tx, hand.paidWith([job]));
      });
      logger.error({ id: job.id }, 'what came of it cannot be recorded; it is tried again in half an hour');
      return true;
    } catch {
      // The database is away, or it is asked again: the outcome is still in hand.
      return false;
    }
  }
}

interface FailedRecord<Answer> {
  readonly outcomes: readonly Outcome<Answer>[];
  readonly failure: unknown;
  readonly signal: AbortSignal | undefined;
}

const pair = <Answer>(
  outcomes: readonly Outcome<Answer>[],
  settlements: readonly Settlement[],
): SettledJob[] =>
  outcomes.flatMap(({ job }, at) => {
    const settlement = settlements[at];
    return settlement === undefined ? [] : [{ job, settlement }];
  });
