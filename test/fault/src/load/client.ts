import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import type { Violations } from '../violations.ts';
import type { Operation } from './operations.ts';

/** A response with status 200, or 201 where something was created. */
export interface Acknowledgement {
  readonly answer: string;
  readonly isReplayed: boolean;
}

/**
 * No caller may wait longer for any response (docs/integration.md). An engine has 3 s; looking up the stored response takes up
 * to a second. The rest allows for processes that wait for a processor.
 */
const deadlineMs = 5_000;
/** The client gives up an attempt that hangs; by then it has counted as hung. */
const patienceMs = 15_000;
const pauseMs = 100;

/** One attempt, as a caller sees it. Times are by the clock of `performance`. */
export interface Attempt {
  readonly body: string;
  readonly sentMs: number;
  readonly tookMs: number;
  readonly isAcknowledged: boolean;
}

/** Sends requests like a till that never gives up. */
export class Client {
  readonly #pool: Pool;
  readonly #violations: Violations;
  #isClosed = false;
  /** By the clock of `performance`. Attempts sent before it may take longer, because the test froze a part of the stack. */
  excusedUntilMs = 0;
  /** The longest time that one attempt waited for a response. */
  longestAttemptMs = 0;
  attempts = 0;
  /** Called after each attempt. */
  onAttempt: ((attempt: Attempt) => void) | null = null;
  /** Attempts that got another status than 200 or 201. The next field counts attempts whose connection broke. */
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
      const sentMs = performance.now();
      const acknowledged = await this.#attempt(operation);
      const tookMs = performance.now() - sentMs;
      this.onAttempt?.({ body: operation.body, sentMs, tookMs, isAcknowledged: acknowledged !== null });
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
        headers: responseHeaders,
        body: answered,
      } = await this.#pool.request({ path, method: 'POST', headers, body });
      const answer = await answered.text();
      if (statusCode === 200 || statusCode === 201)
        return { answer, isReplayed: responseHeaders['idempotent-replayed'] === 'true' };
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
