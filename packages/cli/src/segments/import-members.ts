import type { Database } from '@loyalty/storage';
import { listenForInterruption } from '../receipts/interruption.ts';
import { LineSplitter, type Line } from '../receipts/line-splitter.ts';
import { showProgress, type ProgressDisplay } from '../receipts/progress.ts';
import { openReceipts, type ReceiptSource } from '../receipts/receipt-source.ts';
import { RejectsFile, type Reject } from '../receipts/rejects-file.ts';
import type { CommandContext } from '../session.ts';
import { firstColumnOf } from './first-column.ts';
import { importChunk, type ImportTarget, type NamedLine } from './import-chunk.ts';

/** What one `segments import` is to do. */
export interface ImportPlan {
  /** A path, or - for standard input. */
  readonly file: string;
  readonly rejectsPath: string;
  readonly target: ImportTarget;
}

/** What `segments import` did; `--json` prints it. */
export interface ImportReport {
  readonly source: string;
  readonly segmentId: string;
  /** Lines of the file that were looked at, blank ones apart. */
  readonly read: number;
  readonly added: number;
  /** Who was in the segment already. */
  readonly already: number;
  /** Who is unknown or was erased. */
  readonly rejected: number;
  readonly rejectsFile: string | null;
  readonly seconds: number;
  readonly readPerSecond: number;
  /** Why not everything was done, in a sentence; null when it was. */
  readonly unfinished: string | null;
}

/** Adds whom a file names to a segment, lot by lot, with progress, until it is done or somebody asks it to stop. */
export const importMembers = async (
  { terminal }: Pick<CommandContext, 'terminal'>,
  db: Database,
  plan: ImportPlan,
): Promise<ImportReport> => {
  const source = await openReceipts(plan.file, terminal.input);
  const counts = { read: 0, added: 0, already: 0 };
  const rejects = new RejectsFile({
    path: plan.rejectsPath,
    isContinued: false,
    onShown: (reject) => {
      display.note(rejectLine(reject));
    },
  });
  const display = showProgress(terminal, () => ({
    sent: counts.read,
    verb: 'read',
    stored: null,
    rejected: rejects.count,
    expected: expectedOf(counts.read, source),
  }));
  const beganAtMs = performance.now();
  const interruption = stoppable(source, display);
  const { signal } = interruption;
  try {
    for await (const lot of lotsOf(source, signal)) {
      const done = await importChunk(db, plan.target, lot);
      counts.read += lot.length;
      counts.added += done.added;
      counts.already += done.already;
      addAll(rejects, done.rejects);
    }
  } finally {
    interruption.release();
    display.stop();
    rejects.close();
  }
  return reportOf(plan, { counts, rejects, ms: performance.now() - beganAtMs, isStopped: signal.aborted });
};

const addAll = (file: RejectsFile, rejects: readonly Reject[]): void => {
  for (const reject of rejects) file.add(reject);
};

const stoppable = (source: ReceiptSource, display: ProgressDisplay) =>
  listenForInterruption(() => {
    display.note('Stopping: what is under way is finished first. Once more ends it at once.');
    source.stop();
  });

/** A lot holds the locks of its members, for which receipts wait: some 50 ms. */
const chunkSize = 1_000;

async function* lotsOf(source: ReceiptSource, stop: AbortSignal): AsyncGenerator<NamedLine[]> {
  let lot: NamedLine[] = [];
  for await (const line of linesOf(source, stop)) {
    lot.push(line);
    if (lot.length < chunkSize) continue;
    yield lot;
    lot = [];
    if (stop.aborted) return;
  }
  if (lot.length > 0) yield lot;
}

async function* linesOf(source: ReceiptSource, stop: AbortSignal): AsyncGenerator<NamedLine> {
  const splitter = new LineSplitter();
  for await (const chunk of source.chunks()) yield* splitter.push(chunk).map(namedLine);
  // A line cut off by a stop is no line; the next run reads it whole.
  if (!stop.aborted) yield* splitter.end().map(namedLine);
}

const namedLine = ({ number, bytes }: Line): NamedLine => {
  const text = bytes.toString();
  return { line: number, text, name: firstColumnOf(text) };
};

const expectedOf = (read: number, source: ReceiptSource): number | null => {
  const fraction = source.fractionRead();
  return fraction === null || fraction === 0 ? null : Math.round(read / fraction);
};

const rejectLine = ({ line, errors }: Reject): string =>
  `line ${line.toString()}: ${errors.map(({ message }) => message).join('; ')}`;

interface Imported {
  readonly counts: Pick<ImportReport, 'read' | 'added' | 'already'>;
  readonly rejects: RejectsFile;
  readonly ms: number;
  readonly isStopped: boolean;
}

const reportOf = (
  { file, target }: ImportPlan,
  { counts, rejects, ms, isStopped }: Imported,
): ImportReport => ({
  source: file,
  segmentId: target.segment.segmentId,
  ...counts,
  rejected: rejects.count,
  rejectsFile: rejects.path,
  seconds: Math.round(ms) / 1_000,
  readPerSecond: Math.round((counts.read / Math.max(1, ms)) * 1_000),
  unfinished: isStopped
    ? `Stopped after ${counts.read.toString()} lines. Run the same again: nobody is added twice.`
    : null,
});
