import { isProblem, type Loyalty, type Schemas } from '@loyalty/client';
import { type Clock, Fault, systemClock } from '@loyalty/kernel';
import { callAgain } from '../api-access.ts';
import { type MemberReading, partsMax, partsOf, type ReadMember } from './read-members.ts';

export type SentResult = Schemas['ImportLineResult'];

interface MemberSenderOptions {
  readonly loyalty: Pick<Loyalty, 'importMembers'>;
  /** The name of the import. */
  readonly source: string;
  readonly dryRun: boolean;
  /** All is given up when no call was answered for so long. */
  readonly patienceMs: number;
  /** Gets each line once, with its last result. */
  readonly onSettled: (sent: ReadMember, result: SentResult) => void;
  /** Gets pointers of fields that the API does not know, within a line. */
  readonly onIgnored: (pointer: string) => void;
  readonly clock?: Clock;
}

const linesMax = 100;
/** A call has 2 MiB, with the name of its only field. */
const packBytesMax = 2 * 1024 * 1024 - 1024;
/** A call waits for 5 s in the queue of its environment, and may come to be stored slowly. */
const timeoutMs = 30_000;
/** A recheck of a tier is due within a second; of days of purchase, each call raises some. */
const [againAfterMs, roundsMax] = [1_000, 10];
/** Some KiB each. When this many wait, they are sent again before more is read. */
const waitingMax = 10_000;

/** Sends members in calls of at most 100, one after the other, and lines with the result RETRY again. */
export class MemberSender {
  readonly #options: MemberSenderOptions;
  readonly #clock: Clock;
  readonly #stopping = new AbortController();
  #waiting: { readonly sent: ReadMember; readonly result: SentResult }[] = [];
  #settled = 0;
  #import: Schemas['Import'] | null = null;

  constructor(options: MemberSenderOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  get settled(): number {
    return this.#settled;
  }

  get isStopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Returns the import after the last call; null if there was none. */
  get import(): Schemas['Import'] | null {
    return this.#import;
  }

  /** Stops sending when the call in flight has ended. What was not sent has no result. */
  stop(): void {
    this.#stopping.abort();
  }

  /** Sends all members. Throws a Fault if the API refuses a whole call, or responds to none for too long. */
  async run(chunks: AsyncIterable<readonly MemberReading[]>): Promise<void> {
    for await (const pack of packsOf(soundOf(chunks))) {
      if (this.isStopped) return;
      await this.#send(pack);
      if (this.#waiting.length >= waitingMax) await this.#sendAgain();
    }
    for (let round = 0; round < roundsMax && this.#waiting.length > 0 && !this.isStopped; round += 1)
      await this.#sendAgain();
    if (this.isStopped) return;
    for (const { sent, result } of this.#waiting) this.#settle(sent, result);
  }

  async #sendAgain(): Promise<void> {
    await this.#clock.sleep(againAfterMs, this.#stopping.signal);
    const again = this.#waiting;
    this.#waiting = [];
    for await (const pack of packsOf(again.map(({ sent }) => sent))) await this.#send(pack);
  }

  async #send(members: readonly ReadMember[]): Promise<void> {
    if (this.isStopped) return;
    const answered = await this.#call(members);
    if (answered === null) return;
    this.#import = answered.import;
    for (const { code, pointer } of answered.warnings ?? [])
      if (code === 'UNKNOWN_FIELD') this.#options.onIgnored(pointer.replace(/^\/lines\/\d+/, ''));
    for (const [at, sent] of members.entries()) {
      const result = answered.results[at];
      if (result === undefined) throw new Fault('IMPORT_UNREADABLE', 'The API returned too few results.');
      if (result.outcome === 'RETRY') this.#waiting.push({ sent, result });
      else this.#settle(sent, result);
    }
  }

  #settle(sent: ReadMember, result: SentResult): void {
    this.#settled += 1;
    this.#options.onSettled(sent, result);
  }

  /** Calls until there is a response; null if it was stopped meanwhile. A repeat stores nothing twice. */
  async #call(members: readonly ReadMember[]): Promise<Schemas['ImportLinesResult'] | null> {
    const { loyalty, source, dryRun, patienceMs } = this.#options;
    const body = { lines: members.map(({ member }) => member) };
    return callAgain(
      {
        patienceMs,
        firstWaitMs: 1_000,
        clock: this.#clock,
        signal: this.#stopping.signal,
        faultOfRefusal: (error, reason) => refusal(error, source, reason),
        faultOfSilence: (_error, reason) =>
          new Fault(
            'IMPORT_UNAVAILABLE',
            `The API took no members for ${(patienceMs / 1_000).toString()} s (${reason}). Run the same command again later.`,
          ),
      },
      () => loyalty.importMembers({ source, dryRun, body }, { attemptsMax: 1, timeoutMs }),
    );
  }
}

/** Returns the fault of a call that no repeat makes succeed. */
export const refusal = (error: unknown, source: string, reason: string): Fault =>
  isProblem(error, 'INVALID_STATE_TRANSITION')
    ? new Fault(
        'IMPORT_CLOSED',
        `The import ${source} is closed and takes no more members: name another --source.`,
      )
    : new Fault(
        'IMPORT_REFUSED',
        `The API refused the import: ${reason}. Check --tenant, --key and --source.`,
      );

async function* soundOf(chunks: AsyncIterable<readonly MemberReading[]>): AsyncGenerator<ReadMember> {
  for await (const chunk of chunks)
    for (const reading of chunk) if (reading.outcome === 'read') yield reading;
}

/** Makes calls of members, within the bounds of a call. */
async function* packsOf(
  members: AsyncIterable<ReadMember> | Iterable<ReadMember>,
): AsyncGenerator<readonly ReadMember[]> {
  let pack: ReadMember[] = [];
  let [parts, bytes] = [0, 0];
  for await (const sent of members) {
    const [itsParts, itsBytes] = [partsOf(sent.member), bytesOf(sent.member)];
    if (pack.length === linesMax || parts + itsParts > partsMax || bytes + itsBytes > packBytesMax) {
      yield pack;
      pack = [];
      [parts, bytes] = [0, 0];
    }
    pack.push(sent);
    parts += itsParts;
    bytes += itsBytes;
  }
  if (pack.length > 0) yield pack;
}

/** With the comma behind it. */
const bytesOf = (member: ReadMember['member']): number => Buffer.byteLength(JSON.stringify(member)) + 1;
