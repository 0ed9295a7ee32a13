import type { Clock } from '@loyalty/kernel';
import type { FactPublisher } from '@loyalty/streams/outbox';
import type { MemoryTransaction } from '../../memory-database.ts';
import type { MemoryStore } from '../../memory-store.ts';
import { MemberTables } from './member-tables.ts';
import { addFacts, memberFact } from './simulated-outbox.ts';

export interface SimulatedEraserOptions {
  /** Members whose erasure was requested. A member is removed once the caller has the response. */
  readonly erasing: Set<string>;
  readonly store: MemoryStore;
  readonly facts: FactPublisher;
  readonly clock: Clock;
}

const lookEveryMs = 2_000;

/**
 * Erases members, each in one transaction under the member's lock (D48). Callers request it from every
 * process, and repeat it until they have a response, so two processes may erase a member at once. In
 * production ingress does it. Here it adds another writer that dies and freezes.
 */
export class SimulatedEraser {
  readonly #options: SimulatedEraserOptions;
  readonly #members: MemberTables;
  #isStopped = false;

  constructor(options: SimulatedEraserOptions) {
    this.#options = options;
    this.#members = new MemberTables(options.store);
  }

  async start(): Promise<void> {
    const { clock, erasing } = this.#options;
    while (!this.#isStopped) {
      for (const key of erasing) await this.#answer(key).catch(() => undefined);
      await clock.sleep(lookEveryMs);
    }
  }

  stop(): void {
    this.#isStopped = true;
  }

  async #answer(key: string): Promise<void> {
    const publish = await this.#options.store.transact((tx) => this.#erase(tx, key));
    publish();
    this.#options.erasing.delete(key);
  }

  /**
   * Erases a member: the ledger and the balance stay, and the lots are deleted. Unknown and erased members
   * are left alone.
   */
  async #erase(tx: MemoryTransaction, key: string): Promise<() => void> {
    await this.#members.lock(tx, [key]);
    const account = (await this.#members.read(tx, [key])).get(key)?.account ?? null;
    if (account === null || account.state === 'anonymized') return () => undefined;
    const { ledgerSeq } = account;
    const erased = { ...account, state: 'anonymized' } as const;
    await this.#members.write(tx, [{ key, account: erased, postings: [], lots: [], atMs: 0 }]);
    return addFacts(this.#options, tx, [memberFact(key, `erased ${key} ${ledgerSeq.toString()}`)]);
  }
}
