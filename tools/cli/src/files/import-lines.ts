import { type ProgressDisplay, showProgress } from '../progress.ts';
import type { CommandContext } from '../session.ts';
import { listenForInterrupt } from '../terminal.ts';
import type { LineSource } from './line-source.ts';
import { type Line, LineSplitter } from './line-splitter.ts';
import { type Reject, RejectsFile } from './rejects-file.ts';

interface ImportedLines {
  readonly read: number;
  readonly rejected: number;
  readonly rejectsFile: string | null;
  readonly seconds: number;
  readonly readPerSecond: number;
  readonly isStopped: boolean;
}

export const importLines = async ({
  terminal,
  source,
  rejectsPath,
  chunkSize,
  store,
}: {
  readonly terminal: CommandContext['terminal'];
  readonly source: LineSource;
  readonly rejectsPath: string;
  readonly chunkSize: number;
  /** Returns the lines that it rejects. */
  readonly store: (lines: readonly Line[]) => Promise<readonly Reject[]>;
}): Promise<ImportedLines> => {
  let read = 0;
  const rejects = new RejectsFile({
    path: rejectsPath,
    isContinued: false,
    onShown: (reject) => {
      display.note(rejectLine(reject));
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
  const { signal } = interruption;
  try {
    for await (const lines of chunksOf(source, { size: chunkSize, signal })) {
      addAll(rejects, await store(lines));
      read += lines.length;
    }
  } finally {
    interruption.release();
    display.stop();
    rejects.close();
  }
  return reportOf({ read, rejects, ms: performance.now() - beganAtMs, isStopped: signal.aborted });
};

const addAll = (file: RejectsFile, rejects: readonly Reject[]): void => {
  for (const reject of rejects) file.add(reject);
};

const stoppable = (source: LineSource, display: ProgressDisplay) =>
  listenForInterrupt(() => {
    display.note('Stopping: what is under way is finished first. Once more ends it at once.');
    source.stop();
  });

async function* chunksOf(
  source: LineSource,
  { size, signal }: { readonly size: number; readonly signal: AbortSignal },
): AsyncGenerator<Line[]> {
  let chunk: Line[] = [];
  for await (const line of linesOf(source, signal)) {
    chunk.push(line);
    if (chunk.length < size) continue;
    yield chunk;
    chunk = [];
    if (signal.aborted) return;
  }
  if (chunk.length > 0) yield chunk;
}

async function* linesOf(source: LineSource, stop: AbortSignal): AsyncGenerator<Line> {
  const splitter = new LineSplitter();
  for await (const bytes of source.chunks()) yield* splitter.push(bytes);
  // An incomplete line at a stop is left out; the next run reads it whole.
  if (!stop.aborted) yield* splitter.end();
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
  readonly ms: number;
  readonly isStopped: boolean;
}

const reportOf = ({ read, rejects, ms, isStopped }: Imported): ImportedLines => ({
  read,
  rejected: rejects.count,
  rejectsFile: rejects.path,
  seconds: Math.round(ms) / 1_000,
  readPerSecond: Math.round((read / Math.max(1, ms)) * 1_000),
  isStopped,
});
