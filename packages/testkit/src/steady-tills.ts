import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

/** A receipt as a till sends it. */
export interface TillReceipt {
  readonly transactionRef: string;
  readonly memberRef: string;
  /** The amount in cents: a whole number of hundreds. */
  readonly amount: number;
}

/** A receipt for which its till got a response. */
export interface EvaluatedReceipt extends TillReceipt {
  /** The bytes of the response; null if nobody kept them. */
  readonly answer: string | null;
}

/** The first attempt of a receipt. Times are by the clock of `performance`. */
export interface TillAttempt {
  readonly sentMs: number;
  readonly tookMs: number;
  /**
   * Null if it was evaluated. Otherwise the status and the code of the refusal, or how the connection ended.
   */
  readonly failure: string | null;
}

/** Sends a receipt once. Throws if the connection breaks or nothing arrives in time. */
export type SendReceipt = (
  receipt: TillReceipt,
) => Promise<{ readonly status: number; readonly text: string }>;

/** Enough for each partition to be asked for. */
const members = 60;
const repeatAfterMs = 200;
/** How long receipts are repeated after the stop. */
const patienceMs = 90_000;

/**
 * Sends receipts at a steady rate, whatever happened to earlier ones, and repeats each until it is evaluated.
 */
export class SteadyTills {
  readonly receipts: EvaluatedReceipt[] = [];
  /** Failures other than a 503 or a broken connection. */
  readonly strange = new Set<string>();
  /** References that were given up after the stop. */
  readonly unanswered: string[] = [];
  readonly #sendReceipt: SendReceipt;
  readonly #stopping = new AbortController();
  readonly #attempts: TillAttempt[] = [];
  /** When the first attempts were sent that have not ended. */
  readonly #firstsOpen = new Set<number>();
  readonly #open = new Set<Promise<void>>();
  readonly #run: Promise<void>;
  #givesUpAtMs = Infinity;

  constructor(send: SendReceipt, perSecond: number) {
    this.#sendReceipt = send;
    this.#run = this.#send(perSecond);
  }

  /** Returns the first attempts since this time, oldest first, once those in flight have ended. */
  async attemptsSince(sinceMs: number): Promise<readonly TillAttempt[]> {
    const untilMs = performance.now();
    while (this.#attempts.length === 0 || Math.min(Infinity, ...this.#firstsOpen) <= untilMs) await pause(50);
    return this.#attempts
      .filter(({ sentMs }) => sentMs >= sinceMs && sentMs <= untilMs)
      .toSorted((one, other) => one.sentMs - other.sentMs);
  }

  /** Stops sending. Resolves once every receipt is evaluated or given up. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#givesUpAtMs = performance.now() + patienceMs;
    await this.#run;
    await Promise.all(this.#open);
  }

  async #send(perSecond: number): Promise<void> {
    const beganMs = performance.now();
    for (let n = 0; !this.#stopping.signal.aborted; n += 1) {
      const one = this.#evaluate(n).finally(() => this.#open.delete(one));
      this.#open.add(one);
      await pause(Math.max(0, beganMs + ((n + 1) * 1_000) / perSecond - performance.now()));
    }
  }

  async #evaluate(n: number): Promise<void> {
    const memberRef = `till-${(n % members).toString()}`;
    // Sums of drawn amounts do not hide that one receipt is missing and another counts twice.
    const amount = 100 * (1 + Math.floor(Math.random() * 400));
    const receipt = { transactionRef: randomUUID(), memberRef, amount };
    let outcome = await this.#firstAttempt(receipt);
    while ('failure' in outcome && performance.now() < this.#givesUpAtMs) {
      await pause(repeatAfterMs);
      outcome = await this.#attempt(receipt);
    }
    if ('failure' in outcome) this.unanswered.push(receipt.transactionRef);
    else this.receipts.push({ ...receipt, answer: outcome.answer });
  }

  async #firstAttempt(receipt: TillReceipt): Promise<TillOutcome> {
    const sentMs = performance.now();
    this.#firstsOpen.add(sentMs);
    const outcome = await this.#attempt(receipt);
    const failure = 'failure' in outcome ? outcome.failure : null;
    this.#attempts.push({ sentMs, tookMs: performance.now() - sentMs, failure });
    this.#firstsOpen.delete(sentMs);
    return outcome;
  }

  async #attempt(receipt: TillReceipt): Promise<TillOutcome> {
    try {
      const { status, text } = await this.#sendReceipt(receipt);
      if (status === 200) return { answer: text };
      const failure = `${status.toString()} ${/"code":"(\w+)"/.exec(text)?.[1] ?? ''}`;
      if (status !== 503) this.strange.add(`${failure}: ${text}`);
      return { failure };
    } catch (failure) {
      return { failure: failure instanceof Error ? failure.name : 'failure' };
    }
  }
}

type TillOutcome = { readonly answer: string } | { readonly failure: string };
