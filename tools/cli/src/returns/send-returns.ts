import type { Loyalty, ProblemContexts, Schemas } from '@loyalty/client';
import {
  type BodyOf,
  type Checked,
  faultyStringsOf,
  faultyStringText,
  type FieldError,
  parseJsonBody,
  validatorFor,
} from '@loyalty/contracts/http';
import { backoffMs, type Clock, Fault, systemClock } from '@loyalty/kernel';
import { readReturn } from '@loyalty/rules/requests';
import { failedCall, isRefusal } from '../api-access.ts';
import type { LineSource } from '../files/line-source.ts';
import { type Line, LineSplitter } from '../files/line-splitter.ts';
import type { Reject } from '../files/rejects-file.ts';

/** What became of one return. */
export type ReturnOutcome =
  /** Differing: its reference was used before, with another content. */
  | { readonly outcome: 'returned' | 'repeated' | 'differing' }
  | { readonly outcome: 'refused'; readonly code: string }
  /** Nothing decided it while there was patience: no such receipt yet, or no response. */
  | { readonly outcome: 'left'; readonly code: string };

interface ReturnSenderOptions {
  readonly source: Pick<LineSource, 'chunks' | 'stop' | 'fractionRead'>;
  readonly loyalty: Pick<Loyalty, 'bulkReturn'>;
  readonly fromLine: number;
  /** Undecided returns are left when nothing was decided for so long. */
  readonly patienceMs: number;
  readonly onSettled: (line: Line, outcome: ReturnOutcome) => void;
  readonly onMalformed: (reject: Reject) => void;
  readonly clock?: Clock;
}

/** A call may have this many items, and 5 MiB; a return has some KiB at most. */
const itemsMax = 1_000;
const packBytesMax = 4 * 1024 * 1024;
/** Some 200 bytes each. When this many wait for their receipts, they are asked for again before more is read. */
const waitingMax = 100_000;
/** The first is what a 404 says. */
const retryBounds = { firstMs: 1_000, maxMs: 5_000 };

interface Waiting {
  readonly line: Line;
  readonly code: string;
}

/**
 * Sends returns in calls of 1,000, one after the other, and sends those again whose receipt is not decided
 * yet.
 */
export class ReturnSender {
  readonly #options: ReturnSenderOptions;
  readonly #clock: Clock;
  readonly #stopping = new AbortController();
  #waiting: Waiting[] = [];
  #settledAtMs = 0;
  /** The wait for which the last failed call asked. */
  #askedWaitMs = 0;
  #settled = 0;
  #taken = 0;
  #nextLine: number;
  #isAtEnd = false;

  constructor(options: ReturnSenderOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#nextLine = options.fromLine;
  }

  /**
   * Sends all returns, after which each line that was read has an outcome. Throws a Fault if no return can be
   * sent with this key.
   */
  async run(): Promise<void> {
    const { source } = this.#options;
    const splitter = new LineSplitter();
    this.#settledAtMs = this.#clock.now();
    for await (const chunk of source.chunks()) {
      if (this.#isStopped()) break;
      await this.#pass(splitter.push(chunk));
    }
    if (!this.#isStopped()) {
      await this.#pass(splitter.end());
      this.#isAtEnd = !this.#isStopped();
    }
    await this.#repeatUntilFewerThan(1);
  }

  /** Stops sending. The call in flight ends, and what waits is left. */
  stop(): void {
    this.#stopping.abort();
    this.#options.source.stop();
  }

  get isAtEnd(): boolean {
    return this.#isAtEnd;
  }

  /** Returns the first line that may have no outcome, once `run` has ended. */
  get nextLine(): number {
    return this.#nextLine;
  }

  get settled(): number {
    return this.#settled;
  }

  get expected(): number | null {
    if (this.#isAtEnd) return this.#taken;
    const fraction = this.#options.source.fractionRead();
    return fraction === null || fraction === 0 ? null : Math.round(this.#taken / fraction);
  }

  async #pass(lines: readonly Line[]): Promise<void> {
    const sound = lines.filter((line) => line.number >= this.#options.fromLine && this.#isSound(line));
    this.#taken += sound.length;
    for (const pack of packsOf(sound)) {
      // Lines behind a stop are read by the next run.
      if (this.#isStopped()) return;
      const waiting = this.#waiting.length;
      const isHeard = await this.#send(pack);
      this.#nextLine = Math.max(this.#nextLine, (pack.at(-1)?.number ?? 0) + 1);
      if (!isHeard) await this.#repeatUntilFewerThan(waiting + 1);
      else if (this.#waiting.length >= waitingMax) await this.#repeatUntilFewerThan(waitingMax / 2);
    }
    if (!this.#isStopped()) this.#nextLine = Math.max(this.#nextLine, (lines.at(-1)?.number ?? 0) + 1);
  }

  #isSound(line: Line): boolean {
    const judged = judgeReturn(line);
    if (judged.ok) return true;
    const { number, bytes } = line;
    this.#options.onMalformed({ line: number, errors: judged.errors, text: bytes.toString() });
    return false;
  }

  /**
   * Repeats until fewer returns wait, or until nothing was decided for too long: everything that waits is
   * then left.
   */
  async #repeatUntilFewerThan(most: number): Promise<void> {
    for (let round = 0; this.#waiting.length >= most; round += 1) {
      const waitMs = Math.max(this.#askedWaitMs, backoffMs(round, retryBounds));
      if (this.#isStopped() || this.#isOutOfPatience(waitMs)) {
        this.#leaveAll();
        return;
      }
      await this.#sleep(waitMs);
      const again = this.#waiting.map(({ line }) => line);
      const before = this.#settled;
      this.#waiting = [];
      this.#askedWaitMs = 0;
      for (const pack of packsOf(again)) await this.#send(pack);
      if (this.#settled > before) round = -1;
    }
  }

  #leaveAll(): void {
    for (const { line, code } of this.#waiting) this.#options.onSettled(line, { outcome: 'left', code });
    this.#waiting = [];
  }

  /**
   * Sends returns; those that the call does not decide wait. Returns false if all of them do. Throws a Fault
   * if no call can be made.
   */
  async #send(lines: readonly Line[]): Promise<boolean> {
    const items = lines.map(({ bytes }) => JSON.parse(bytes.toString()) as Schemas['ReturnBody']);
    try {
      // Once: it is repeated with what else waits, for as long as there is patience.
      const { results } = await this.#options.loyalty.bulkReturn({ body: { items } }, { attemptsMax: 1 });
      this.#settle(lines, results);
      return true;
    } catch (error) {
      const failed = failedCall(error);
      if (isRefusal(failed.status)) throw refused(failed.reason);
      this.#askedWaitMs = Math.max(this.#askedWaitMs, failed.retryAfterMs ?? 0);
      const code = failed.code ?? failed.reason;
      this.#waiting.push(...lines.map((line) => ({ line, code })));
      return false;
    }
  }

  #settle(lines: readonly Line[], results: readonly ItemResult[]): void {
    lines.forEach((line, at) => {
      const result = results[at];
      const code = result?.problem?.code ?? 'NO_RESULT';
      if (result === undefined || isOpen(result)) {
        this.#waiting.push({ line, code });
        return;
      }
      this.#settled += 1;
      this.#settledAtMs = this.#clock.now();
      const errors = faultsOf(result);
      if (errors !== null)
        this.#options.onMalformed({ line: line.number, errors, text: line.bytes.toString() });
      else this.#options.onSettled(line, outcomeOf(result, code));
    });
  }

  #isOutOfPatience(waitMs: number): boolean {
    return this.#clock.now() + waitMs - this.#settledAtMs > this.#options.patienceMs;
  }

  #isStopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  async #sleep(ms: number): Promise<void> {
    await this.#clock.sleep(ms, this.#stopping.signal);
  }
}

const refused = (reason: string): Fault =>
  new Fault('RETURNS_REFUSED', `The API refused the returns: ${reason}. Check --tenant and --key.`);

function* packsOf(lines: readonly Line[]): Generator<readonly Line[]> {
  let pack: Line[] = [];
  let bytes = 0;
  for (const line of lines) {
    if (pack.length === itemsMax || bytes + line.bytes.length > packBytesMax) {
      yield pack;
      pack = [];
      bytes = 0;
    }
    pack.push(line);
    bytes += line.bytes.length + 1;
  }
  if (pack.length > 0) yield pack;
}

type ItemResult = Schemas['BulkReturnResults']['results'][number];

/** Returns null if the item is a return in its form. */
const faultsOf = ({ status, problem }: ItemResult): readonly FieldError[] | null =>
  status === 400 && problem?.code === 'VALIDATION_ERROR'
    ? (problem.context as ProblemContexts['VALIDATION_ERROR']).errors
    : null;

/** The receipt is not decided yet, or the return itself is not. */
const isOpen = ({ status }: ItemResult): boolean => status === 404 || status >= 500;

const outcomeOf = ({ status, replayed, mismatch }: ItemResult, code: string): ReturnOutcome => {
  if (status !== 200) return { outcome: 'refused', code };
  if (mismatch) return { outcome: 'differing' };
  return { outcome: replayed ? 'repeated' : 'returned' };
};

/** Makes the checks of ingress and engine, so that a bad line is named before anything is sent. */
const judgeReturn = (line: Line): Checked<BodyOf<'returnPurchase'>> => {
  if (line.isTooLong) return { ok: false, errors: [{ pointer: '', message: 'is too long for a return' }] };
  const parsed = parseJsonBody(line.bytes);
  if (!parsed.ok) return parsed;
  const faulty = faultyStringsOf(parsed.value);
  if (faulty.length > 0)
    return { ok: false, errors: faulty.map((pointer) => ({ pointer, message: faultyStringText })) };
  const judged = validatorFor('returnPurchase').body(parsed.value);
  if (!judged.ok) return judged;
  const read = readReturn(judged.value);
  return read.outcome === 'read' ? judged : { ok: false, errors: read.faults };
};
