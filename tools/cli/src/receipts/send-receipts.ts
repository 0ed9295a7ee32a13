import type { EvaluateRequest } from '@loyalty/contracts';
import type { Checked } from '@loyalty/contracts/http';
import { type LineSource, SourceFault } from '../files/line-source.ts';
import { type Line, LineSplitter } from '../files/line-splitter.ts';
import type { RejectsFile } from '../files/rejects-file.ts';
import type { Receipt, ReceiptSink } from './parse-receipt.ts';

interface SendingOptions {
  readonly source: LineSource;
  readonly sink: ReceiptSink;
  readonly rejects: Pick<RejectsFile, 'add'>;
  readonly parse: (line: Line, nowMs: number) => Checked<EvaluateRequest>;
  readonly fromLine: number;
}

export class ReceiptSender {
  readonly #options: SendingOptions;
  readonly #splitter = new LineSplitter();
  #isStopped = false;
  #isAtEnd = false;
  #broken: SourceFault | null = null;
  #taken = 0;
  #lastLine = 0;

  constructor(options: SendingOptions) {
    this.#options = options;
  }

  /**
   * Resolves when all lines that were read are settled, also if the source breaks. Throws what the sink or
   * the rejects throw.
   */
  async run(): Promise<void> {
    try {
      await this.#read();
    } catch (failure) {
      if (!(failure instanceof SourceFault)) throw failure;
      this.#broken = failure;
    } finally {
      // Receipts that were taken before the source failed are settled too.
      await this.#options.sink.drain();
    }
  }

  /** Stops reading. Receipts that were taken are settled. */
  stop(): void {
    this.#isStopped = true;
    this.#options.source.stop();
    this.#options.sink.stop();
  }

  get isAtEnd(): boolean {
    return this.#isAtEnd;
  }

  /** Returns why the source ended early; an incomplete line at its end is left out. */
  get broken(): SourceFault | null {
    return this.#broken;
  }

  /** Returns the number of the first line that is not settled. */
  get nextLine(): number {
    return this.#options.sink.firstUnsettled() ?? Math.max(this.#lastLine + 1, this.#options.fromLine);
  }

  /** Returns the number of the last line that was read and is not blank; 0 if there is none. */
  get lastLine(): number {
    return this.#lastLine;
  }

  get expected(): number | null {
    if (this.#isAtEnd) return this.#taken;
    const fraction = this.#options.source.fractionRead();
    return fraction === null || fraction === 0 ? null : Math.round(this.#taken / fraction);
  }

  async #read(): Promise<void> {
    for await (const chunk of this.#options.source.chunks()) {
      if (this.#isStopped) return;
      await this.#pass(this.#splitter.push(chunk));
    }
    // An incomplete line at a stop is left out; the next run reads it whole.
    if (this.#isStopped) return;
    await this.#pass(this.#splitter.end());
    this.#isAtEnd = !this.#isStopped;
  }

  async #pass(lines: readonly Line[]): Promise<void> {
    const { rejects, parse, fromLine, sink } = this.#options;
    const nowMs = Date.now();
    const sound: Receipt[] = [];
    for (const line of lines) {
      if (line.number < fromLine) continue;
      const parsed = parse(line, nowMs);
      if (parsed.ok) sound.push({ line, request: parsed.value });
      else rejects.add({ line: line.number, errors: parsed.errors, text: line.bytes.toString() });
    }
    this.#taken += sound.length;
    this.#lastLine = lines.at(-1)?.number ?? this.#lastLine;
    await sink.take(sound);
  }
}
