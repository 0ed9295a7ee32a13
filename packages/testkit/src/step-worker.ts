import type { Transaction } from '@loyalty/storage';
import {
  giveRows,
  Hand,
  HandOver,
  type DueJob,
  type NewWork,
  type Outcome,
  type WorkKind,
  type WorkStore,
} from '@loyalty/work';

export interface StepWorkerOptions<Answer, Held> {
  readonly store: WorkStore<Transaction>;
  readonly kind: WorkKind<Transaction, Answer, Held>;
  readonly now: () => number;
}

/** A process that works off what is due, step by step, as the worker and its recorder do. */
export class StepWorker<Answer, Held> {
  readonly owner: number;
  readonly #options: StepWorkerOptions<Answer, Held>;
  readonly #hand: Hand<Answer>;

  constructor(owner: number, options: StepWorkerOptions<Answer, Held>) {
    this.owner = owner;
    this.#options = options;
    const { kind } = options;
    this.#hand = new Hand(owner, { slots: 1_000, limitsOf: (job) => kind.limitsOf(job), owners: () => 1 });
  }

  room(): Promise<void> {
    return Promise.resolve();
  }

  /** Takes everything over in memory. */
  handOver(works: readonly NewWork<Answer>[]): HandOver<Transaction, Answer> {
    const { kind, store, now } = this.#options;
    const nothing = (): void => undefined;
    return new HandOver({
      works,
      hand: this.#hand,
      store,
      onOwed: nothing,
      onSpilled: nothing,
      giveRows: giveRows({ kind, store, nowMs: now }),
      onStored: (debtId, taken) => {
        this.#hand.takeOver(debtId, taken, now());
      },
    });
  }

  /** What was handed over, in its order. */
  get handed(): readonly DueJob[] {
    return [...this.#hand.jobs.values()];
  }

  /** Takes all that is due by now. */
  async claim(): Promise<readonly DueJob[]> {
    const { store, now } = this.#options;
    const asked = { owner: this.owner, nowMs: now(), rooms: [], roomOfOthers: 1_000 };
    return (await store.claim({ ...asked, after: null, rowsMax: 10_000 })).jobs;
  }

  ask(jobs: readonly DueJob[]): Promise<Outcome<Answer>[]> {
    const ask = (job: DueJob) => this.#hand.firstAttemptOf(job)?.() ?? this.#options.kind.attempt(job);
    return Promise.all(jobs.map(async (job) => ({ job, answer: (await ask(job)).answer })));
  }

  /** Answers how many outcomes counted. `midway` runs before the commit. */
  record(outcomes: readonly Outcome<Answer>[], midway?: () => Promise<void>): Promise<number> {
    const { kind, store } = this.#options;
    const jobs = outcomes.map(({ job }) => job);
    return store.transact(async (tx) => {
      const held = await kind.lock(tx, outcomes);
      const locked = await store.lockOurs(tx, this.owner, jobs);
      const ours = outcomes.filter(({ job }) => locked.has(job));
      if (ours.length === 0) return 0;
      const settlements = await kind.record(tx, ours, held);
      await store.settle(
        tx,
        ours.flatMap(({ job }, at) =>
          settlements.slice(at, at + 1).map((settlement) => ({ job, settlement })),
        ),
      );
      await store.pay(tx, this.#hand.paidWith(jobs));
      await midway?.();
      return ours.length;
    });
  }

  /** Works off all that is due by now; answers how many outcomes counted. */
  async work(): Promise<number> {
    return this.record(await this.ask(await this.claim()));
  }

  /** It is gone, and the others have seen so. */
  async die(): Promise<void> {
    const { kind, store, now } = this.#options;
    await store.rescue({ owner: this.owner, beat: 0 }, giveRows({ kind, store, nowMs: now }));
  }
}
