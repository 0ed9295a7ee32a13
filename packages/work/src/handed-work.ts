import type { DueJob, NewWork, OwedWork } from './due-job.ts';
import { HandOver } from './hand-over.ts';
import type { Hand } from './hand.ts';
import type { GiveRows, WorkStore } from './work-store.ts';

export interface HandedWorkOptions<Tx> {
  readonly store: Pick<WorkStore<Tx>, 'transact' | 'lockOurs' | 'owe' | 'pay' | 'takeBack'>;
  readonly giveRows: GiveRows<Tx>;
  /** Milliseconds of a clock that never goes back. */
  readonly elapsedMs: () => number;
}

export interface TakeOver<Answer> {
  /** Null: the process may start nothing now. */
  readonly hand: Hand<Answer> | null;
  readonly works: readonly NewWork<Answer>[];
  /** It has been taken in hand. */
  readonly onTaken: () => void;
  /** Rows of it are due. */
  readonly onSpilled: () => void;
}

/** Rows of one transaction: short enough that nobody waits long for its connection or its locks. */
const putDownMax = 1_000;
/** A commit whose answer was lost is known to the database by then. */
const unheardMs = 15_000;

/** What was handed over to this process: its debts, from the transaction that makes them to the one that pays them. */
export class HandedWork<Tx, Answer> {
  readonly #options: HandedWorkOptions<Tx>;
  /** Debts of which it was not heard that they were stored, and since when. */
  readonly #unheard = new Map<number, number>();

  constructor(options: HandedWorkOptions<Tx>) {
    this.#options = options;
  }

  /** False while there may be debts that nobody knows of. */
  get isHeard(): boolean {
    return this.#unheard.size === 0;
  }

  /** The process has another number: what it owed under the one before is given rows by whoever finds it gone. */
  forget(): void {
    this.#unheard.clear();
  }

  handOver({ hand, works, onTaken, onSpilled }: TakeOver<Answer>): HandOver<Tx, Answer> {
    const { store, giveRows, elapsedMs } = this.#options;
    return new HandOver({
      hand,
      works,
      store,
      giveRows,
      onSpilled,
      onOwed: (debtId) => {
        this.#unheard.set(debtId, elapsedMs());
      },
      onStored: (debtId, taken) => {
        // Unless the process has another number by now.
        if (!this.#unheard.delete(debtId)) return;
        hand?.takeOver(debtId, taken, elapsedMs());
        onTaken();
      },
    });
  }

  /** Gives rows to what was owed by transactions of whose commit nothing was heard. */
  async settleUnheard(hand: Hand<Answer>): Promise<void> {
    const { store, giveRows, elapsedMs } = this.#options;
    const sinceMs = elapsedMs() - unheardMs;
    const debtIds = [...this.#unheard].flatMap(([debtId, atMs]) => (atMs <= sinceMs ? [debtId] : []));
    if (debtIds.length === 0) return;
    await store.takeBack(hand.owner, debtIds, giveRows);
    for (const debtId of debtIds) this.#unheard.delete(debtId);
  }

  /** Gives rows to jobs that were not asked, some a transaction; those that were taken from the process have them. */
  async putDown(hand: Hand<Answer>, jobs: readonly DueJob[]): Promise<void> {
    let left = jobs;
    try {
      for (; left.length > 0; left = left.slice(putDownMax))
        await this.#putDown(hand, left.slice(0, putDownMax));
    } catch (failure) {
      // Perhaps it was done: then it is asked twice, and counted once.
      for (const job of left) hand.lanes.put(job, this.#options.elapsedMs());
      throw failure;
    }
  }

  async #putDown(hand: Hand<Answer>, jobs: readonly DueJob[]): Promise<void> {
    const { store, giveRows } = this.#options;
    await store.transact(async (tx) => {
      const ours = await store.lockOurs(tx, hand.owner, jobs);
      if (ours.size === 0) return;
      await giveRows(
        tx,
        jobs.flatMap((job) => (ours.has(job) ? owedOf(job) : [])),
      );
      await store.pay(tx, hand.paidWith(jobs));
    });
    hand.drop(jobs);
  }
}

/** What a debt says of a job; nothing of one that was claimed. */
export const owedOf = ({ handed, ...job }: DueJob): OwedWork[] =>
  handed === null ? [] : [{ ...job, sourceId: handed.sourceId }];
