import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { Fault, textOf } from '@loyalty/kernel';
import type { ReceiptFault } from './parse-receipt.ts';

/** One line that did not go through. */
export interface Reject {
  readonly line: number;
  readonly errors: readonly ReceiptFault[];
  readonly text: string;
}

export interface RejectsOptions {
  readonly path: string;
  /** True when an earlier run is gone on with: its rejects stay. */
  readonly isContinued: boolean;
  /** Told of the first rejects, for a person to see. */
  readonly onShown: (reject: Reject) => void;
}

/** How many rejects are shown; all of them are in the file. */
const shownMax = 10;

/** Keeps the lines that did not go through, one JSON object a line; the file is made with the first. */
export class RejectsFile {
  readonly #options: RejectsOptions;
  #stream: WriteStream | null = null;
  #failure: Error | null = null;
  #count = 0;

  constructor(options: RejectsOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#count;
  }

  /** The file's path; null while there is none. */
  get path(): string | null {
    return this.#stream === null ? null : this.#options.path;
  }

  /** Resolves when there is room for the next. Throws a Fault when the file cannot be written. */
  async add(reject: Reject): Promise<void> {
    this.#count += 1;
    if (this.#count <= shownMax) this.#options.onShown(reject);
    const stream = (this.#stream ??= this.#open());
    if (!stream.write(`${JSON.stringify(reject)}\n`))
      await Promise.race([once(stream, 'drain'), once(stream, 'close')]);
    if (this.#failure !== null) throw this.#fault(this.#failure);
  }

  /** Waits until all rejects are in the file. */
  async close(): Promise<void> {
    const stream = this.#stream;
    if (stream === null) return;
    if (!stream.closed) await new Promise<void>((resolve) => stream.once('close', resolve).end());
    if (this.#failure !== null) throw this.#fault(this.#failure);
  }

  #open(): WriteStream {
    const { path, isContinued } = this.#options;
    const stream = createWriteStream(path, { flags: isContinued ? 'a' : 'w' });
    stream.on('error', (failure) => {
      this.#failure = failure;
    });
    return stream;
  }

  #fault(cause: Error): Fault {
    const { path } = this.#options;
    return new Fault(
      'REJECTS_UNWRITABLE',
      `The rejects cannot be written to ${path} (${textOf(cause)}): name another file with --rejects.`,
      { cause },
    );
  }
}
