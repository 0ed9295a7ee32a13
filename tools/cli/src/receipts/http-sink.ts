import { setMaxListeners } from 'node:events';
import { backoffMs, type Clock, Fault, systemClock } from '@loyalty/kernel';
import type { Reject } from '../files/rejects-file.ts';
import { type EvaluateVerdict, verdictOn } from './evaluate-verdict.ts';
import type { Receipt, ReceiptSink } from './parse-receipt.ts';
import type { ReceiptOutcome } from './receipt-outcomes.ts';
import type { ReceiptPool } from './receipt-pool.ts';

interface HttpSinkOptions {
  readonly pool: Pick<ReceiptPool, 'evaluate'>;
  readonly concurrency: number;
  /** All is given up when nothing was settled for so long. */
  readonly patienceMs: number;
  readonly onSettled: (receipt: Receipt, outcome: ReceiptOutcome) => void;
  readonly onMalformed: (reject: Reject) => void;
  readonly clock?: Clock;
}

const retryBounds = { firstMs: 200, maxMs: 5_000 };

/** Sends receipts over HTTP. It waits while the key is limited, and retries failures that may pass. */
export class HttpSink implements ReceiptSink {
  readonly #options: HttpSinkOptions;
  readonly #clock: Clock;
  readonly #stopping = new AbortController();
  readonly #unsettled = new Set<number>();
  readonly #underWay = new Set<Promise<void>>();
  #acknowledged = 0;
  #settledAtMs = 0;
  #limitedUntilMs = 0;
  #failure: { readonly reason: unknown } | null = null;

  constructor(options: HttpSinkOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    // Every waiting request listens for the stop.
    setMaxListeners(options.concurrency + 1, this.#stopping.signal);
  }

  async take(receipts: readonly Receipt[]): Promise<void> {
    for (const receipt of receipts) {
      this.#begin(receipt);
      while (this.#underWay.size >= this.#options.concurrency) await Promise.race(this.#underWay);
      this.#throwFailure();
    }
  }

  async drain(): Promise<void> {
    await Promise.all(this.#underWay);
    this.#throwFailure();
  }

  stop(): void {
    this.#stopping.abort();
  }

  acknowledged(): number {
    return this.#acknowledged;
  }

  firstUnsettled(): number | null {
    return this.#unsettled.size === 0 ? null : Math.min(...this.#unsettled);
  }

  #begin(receipt: Receipt): void {
    this.#unsettled.add(receipt.line.number);
    const delivered = this.#deliver(receipt).catch((reason: unknown) => {
      this.#failure ??= { reason };
      this.#stopping.abort();
    });
    this.#underWay.add(delivered);
    void delivered.finally(() => this.#underWay.delete(delivered));
  }

  /** Sends until the receipt is settled, the sink is stopped, or nothing was settled for too long. */
  async #deliver(receipt: Receipt): Promise<void> {
    const beganAtMs = this.#clock.now();
    for (let attempt = 0; ; attempt += 1) {
      await this.#sleep(this.#limitedUntilMs - this.#clock.now());
      if (this.#isStopped()) return;
      const verdict = verdictOn(await this.#options.pool.evaluate(receipt.line.bytes));
      if (this.#isSettled(receipt, verdict)) return;
      this.#requireProgress(beganAtMs, verdict);
      if (verdict.outcome === 'again')
        await this.#sleep(Math.max(verdict.waitMs, backoffMs(attempt, retryBounds)));
    }
  }

  #isSettled(receipt: Receipt, verdict: EvaluateVerdict): boolean {
    const { line } = receipt;
    switch (verdict.outcome) {
      case 'settled':
        this.#acknowledged += 1;
        this.#settledAtMs = this.#clock.now();
        this.#options.onSettled(receipt, verdict.as);
        break;
      case 'malformed':
        this.#options.onMalformed({
          line: line.number,
          errors: verdict.errors,
          text: line.bytes.toString(),
        });
        break;
      case 'hopeless':
        throw new Fault(
          'EVALUATE_REFUSED',
          `The API refused the receipts: ${verdict.reason}. Check --tenant and --key.`,
        );
      case 'limited':
        this.#limitedUntilMs = Math.max(this.#limitedUntilMs, this.#clock.now() + verdict.waitMs);
        return false;
      case 'again':
        return false;
    }
    this.#unsettled.delete(line.number);
    return true;
  }

  #requireProgress(beganAtMs: number, verdict: EvaluateVerdict): void {
    const { patienceMs } = this.#options;
    if (this.#clock.now() - Math.max(beganAtMs, this.#settledAtMs) < patienceMs) return;
    const reason = verdict.outcome === 'again' ? verdict.reason : 'the key has used up its rate limit';
    throw new Fault(
      'EVALUATE_UNAVAILABLE',
      `The API accepted no receipt for ${(patienceMs / 1_000).toString()} s (${reason}).`,
    );
  }

  #isStopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  async #sleep(ms: number): Promise<void> {
    if (ms > 0) await this.#clock.sleep(ms, this.#stopping.signal);
  }

  #throwFailure(): void {
    if (this.#failure !== null) throw this.#failure.reason;
  }
}
