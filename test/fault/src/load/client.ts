import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import type { Violations } from '../violations.ts';
import type { Operation } from './operations.ts';

/** An answer of 200, or of 201 where something was made. */
export interface Acknowledgement {
  readonly answer: string;
  readonly isReplayed: boolean;
}

/**
 * Nobody may wait longer for any answer (docs/integration.md): an engine has 3 s, then the stored answer is looked up for a second,
 * and the rest is for processes that wait for a processor.
 */
const deadlineMs = 5_000;
/** When the client gives up an attempt that hangs; it has been counted as hung by then. */
const patienceMs = 15_000;
const pauseMs = 100;

/** Sends requests as a till does that never gives up. */
export class Client {
  readonly #pool: Pool;
  readonly #violations: Violations;
  #isClosed = false;
  /** By the clock of `performance`: attempts that were sent before may take their time, because somebody let everything stand still. */
  excusedUntilMs = 0;
  /** The longest that any one attempt waited for an answer. */
  longestAttemptMs = 0;
  attempts = 0;
  /** Attempts that were answered with 503, and those whose connection broke. */
  refusedAttempts = 0;
  brokenAttempts = 0;

  constructor(baseUrl: string, connections: number, violations: Violations) {
    const options = { connections, pipelining: 1, headersTimeout: patienceMs, bodyTimeout: patienceMs };
    this.#pool = new Pool(new URL(baseUrl).origin, options);
    this.#violations = violations;
  }

  /** Repeats the same reference until it is acknowledged; throws once the client is closed. */
  async send(operation: Pick<Operation, 'tenant' | 'path' | 'body'>): Promise<Acknowledgement> {
    while (!this.#isClosed) {
      const acknowledged = await this.#attempt(operation);
      if (acknowledged !== null) return acknowledged;
      await pause(pauseMs);
    }
    throw new Error(`never answered: ${operation.body}`);
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return this.#pool.destroy();
  }

  async #attempt({
    tenant: { key },
    path,
    body,
  }: Pick<Operation, 'tenant' | 'path' | 'body'>): Promise<Acknowledgement | null> {
    const sentMs = performance.now();
    this.attempts += 1;
    try {
      const headers = { 'x-api-key': key, 'content-type': 'application/json' };
      const {
        statusCode,
        headers: told,
        body: answered,
      } = await this.#pool.request({ path, method: 'POST', headers, body });
      const answer = await answered.text();
      if (statusCode === 200 || statusCode === 201)
        return { answer, isReplayed: told['idempotent-replayed'] === 'true' };
      this.refusedAttempts += 1;
      if (statusCode !== 503)
        this.#violations.add('unexpected answer', `${statusCode.toString()} ${answer} to ${body}`);
    } catch {
      this.brokenAttempts += 1;
    } finally {
      if (sentMs >= this.excusedUntilMs) this.#timed(performance.now() - sentMs, body);
    }
    return null;
  }

  #timed(tookMs: number, body: string): void {
    this.longestAttemptMs = Math.max(this.longestAttemptMs, tookMs);
    if (tookMs > deadlineMs) this.#violations.add('hung', `${tookMs.toFixed(0)} ms: ${body}`);
  }
}
