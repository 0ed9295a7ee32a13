import { setTimeout as pause } from 'node:timers/promises';
import { drawWanted, operationAt, type Shoppers } from '../load/draw-operation.ts';
import { sendJournaled, type JournaledClient } from '../load/send-journaled.ts';
import type { Done } from '../load/tills.ts';

const tickMs = 50;
/** Requests open at once; during an outage no more are sent. */
export const shoppersMax = 128;

/** Sends operations at a steady rate, whether or not the service responds. */
export class ShopperStream {
  /** Acknowledged operations, in the order of their responses. */
  readonly done: Done[] = [];
  readonly #to: JournaledClient;
  readonly #from: Shoppers;
  readonly #open = new Set<Promise<void>>();
  readonly #openMax: number;
  #come = 0;

  /** `openMax`: requests without a response. More are not sent. */
  constructor(to: JournaledClient, from: Shoppers, openMax = shoppersMax) {
    this.#to = to;
    this.#from = from;
    this.#openMax = openMax;
  }

  /** Six of ten operations are receipts. Resolves once the last one got a response. */
  async run(operationsPerSecond: number, signal: AbortSignal): Promise<void> {
    const atOnce = (operationsPerSecond * tickMs) / 1_000;
    while (!signal.aborted) {
      for (let n = 0; n < atOnce && this.#open.size < this.#openMax; n += 1) this.#begin();
      await pause(tickMs);
    }
    await Promise.all(this.#open);
  }

  /** Counts the receipts that were acknowledged after `sinceMs`, by the clock of `performance`. */
  receiptsSince(sinceMs: number): number {
    return this.done.filter(
      ({ operation, answeredMs }) => operation.kind === 'evaluate' && answeredMs > sinceMs,
    ).length;
  }

  #begin(): void {
    this.#come += 1;
    const { random } = this.#from;
    // Without quotes, which write nothing.
    const dice = random() * 9.5;
    const wanted = drawWanted(dice, `shopper-${this.#come.toString()}`, this.#from);
    const operation = operationAt(dice, wanted, this.#from);
    const answered = sendJournaled(this.#to, operation).then((answer) => {
      this.done.push({ operation, answer, answeredMs: performance.now() });
      this.#open.delete(answered);
    });
    answered.catch(() => undefined);
    this.#open.add(answered);
  }
}
