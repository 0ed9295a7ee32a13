import type { NewWork } from './due-job.ts';
import type { Hand } from './hand.ts';
import type { GiveRows, WorkStore } from './work-store.ts';

export interface HandOverOptions<Tx, Answer> {
  readonly works: readonly NewWork<Answer>[];
  /** Null: the process may start nothing now. */
  readonly hand: Hand<Answer> | null;
  readonly store: Pick<WorkStore<Tx>, 'owe'>;
  readonly giveRows: GiveRows<Tx>;
  /** A debt was made in a transaction that is still open. */
  readonly onOwed: (debtId: number) => void;
  readonly onStored: (debtId: number, taken: readonly NewWork<Answer>[]) => void;
  readonly onSpilled: () => void;
}

/**
 * Work on its way from the transaction that makes it to its first attempt: most of it in memory, guarded by one debt, and what there is
 * no room for as rows.
 */
export class HandOver<Tx, Answer> {
  readonly #options: HandOverOptions<Tx, Answer>;
  #taken: readonly NewWork<Answer>[];
  #spilled: readonly NewWork<Answer>[];
  #debtId: number | null = null;

  constructor(options: HandOverOptions<Tx, Answer>) {
    this.#options = options;
    const { works, hand } = options;
    const { taken, spilled } = hand?.lanes.split(works) ?? { taken: [], spilled: works };
    this.#taken = taken;
    this.#spilled = spilled;
  }

  /** In the transaction that makes the work. */
  async store(tx: Tx): Promise<void> {
    const { hand, store, giveRows, onOwed } = this.#options;
    if (hand !== null && this.#taken.length > 0) this.#debtId = await store.owe(tx, hand.owner, this.#taken);
    if (this.#debtId === null) {
      // Declared gone meanwhile: nobody would look for the debt.
      this.#spilled = this.#options.works;
      this.#taken = [];
    } else onOwed(this.#debtId);
    if (this.#spilled.length > 0) await giveRows(tx, this.#spilled);
  }

  /** After its commit. */
  stored(): void {
    const { onStored, onSpilled } = this.#options;
    if (this.#debtId !== null) onStored(this.#debtId, this.#taken);
    if (this.#spilled.length > 0) onSpilled();
  }
}
