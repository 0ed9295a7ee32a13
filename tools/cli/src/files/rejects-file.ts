import { closeSync, openSync, writeSync } from 'node:fs';
import { Fault } from '@loyalty/kernel';
import { reasonOf } from '../failures.ts';
import type { ReceiptFault } from '../receipts/parse-receipt.ts';

export interface Reject {
  readonly line: number;
  readonly errors: readonly ReceiptFault[];
  readonly text: string;
}

interface RejectsOptions<Row> {
  readonly path: string;
  readonly isContinued: boolean;
  readonly onShown: (row: Row) => void;
  /** Called once, at the twentieth or when `explain` is called: the file may be of another form. */
  readonly onMany?: () => void;
}

const shownMax = 10;
const manyRejects = 20;

/**
 * A file with one JSON object in each line; the first reject creates it. Each line is written immediately, so
 * a killed run loses none.
 */
export class RejectsFile<Row = Reject> {
  readonly #options: RejectsOptions<Row>;
  #file: number | null = null;
  #count = 0;
  #isExplained = false;

  constructor(options: RejectsOptions<Row>) {
    this.#options = options;
  }

  get count(): number {
    return this.#count;
  }

  get path(): string | null {
    return this.#count === 0 ? null : this.#options.path;
  }

  /** Adds a line. Throws a Fault if the file cannot be written. */
  add(row: Row): void {
    this.#count += 1;
    if (this.#count <= shownMax) this.#options.onShown(row);
    const { path, isContinued } = this.#options;
    try {
      this.#file ??= openSync(path, isContinued ? 'a' : 'w');
      writeSync(this.#file, `${JSON.stringify(row)}\n`);
    } catch (cause) {
      throw new Fault(
        'REJECTS_UNWRITABLE',
        `Rejected lines cannot be written to ${path} (${reasonOf(cause)}): choose another file with --rejects.`,
        { cause },
      );
    }
    if (this.#count === manyRejects) this.explain();
  }

  /** Adds an explanation to a file of few lines that are all rejects. */
  explain(): void {
    if (this.#isExplained || this.#count === 0) return;
    this.#isExplained = true;
    this.#options.onMany?.();
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }
}
