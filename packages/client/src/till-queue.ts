import type { CallOptions } from './call-options.ts';
import type { Loyalty } from './create-loyalty.ts';
import type { Schemas } from './generated/types.ts';

export type QueuedReceipt = Schemas['EvaluateBody'];

/** Keeps the receipts of a till, so that they outlive a crash: in a file, a table or IndexedDB. */
export interface ReceiptStore {
  /** Returns the receipts that are kept, in the order in which they were added. */
  readonly read: () => Promise<readonly QueuedReceipt[]>;
  /** Resolves once the receipt is kept. */
  readonly add: (receipt: QueuedReceipt) => Promise<void>;
  /** Removes these receipts. A reference that is not kept is ignored. */
  readonly remove: (transactionRefs: readonly string[]) => Promise<void>;
}

export interface TillQueueOptions {
  readonly loyalty: Pick<Loyalty, 'evaluateTransaction' | 'bulkEvaluateTransactions'>;
  readonly store: ReceiptStore;
  /** Gets each receipt that `replay` drops because the API refused it for good, with the problem. */
  readonly onRefused?: (receipt: QueuedReceipt, problem: Schemas['Problem']) => void;
}

export interface TillQueue {
  /**
   * Keeps the receipt, sends it, and drops it once it is decided. Returns null if it is still kept, because there was
   * no result or because an older receipt of the member is still kept. Rejects with the `LoyaltyProblem` if the
   * receipt is refused for good, and drops it; if the credential is refused, the receipt is kept. Rejects with the
   * error of the store if the receipt cannot be kept, and then sends nothing.
   */
  readonly send: (receipt: QueuedReceipt, options?: CallOptions) => Promise<Schemas['EvaluateResult'] | null>;
  /**
   * Sends what is kept, in bulk and in the order of each member, until all is decided or the API gives no result.
   * Returns the number of receipts that are still kept. Calls that overlap share one run. Rejects with the
   * `LoyaltyProblem` of a refused credential, and with the error of the store.
   */
  readonly replay: () => Promise<number>;
}

/** As many as fit into one call, each of the size that the API takes at most. */
const itemsMax = 20;

/** The receipt is fine, and another credential may send it. */
const ofCredential = ['UNAUTHORIZED', 'FORBIDDEN', 'TENANT_NOT_FOUND'];

/**
 * Creates the queue of a till that can be offline. It keeps each receipt before it is sent, so neither a crash nor a lost
 * response loses or repeats one. Call `replay` after a start, and then regularly. One store belongs to one queue.
 */
export const createTillQueue = (options: TillQueueOptions): TillQueue => {
  const queue = new Queue(options);
  return { send: queue.send.bind(queue), replay: queue.replay.bind(queue) };
};

class Queue implements TillQueue {
  readonly #options: TillQueueOptions;
  readonly #kept = new Map<string, QueuedReceipt>();
  /** Members of whom a receipt is on its way. */
  readonly #busy = new Set<string>();
  #loading: Promise<void> | undefined;
  #running: Promise<number> | undefined;

  constructor(options: TillQueueOptions) {
    this.#options = options;
  }

  async send(receipt: QueuedReceipt, options?: CallOptions): Promise<Schemas['EvaluateResult'] | null> {
    await this.#load();
    const { memberRef, transactionRef } = receipt;
    const known = this.#kept.get(transactionRef);
    const isBehind = [...this.#kept.values()].some(
      (older) => older.memberRef === memberRef && older !== known,
    );
    const isFree = !isBehind && !this.#busy.has(memberRef);
    const send = async (): Promise<Schemas['EvaluateResult'] | null> => {
      if (known === undefined) await this.#keep(receipt);
      return isFree ? this.#decide(known ?? receipt, options) : null;
    };
    return isFree ? this.#whileBusy([receipt], send) : send();
  }

  replay(): Promise<number> {
    this.#running ??= this.#decideKept().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  #load(): Promise<void> {
    const read = async (): Promise<void> => {
      for (const receipt of await this.#options.store.read()) this.#kept.set(receipt.transactionRef, receipt);
    };
    this.#loading ??= read().catch((error: unknown) => {
      this.#loading = undefined;
      throw error;
    });
    return this.#loading;
  }

  async #keep(receipt: QueuedReceipt): Promise<void> {
    this.#kept.set(receipt.transactionRef, receipt);
    try {
      await this.#options.store.add(receipt);
    } catch (error) {
      this.#kept.delete(receipt.transactionRef);
      throw error;
    }
  }

  async #drop(receipts: readonly QueuedReceipt[]): Promise<void> {
    const references = receipts.map(({ transactionRef }) => transactionRef);
    await this.#options.store.remove(references);
    for (const reference of references) this.#kept.delete(reference);
  }

  async #whileBusy<Result>(receipts: readonly QueuedReceipt[], work: () => Promise<Result>): Promise<Result> {
    for (const { memberRef } of receipts) this.#busy.add(memberRef);
    try {
      return await work();
    } finally {
      for (const { memberRef } of receipts) this.#busy.delete(memberRef);
    }
  }

  async #decide(body: QueuedReceipt, options?: CallOptions): Promise<Schemas['EvaluateResult'] | null> {
    try {
      const result = await this.#options.loyalty.evaluateTransaction({ body }, options);
      await this.#drop([body]);
      return result;
    } catch (error) {
      if (isOpen(error)) return null;
      if (isRefusal(error)) await this.#drop([body]);
      throw error;
    }
  }

  async #decideKept(): Promise<number> {
    await this.#load();
    /** Members of whom a receipt got no result in this run. */
    const waiting = new Set<string>();
    for (let items = this.#oldest(waiting); items.length > 0; items = this.#oldest(waiting)) {
      const sent = items;
      const decided = await this.#whileBusy(sent, () => this.#decideAll(sent));
      if (decided === null) break;
      for (const item of sent) if (!decided.includes(item)) waiting.add(item.memberRef);
    }
    return this.#kept.size;
  }

  /** Returns the oldest receipt of each member, without members who have to wait. */
  #oldest(waiting: ReadonlySet<string>): readonly QueuedReceipt[] {
    const byMember = new Map<string, QueuedReceipt>();
    for (const receipt of this.#kept.values()) {
      const { memberRef } = receipt;
      const isTaken = this.#busy.has(memberRef) || waiting.has(memberRef) || byMember.has(memberRef);
      if (!isTaken) byMember.set(memberRef, receipt);
    }
    return [...byMember.values()].slice(0, itemsMax);
  }

  /** Returns the receipts that were decided; null if there was no response. */
  async #decideAll(items: readonly QueuedReceipt[]): Promise<readonly QueuedReceipt[] | null> {
    const { loyalty, onRefused } = this.#options;
    try {
      const { results } = await loyalty.bulkEvaluateTransactions({ body: { items } });
      const decided: QueuedReceipt[] = [];
      for (const { index, status, problem } of results) {
        const item = items[index];
        if (item === undefined || status === 202 || isPassing(status)) continue;
        decided.push(item);
        if (problem !== undefined) onRefused?.(item, problem);
      }
      await this.#drop(decided);
      return decided;
    } catch (error) {
      if (isOpen(error)) return null;
      throw error;
    }
  }
}

const isPassing = (status: number): boolean => status >= 500 || status === 429 || status === 408;

/** Both errors of the client, read by their members, so that this door loads nothing else. */
type CallError = Partial<{ readonly name: string; readonly status: number; readonly code: string }>;

/** True if the same receipt may be decided later. */
const isOpen = (error: unknown): boolean => {
  const { name, status = 0 } = Object(error) as CallError;
  return name === 'LoyaltyUnreachable' || (name === 'LoyaltyProblem' && isPassing(status));
};

const isRefusal = (error: unknown): boolean => {
  const { name, code = '' } = Object(error) as CallError;
  return name === 'LoyaltyProblem' && !ofCredential.includes(code);
};
