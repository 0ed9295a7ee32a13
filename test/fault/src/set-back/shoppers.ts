import { setTimeout as pause } from 'node:timers/promises';
import type { Sale, SaleSource } from '../load/draw-operation.ts';
import type { Operation } from '../load/operations.ts';
import { sendJournaled, type JournaledClient } from '../load/send-journaled.ts';
import type { Done } from '../load/tills.ts';

const tickMs = 50;
/** Requests open at once; during an outage no more are sent. */
export const shoppersMax = 128;

/** Begins sales at a steady rate, whether or not the service responds. */
export class ShopperStream {
  /** Acknowledged operations, in the order of their responses. */
  readonly done: Done[] = [];
  readonly #to: JournaledClient;
  readonly #from: SaleSource;
  readonly #open = new Set<Promise<void>>();
  readonly #openMax: number;
  #come = 0;

  /** `openMax`: requests without a response. More are not sent. */
  constructor(to: JournaledClient, from: SaleSource, openMax = shoppersMax) {
    this.#to = to;
    this.#from = from;
    this.#openMax = openMax;
  }

  /** Resolves once the last operation got a response, and nothing is left that somebody abandoned. */
  async run(salesPerSecond: number, signal: AbortSignal): Promise<void> {
    const atOnce = (salesPerSecond * tickMs) / 1_000;
    while (!signal.aborted) {
      for (let n = 0; n < atOnce && this.#open.size < this.#openMax; n += 1) this.#begin();
      await pause(tickMs);
    }
    await Promise.all(this.#open);
    for (const operation of this.#from.endAbandoned()) await this.#send(operation);
  }

  /** Counts the receipts that were acknowledged after `sinceMs`, by the clock of `performance`. */
  receiptsSince(sinceMs: number): number {
    return this.done.filter(
      ({ operation, answeredMs }) => operation.kind === 'evaluate' && answeredMs > sinceMs,
    ).length;
  }

  #begin(): void {
    this.#come += 1;
    const sale = this.#from.draw(`shopper-${this.#come.toString()}`);
    const answered = this.#sell(sale).then(() => {
      this.#open.delete(answered);
    });
    answered.catch(() => undefined);
    this.#open.add(answered);
  }

  async #sell(sale: Sale): Promise<void> {
    for (const operation of sale) await this.#send(operation);
  }

  async #send(operation: Operation): Promise<void> {
    const answer = await sendJournaled(this.#to, operation);
    this.done.push({ operation, answer, answeredMs: performance.now() });
    this.#from.note(operation);
  }
}
