import { setTimeout as pause } from 'node:timers/promises';
import { receiptOf, type Shop } from './shop.ts';

/** Counts of requests so far. */
export interface Seen {
  readonly sent: number;
  readonly failed: number;
}

const memberCount = 50;

/** Tills that send at a steady rate, whether or not they get responses, and repeat nothing. */
export class Load {
  /** The first responses that were failures. */
  readonly failures: string[] = [];
  readonly #shop: Shop;
  readonly #open = new Set<Promise<void>>();
  readonly #running: Promise<void>;
  #sent = 0;
  #failed = 0;
  #isStopped = false;

  constructor(shop: Shop, perSecond: number) {
    this.#shop = shop;
    this.#running = this.#run(perSecond);
  }

  get seen(): Seen {
    return { sent: this.#sent, failed: this.#failed };
  }

  /** Stops. Resolves once every request has its response. */
  async stop(): Promise<Seen> {
    this.#isStopped = true;
    await this.#running;
    await Promise.all(this.#open);
    return this.seen;
  }

  async #run(perSecond: number): Promise<void> {
    const beganMs = performance.now();
    for (let n = 0; !this.#isStopped; n += 1) {
      const call = this.#send(`loaded-${(n % memberCount).toString()}`);
      this.#open.add(call);
      void call.finally(() => this.#open.delete(call));
      const dueMs = beganMs + ((n + 1) * 1_000) / perSecond;
      await pause(Math.max(0, dueMs - performance.now()));
    }
  }

  async #send(memberRef: string): Promise<void> {
    this.#sent += 1;
    const what = await this.#shop.api.call('POST', '/transactions/evaluate', receiptOf(memberRef)).then(
      ({ status, text }) => (status === 200 ? null : `${status.toString()} ${text}`),
      (failure: unknown) => String(failure),
    );
    if (what === null) return;
    this.#failed += 1;
    if (this.failures.length < 3) this.failures.push(what);
  }
}
