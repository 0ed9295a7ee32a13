import { setTimeout as pause } from 'node:timers/promises';
import { drawWanted, operationAt, type Shoppers } from '../load/draw-operation.ts';
import { sendJournaled, type JournaledClient } from '../load/send-journaled.ts';
import type { Done } from '../load/tills.ts';

const tickMs = 50;
/** Shoppers at the tills at once; during an outage no more come. */
export const shoppersMax = 128;

/** Operations that come at a steady rate, whether the service answers or not. */
export class ShopperStream {
  /** What was told, in the order of the answers. */
  readonly told: Done[] = [];
  readonly #to: JournaledClient;
  readonly #from: Shoppers;
  readonly #open = new Set<Promise<void>>();
  #come = 0;

  constructor(to: JournaledClient, from: Shoppers) {
    this.#to = to;
    this.#from = from;
  }

  /** Of ten operations six are receipts. Resolves once the last one was answered. */
  async run(operationsPerSecond: number, signal: AbortSignal): Promise<void> {
    const atOnce = (operationsPerSecond * tickMs) / 1_000;
    while (!signal.aborted) {
      for (let n = 0; n < atOnce && this.#open.size < shoppersMax; n += 1) this.#begin();
      await pause(tickMs);
    }
    await Promise.all(this.#open);
  }

  /** How many receipts were acknowledged since then, by the clock of `performance`. */
  receiptsSince(sinceMs: number): number {
    return this.told.filter(
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
      this.told.push({ operation, answer, answeredMs: performance.now() });
      this.#open.delete(answered);
    });
    answered.catch(() => undefined);
    this.#open.add(answered);
  }
}
