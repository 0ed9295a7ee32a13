import { count, type ProgressDisplay, showProgress } from '../progress.ts';
import type { CommandContext } from '../session.ts';
import { listenForInterrupt } from '../terminal.ts';
import { type LineSource, SourceFault } from './line-source.ts';
import { type Line, LineSplitter } from './line-splitter.ts';
import type { ListFormat } from './list-faults.ts';
import { type Listed, type ListedLines, ListReader } from './list-reader.ts';
import { type Reject, RejectsFile } from './rejects-file.ts';
import { otherFormatText } from './other-format.ts';

interface ImportedLines {
  readonly read: number;
  readonly rejected: number;
  readonly rejectsFile: string | null;
  /** The number of lines that have more columns than the one that is read. */
  readonly furtherColumns: number;
  readonly seconds: number;
  readonly readPerSecond: number;
  /** The first line that was not read; null when all were. */
  readonly nextLine: number | null;
  readonly unfinished: string | null;
}

interface ImportOptions {
  readonly terminal: CommandContext['terminal'];
  readonly source: LineSource;
  readonly form: ListFormat;
  readonly rejectsPath: string;
  readonly chunkSize: number;
  /** Stores lines, and returns those that it rejects. */
  readonly store: (listed: readonly Listed[]) => Promise<readonly Reject[]>;
  /** Why the command may be repeated, as a sentence without its end. */
  readonly repeatable: string;
}

/**
 * Imports lines. A source that breaks ends the import as a stop does: what was read is stored and reported.
 */
export const importLines = async (options: ImportOptions): Promise<ImportedLines> => {
  const { terminal, source, form, rejectsPath, store } = options;
  let read = 0;
  const rejects = new RejectsFile({
    path: rejectsPath,
    isContinued: false,
    onShown: (reject) => {
      display.note(rejectLine(reject));
    },
    onMany: () => {
      const doubt = otherFormatText(source.name, source.head(), 'column');
      if (doubt !== null) display.note(doubt);
    },
  });
  const display = showProgress(terminal, () => ({
    sent: read,
    verb: 'read',
    stored: null,
    rejected: rejects.count,
    expected: expectedOf(read, source),
  }));
  const beganAtMs = performance.now();
  const interruption = stoppable(source, display);
  const lines = new ImportedSource(source, interruption.signal);
  const reader = new ListReader(form);
  const take = async ({ listed, rejects: refused }: ListedLines): Promise<void> => {
    addAll(rejects, [...refused, ...(listed.length === 0 ? [] : await store(listed))]);
  };
  try {
    for await (const chunk of lines.chunks(options.chunkSize)) {
      await take(reader.read(chunk));
      read += chunk.length;
    }
    if (lines.isAtEnd) await take(reader.end());
  } finally {
    interruption.release();
    display.stop();
    rejects.close();
  }
  return reportOf({ read, rejects, reader, lines, ms: performance.now() - beganAtMs }, options);
};

const addAll = (file: RejectsFile, rejects: readonly Reject[]): void => {
  for (const reject of rejects.toSorted((one, other) => one.line - other.line)) file.add(reject);
};

const stoppable = (source: LineSource, display: ProgressDisplay) =>
  listenForInterrupt(() => {
    display.note('Stopping after the work in progress. Press Ctrl-C again to stop at once.');
    source.stop();
  });

/** The lines of a source up to its end, a stop, or the place where it breaks. */
class ImportedSource {
  readonly #source: LineSource;
  readonly #stop: AbortSignal;
  #failure: SourceFault | null = null;
  #isAtEnd = false;
  #lastLine = 0;

  constructor(source: LineSource, stop: AbortSignal) {
    this.#source = source;
    this.#stop = stop;
  }

  get failure(): SourceFault | null {
    return this.#failure;
  }

  get isAtEnd(): boolean {
    return this.#isAtEnd;
  }

  /** The last one of all chunks. */
  get lastLine(): number {
    return this.#lastLine;
  }

  async *chunks(size: number): AsyncGenerator<readonly Line[]> {
    let chunk: Line[] = [];
    for await (const line of this.#lines()) {
      chunk.push(line);
      this.#lastLine = line.number;
      if (chunk.length < size) continue;
      yield chunk;
      chunk = [];
      if (this.#stop.aborted) return;
    }
    if (chunk.length > 0) yield chunk;
    this.#isAtEnd = this.#failure === null && !this.#stop.aborted;
  }

  /** An incomplete line at a stop or a break is left out; the next run reads it whole. */
  async *#lines(): AsyncGenerator<Line> {
    const splitter = new LineSplitter();
    try {
      for await (const bytes of this.#source.chunks()) yield* splitter.push(bytes);
    } catch (failure) {
      if (!(failure instanceof SourceFault)) throw failure;
      this.#failure = failure;
      return;
    }
    if (!this.#stop.aborted) yield* splitter.end();
  }
}

const expectedOf = (read: number, source: LineSource): number | null => {
  const fraction = source.fractionRead();
  return fraction === null || fraction === 0 ? null : Math.round(read / fraction);
};

const rejectLine = ({ line, errors }: Reject): string =>
  `line ${line.toString()}: ${errors.map(({ message }) => message).join('; ')}`;

interface Imported {
  readonly read: number;
  readonly rejects: RejectsFile;
  readonly reader: ListReader;
  readonly lines: ImportedSource;
  readonly ms: number;
}

const reportOf = (
  { read, rejects, reader, lines, ms }: Imported,
  { source, repeatable }: ImportOptions,
): ImportedLines => {
  const nextLine = lines.isAtEnd ? null : (reader.openLine ?? lines.lastLine + 1);
  return {
    read,
    rejected: rejects.count,
    rejectsFile: rejects.path,
    furtherColumns: reader.furtherColumns,
    seconds: Math.round(ms) / 1_000,
    readPerSecond: Math.round((read / Math.max(1, ms)) * 1_000),
    nextLine,
    unfinished: unfinishedText({ read, nextLine, failure: lines.failure }, source.name, repeatable),
  };
};

const unfinishedText = (
  {
    read,
    nextLine,
    failure,
  }: Pick<ImportedLines, 'read' | 'nextLine'> & { readonly failure: SourceFault | null },
  name: string,
  repeatable: string,
): string | null => {
  if (failure !== null)
    return (
      `${failure.message} Repair the file and continue with line ${String(nextLine)}, ` +
      `or run the command again with the whole file: ${repeatable}.`
    );
  if (nextLine !== null)
    return `Stopped before line ${nextLine.toString()}. Run the command again: ${repeatable}.`;
  return read === 0 ? `There are no lines in ${name}.` : null;
};

/**
 * Returns which columns were passed over, for a reader who expected that they count; null if there were none.
 */
export const otherColumnsText = ({ furtherColumns }: Pick<ImportedLines, 'furtherColumns'>): string | null =>
  furtherColumns === 0
    ? null
    : `${count(furtherColumns)} lines have more than one column. Only the first column was read; pass --lines to read whole lines.`;
