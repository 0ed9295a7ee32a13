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
/** A call of an import also waits for up to 5 s for the one before it. */
const importDeadlineMs = deadlineMs + 5_000;
/** The client gives up an attempt that hangs; by then it has counted as hung. */
const usualPatienceMs = 15_000;
const usualPauseMs = 100;

/** One attempt, as a caller sees it. Times are by the clock of `performance`. */
export interface Attempt {
  readonly path: string;
  readonly body: string;
  readonly sentMs: number;
  readonly tookMs: number;
  readonly isAcknowledged: boolean;
  /** The connection broke, or was refused. */
  readonly isBroken: boolean;
}

/** The habits of a client. */
export interface ClientHabits {
  /** The pause before a repeat, in milliseconds. */
  readonly pauseMs?: number;
  /** An attempt that hangs for so long is given up, in milliseconds. */
  readonly patienceMs?: number;
  /** A connection is given up after so many requests. Default: never. */
  readonly requestsPerConnection?: number;
  /** A connection is given up when it was idle for so long, in milliseconds. Default: when the server says. */
  readonly idleMs?: number;
}

/** Sends requests like a till that never gives up. */
export class Client {
  readonly #pool: Pool;
  readonly #violations: Violations;
  readonly #pauseMs: number;
  #isClosed = false;
  /**
   * Attempts that are sent before this time of `performance` may take longer, because the test froze a part
   * of the stack.
   */
  excusedUntilMs = 0;
  /**
   * The database was set back: a member, a receipt that comes back and what is to be captured may be unknown until they are decided
   * again (docs/mechanisms/edges-of-lost-histories.md).
   */
  mayLackMembers = false;
  /** The longest time that one attempt waited for a response. */
  longestAttemptMs = 0;
  attempts = 0;
  /** Called after each attempt. */
  onAttempt: ((attempt: Attempt) => void) | null = null;
  /** Attempts that got a status other than 200 or 201. The next field counts attempts whose connection broke. */
  refusedAttempts = 0;
  brokenAttempts = 0;
  /** How often each refusal came, by status and code. */
  readonly refusals = new Map<string, number>();

  constructor(baseUrl: string, connections: number, violations: Violations, habits: ClientHabits = {}) {
    this.#pool = new Pool(new URL(baseUrl).origin, { connections, pipelining: 1, ...poolOptionsOf(habits) });
    this.#violations = violations;
    this.#pauseMs = habits.pauseMs ?? usualPauseMs;
  }

  /** Repeats the same reference until it is acknowledged; throws once the client is closed. */
  async send(operation: Pick<Operation, 'tenant' | 'method' | 'path' | 'body'>): Promise<Acknowledgement> {
    while (!this.#isClosed) {
      const sentMs = performance.now();
      const outcome = await this.#attempt(operation);
      const tookMs = performance.now() - sentMs;
      const { path, body } = operation;
      const isAcknowledged = typeof outcome === 'object';
      this.onAttempt?.({ path, body, sentMs, tookMs, isAcknowledged, isBroken: outcome === 'broken' });
      if (isAcknowledged) return outcome;
      await pause(this.#pauseMs);
    }
    throw new Error(`never answered: ${operation.body}`);
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return this.#pool.destroy();
  }

  async #attempt({
    tenant: { key },
    method = 'POST',
    path,
    body,
  }: Pick<Operation, 'tenant' | 'method' | 'path' | 'body'>): Promise<
    Acknowledgement | 'refused' | 'broken'
  > {
    const sentMs = performance.now();
    this.attempts += 1;
    try {
      const headers = { 'x-api-key': key, 'content-type': 'application/json' };
      const {
        statusCode,
        headers: responseHeaders,
        body: answered,
      } = await this.#pool.request({ path, method, headers, body });
      const answer = await answered.text();
      if (statusCode === 200 || statusCode === 201)
        return { answer, isReplayed: responseHeaders['idempotent-replayed'] === 'true' };
      const code = codeIn(answer);
      this.#refused(`${statusCode.toString()} ${code}`);
      if (statusCode !== 503 && !(this.mayLackMembers && code.endsWith('_NOT_FOUND')))
        this.#violations.add('unexpected answer', `${statusCode.toString()} ${answer} to ${body}`);
      return 'refused';
    } catch {
      this.brokenAttempts += 1;
      return 'broken';
    } finally {
      if (sentMs >= this.excusedUntilMs) this.#timed(performance.now() - sentMs, { path, body });
    }
  }

  #refused(refusal: string): void {
    this.refusedAttempts += 1;
    this.refusals.set(refusal, (this.refusals.get(refusal) ?? 0) + 1);
  }

  #timed(tookMs: number, { path, body }: Pick<Operation, 'path' | 'body'>): void {
    this.longestAttemptMs = Math.max(this.longestAttemptMs, tookMs);
    if (tookMs <= (path.includes('/imports/') ? importDeadlineMs : deadlineMs)) return;
    const after = this.#violations.lastFault ?? 'no fault';
    this.#violations.add('hung', `${tookMs.toFixed(0)} ms after ${after}: ${body}`);
  }
}

/** Returns the code of a problem document. */
const codeIn = (answer: string): string => /"code":"(\w+)"/.exec(answer)?.[1] ?? 'without a code';

const poolOptionsOf = ({
  patienceMs = usualPatienceMs,
  requestsPerConnection,
  idleMs,
}: ClientHabits): Pool.Options => ({
  headersTimeout: patienceMs,
  bodyTimeout: patienceMs,
  ...(requestsPerConnection === undefined ? {} : { maxRequestsPerClient: requestsPerConnection }),
  ...(idleMs === undefined ? {} : { keepAliveTimeout: idleMs, keepAliveMaxTimeout: idleMs }),
});
