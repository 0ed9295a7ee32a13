import { addCodes, codesPerChunk, findCodeFault, type PoolId } from '@loyalty/configuration';
import type { Database } from '@loyalty/storage';
import { listenForInterruption } from '../receipts/interruption.ts';
import { LineSplitter, type Line } from '../receipts/line-splitter.ts';
import { showProgress, type ProgressDisplay } from '../receipts/progress.ts';
import type { ReceiptSource } from '../receipts/receipt-source.ts';
import { RejectsFile, type Reject } from '../receipts/rejects-file.ts';
import type { CommandContext } from '../session.ts';

/** What one `codes import` is to do. */
export interface CodesPlan {
  readonly source: ReceiptSource;
  /** How the report names it. */
  readonly name: string;
  readonly rejectsPath: string;
  readonly poolId: PoolId;
}

/** What `codes import` did; `--json` prints it. */
export interface CodesReport {
  readonly source: string;
  /** Lines of the file that were looked at, blank ones apart. */
  readonly read: number;
  readonly added: number;
  /** Codes that stood in the file before, are in a pool of the environment, or were given. */
  readonly duplicates: number;
  /** Lines that are no codes. */
  readonly rejected: number;
  readonly rejectsFile: string | null;
  readonly seconds: number;
  readonly readPerSecond: number;
  /** Why not everything was done, in a sentence; null when it was. */
  readonly unfinished: string | null;
}

/** Puts the codes of a file into a pool, chunk by chunk, with progress, until it is done or somebody asks it to stop. */
export const importCodes = async (
  task: CommandContext,
  db: Database,
  plan: CodesPlan,
): Promise<CodesReport> => {
  const { source } = plan;
  const counts = { read: 0, added: 0, duplicates: 0 };
  const rejects = new RejectsFile({
    path: plan.rejectsPath,
    isContinued: false,
    onShown: (reject) => {
      display.note(rejectLine(reject));
    },
  });
  const display = showProgress(task.terminal, () => ({
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
    for await (const lines of chunksOf(source, signal)) {
      const codes = lines.flatMap((line) => codeIn(line, rejects));
      const done = await addCodes(db, plan.poolId, codes);
      counts.read += lines.length;
      counts.added += done.added;
      counts.duplicates += done.duplicates;
    }
  } finally {
    interruption.release();
    display.stop();
    rejects.close();
  }
  const ms = performance.now() - beganAtMs;
  return reportOf(plan.name, { counts, rejects, ms, isStopped: signal.aborted });
};

const stoppable = (source: ReceiptSource, display: ProgressDisplay) =>
  listenForInterruption(() => {
    display.note('Stopping: what is under way is finished first. Once more ends it at once.');
    source.stop();
  });

async function* chunksOf(source: ReceiptSource, stop: AbortSignal): AsyncGenerator<Line[]> {
  let chunk: Line[] = [];
  for await (const line of linesOf(source, stop)) {
    chunk.push(line);
    if (chunk.length < codesPerChunk) continue;
    yield chunk;
    chunk = [];
    if (stop.aborted) return;
  }
  if (chunk.length > 0) yield chunk;
}

async function* linesOf(source: ReceiptSource, stop: AbortSignal): AsyncGenerator<Line> {
  const splitter = new LineSplitter();
  for await (const bytes of source.chunks()) yield* splitter.push(bytes);
  // A line cut off by a stop is no line; the next run reads it whole.
  if (!stop.aborted) yield* splitter.end();
}

/** The code of a line; none of one that is rejected. */
const codeIn = ({ number, bytes }: Line, rejects: RejectsFile): string[] => {
  const text = bytes.toString().trim();
  const message = findCodeFault(text);
  if (message === null) return [text];
  rejects.add({ line: number, errors: [{ pointer: '', message }], text });
  return [];
};

const expectedOf = (read: number, source: ReceiptSource): number | null => {
  const fraction = source.fractionRead();
  return fraction === null || fraction === 0 ? null : Math.round(read / fraction);
};

const rejectLine = ({ line, errors }: Reject): string =>
  `line ${line.toString()}: ${errors.map(({ message }) => message).join('; ')}`;

interface Imported {
  readonly counts: Pick<CodesReport, 'read' | 'added' | 'duplicates'>;
  readonly rejects: RejectsFile;
  readonly ms: number;
  readonly isStopped: boolean;
}

const reportOf = (source: string, { counts, rejects, ms, isStopped }: Imported): CodesReport => ({
  source,
  ...counts,
  rejected: rejects.count,
  rejectsFile: rejects.path,
  seconds: Math.round(ms) / 1_000,
  readPerSecond: Math.round((counts.read / Math.max(1, ms)) * 1_000),
  unfinished: isStopped
    ? `Stopped after ${counts.read.toString()} lines. Run the same again: no code is added twice.`
    : null,
});
