import { basename, dirname, join } from 'node:path';
import type { Line } from '../files/line-splitter.ts';
import { RejectsFile } from '../files/rejects-file.ts';
import type { Receipt } from './parse-receipt.ts';

/** What became of one receipt. */
export type ReceiptOutcome =
  /** Differing: its reference was used before, with another content. */
  | { readonly outcome: 'stored' | 'repeated' | 'differing' | 'undecided' }
  | { readonly outcome: 'refused'; readonly code: string };

interface RefusedLine {
  readonly line: number;
  readonly transactionRef: string;
  readonly code: string;
  readonly text: string;
}

type DifferingLine = Omit<RefusedLine, 'code'>;

interface OutcomesOptions {
  readonly refusedPath: string;
  readonly differingPath: string;
  readonly isContinued: boolean;
  readonly show: (line: string) => void;
}

/**
 * Returns the paths of the files of outcomes, which are next to the input, or next to the rejects if those
 * are elsewhere.
 */
export const outcomePathsOf = (
  file: string,
  rejectsPath: string,
): Pick<OutcomesOptions, 'refusedPath' | 'differingPath'> => {
  const beside = join(dirname(rejectsPath), file === '-' ? 'stdin' : basename(file));
  return { refusedPath: `${beside}.refused.ndjson`, differingPath: `${beside}.differing.ndjson` };
};

/** Counts what became of receipts, and writes the lines of those that earned nothing to files. */
export class ReceiptOutcomes {
  readonly #counts = { stored: 0, repeated: 0, differing: 0, undecided: 0 };
  readonly #refused = new Map<string, number>();
  readonly #refusedFile: RejectsFile<RefusedLine>;
  readonly #differingFile: RejectsFile<DifferingLine>;

  constructor({ refusedPath, differingPath, isContinued, show }: OutcomesOptions) {
    this.#refusedFile = new RejectsFile({
      path: refusedPath,
      isContinued,
      onShown: ({ line, code }) => {
        show(`line ${line.toString()}: ${code}`);
      },
    });
    this.#differingFile = new RejectsFile({
      path: differingPath,
      isContinued,
      onShown: ({ line, transactionRef }) => {
        show(`line ${line.toString()}: ${transactionRef} was stored before with different content`);
      },
    });
  }

  add({ line, request: { transactionRef } }: Receipt, outcome: ReceiptOutcome): void {
    switch (outcome.outcome) {
      case 'refused':
        this.#refused.set(outcome.code, (this.#refused.get(outcome.code) ?? 0) + 1);
        this.#refusedFile.add({ line: line.number, transactionRef, code: outcome.code, text: textOf(line) });
        return;
      case 'differing':
        this.#differingFile.add({ line: line.number, transactionRef, text: textOf(line) });
        break;
      case 'stored':
      case 'repeated':
      case 'undecided':
        break;
    }
    this.#counts[outcome.outcome] += 1;
  }

  report(): OutcomesReport {
    const { stored, repeated, differing, undecided } = this.#counts;
    return {
      stored,
      repeated,
      differing,
      differingFile: this.#differingFile.path,
      refused: Object.fromEntries([...this.#refused].sort(([, one], [, other]) => other - one)),
      undecided,
      refusedFile: this.#refusedFile.path,
    };
  }

  close(): void {
    this.#refusedFile.close();
    this.#differingFile.close();
  }
}

const textOf = ({ bytes }: Line): string => bytes.toString();

/** What became of all receipts. Each receipt that was sent is in one of these numbers. */
export interface OutcomesReport {
  /** The number of lines that this run stored. */
  readonly stored: number;
  /** The number of lines that were stored before, with the same content. */
  readonly repeated: number;
  readonly differing: number;
  readonly differingFile: string | null;
  /** The number of lines for each code. */
  readonly refused: Readonly<Record<string, number>>;
  /** The number of lines that are neither stored nor refused yet. */
  readonly undecided: number;
  readonly refusedFile: string | null;
}
