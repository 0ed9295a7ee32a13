import { errors } from 'undici';
import type { ConnectionHandler, Connection } from '../connections/connection.ts';
import {
  DialError,
  type PostFailure,
  type PostRequest,
  type PostResult,
  type TlsFailure,
} from './post-result.ts';

export interface AttemptLimits {
  /**
   * The maximum time from the dial to the head of the response. Waiting in our own queues does not count
   * (D115).
   */
  readonly attemptMs: number;
  readonly bodyMs: number;
}

interface AttemptPorts {
  readonly settled: (result: PostResult) => void;
  /** Called instead when the request itself cannot be written: a mistake in code. */
  readonly refused: (error: Error) => void;
  readonly repeat: (attempt: HttpAttempt) => void;
}

/** More responses with a status below 200 than any server needs before the final one. */
const interimMax = 32;

export class HttpAttempt implements ConnectionHandler {
  readonly #request: PostRequest;
  readonly #limits: AttemptLimits;
  readonly #ports: AttemptPorts;
  readonly #clock: AttemptClock;
  #bodyClock: NodeJS.Timeout | undefined;
  #connection: Connection | null = null;
  #isOver = false;
  #wasSent = false;
  #isReused = false;
  #hasRepeated = false;
  #hasResponseBegun = false;
  #interims = 0;
  #head: { readonly status: number; readonly tookMs: number; readonly retryAfter?: string } | null = null;
  #chunks: Buffer[] = [];
  #roomBytes: number;

  constructor(request: PostRequest, limits: AttemptLimits, ports: AttemptPorts) {
    this.#request = request;
    this.#limits = limits;
    this.#ports = ports;
    this.#roomBytes = request.bodyMaxBytes;
    this.#clock = new AttemptClock(limits.attemptMs, () => {
      this.fail('TIMED_OUT');
    });
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  fail(failure: PostFailure, tlsFailure: TlsFailure | null = null): void {
    const why = tlsFailure === null ? null : { tlsFailure };
    this.#end({ outcome: 'failed', failure, ...why, wasSent: this.#wasSent, tookMs: this.#tookMs() });
  }

  /**
   * Ends the attempt because no slot became free in time. A request that may have been sent counts as lost.
   */
  leave(): void {
    if (this.#wasSent) this.fail('CONNECTION_LOST');
    else this.#end({ outcome: 'untried' });
  }

  go(): void {
    if (!this.#isOver) this.#clock.go();
  }

  hold(): void {
    this.#clock.hold();
  }

  usesConnection(connection: Connection): void {
    this.#connection = connection;
  }

  /** Called by undici before it writes the request. If this throws, undici does not write it. */
  onConnect(): void {
    if (this.#isOver) throw new Error('The attempt is over.');
    this.#wasSent = true;
    this.#isReused = this.#connection?.use() ?? false;
  }

  onResponseStarted(): void {
    this.#hasResponseBegun = true;
  }

  onHeaders(status: number, headers: readonly Buffer[] = []): boolean {
    if (status < 200) {
      this.#interims += 1;
      if (this.#interims > interimMax) this.fail('ANSWER_INVALID');
      return true;
    }
    const retryAfter = retryAfterIn(headers);
    this.#head = { status, tookMs: this.#tookMs(), ...(retryAfter === null ? null : { retryAfter }) };
    this.#clock.hold();
    this.#bodyClock = setTimeout(() => {
      this.#answer(false);
    }, this.#limits.bodyMs);
    return true;
  }

  onData(chunk: Buffer): boolean {
    this.#chunks.push(chunk.subarray(0, this.#roomBytes));
    this.#roomBytes -= chunk.length;
    if (this.#roomBytes < 0) this.#answer(false);
    return true;
  }

  onComplete(): void {
    this.#answer(true);
  }

  onError(error: Error): void {
    if (this.#isOver) return;
    if (error instanceof errors.InvalidArgumentError) this.#refuse(error);
    else if (this.#head !== null) this.#answer(false);
    else if (this.#isBrokenBeforeUse(error)) this.#repeat();
    else this.#failBy(failureOf(error), error instanceof DialError ? error.tlsFailure : null);
  }

  #failBy(failure: PostFailure | 'NO_TURN', tlsFailure: TlsFailure | null): void {
    if (failure === 'NO_TURN') this.leave();
    else this.fail(failure, tlsFailure);
  }

  /**
   * Returns true if the receiver closed an idle connection as the request was written: it probably did not
   * read the request.
   */
  #isBrokenBeforeUse(error: Error): boolean {
    if (!this.#request.mayRepeat || !this.#isReused || this.#hasRepeated) return false;
    return !this.#hasResponseBegun && failureOf(error) === 'CONNECTION_LOST';
  }

  #repeat(): void {
    this.#hasRepeated = true;
    this.#ports.repeat(this);
  }

  #answer(isBodyWhole: boolean): void {
    if (this.#head === null) return;
    this.#end({ outcome: 'answered', ...this.#head, body: Buffer.concat(this.#chunks), isBodyWhole });
  }

  #refuse(error: Error): void {
    this.#isOver = true;
    this.#stopClocks();
    this.#ports.refused(error);
  }

  #end(result: PostResult): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#stopClocks();
    if (result.outcome !== 'answered' || !result.isBodyWhole) this.#connection?.giveUp();
    this.#ports.settled(result);
  }

  #stopClocks(): void {
    this.#clock.hold();
    clearTimeout(this.#bodyClock);
  }

  #tookMs(): number {
    return Math.round(this.#clock.spentMs);
  }
}

/** The longest date of HTTP has 33 characters; a number of seconds that is longer means nothing. */
const retryAfterMaxBytes = 40;

/** Returns the first one: names and values alternate. */
const retryAfterIn = (headers: readonly Buffer[]): string | null => {
  for (let at = 0; at + 1 < headers.length; at += 2) {
    if (headers[at]?.toString('latin1').toLowerCase() !== 'retry-after') continue;
    const value = headers[at + 1];
    return value === undefined || value.length > retryAfterMaxBytes ? null : value.toString('latin1').trim();
  }
  return null;
};

/** The time of one attempt. It stops while the attempt waits in our own queues (D115). */
class AttemptClock {
  readonly #limitMs: number;
  readonly #onOver: () => void;
  #spentMs = 0;
  #sinceMs: number | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(limitMs: number, onOver: () => void) {
    this.#limitMs = limitMs;
    this.#onOver = onOver;
  }

  get spentMs(): number {
    return this.#spentMs + (this.#sinceMs === null ? 0 : performance.now() - this.#sinceMs);
  }

  go(): void {
    if (this.#sinceMs !== null) return;
    this.#sinceMs = performance.now();
    this.#timer = setTimeout(this.#onOver, this.#limitMs - this.#spentMs);
  }

  hold(): void {
    this.#spentMs = this.spentMs;
    this.#sinceMs = null;
    clearTimeout(this.#timer);
  }
}

/** Converts an error of undici to a result for the endpoint's owner. NO_TURN: no server was contacted. */
const failureOf = (error: Error): PostFailure | 'NO_TURN' => {
  if (error instanceof DialError) return error.failure;
  return isOfAnswer(error) ? 'ANSWER_INVALID' : 'CONNECTION_LOST';
};

/** undici's errors about invalid HTTP: its parser's, and those without a class (upgrade, status 100). */
const isOfAnswer = (error: Error): boolean =>
  error instanceof errors.HTTPParserError ||
  error instanceof errors.HeadersOverflowError ||
  error instanceof errors.ResponseContentLengthMismatchError ||
  (error instanceof errors.SocketError && error.message.startsWith('bad '));
