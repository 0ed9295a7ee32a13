import { lockedAtOnceMax } from '@loyalty/accounts';
import type { Database } from '@loyalty/storage';
import { importLines } from '../files/import-lines.ts';
import type { Line } from '../receipts/line-splitter.ts';
import { openReceipts } from '../receipts/receipt-source.ts';
import type { CommandContext } from '../session.ts';
import { firstColumnOf } from './first-column.ts';
import { importChunk, type ImportTarget, type NamedLine } from './import-chunk.ts';

/** The plan of one `segments import`. */
export interface ImportPlan {
  /** A path, or - for standard input. */
  readonly file: string;
  readonly rejectsPath: string;
  readonly target: ImportTarget;
}

/** The report of `segments import`; `--json` prints it. */
export interface ImportReport {
  readonly source: string;
  readonly segmentId: string;
  /** The number of lines that were read, without blank ones. */
  readonly read: number;
  readonly added: number;
  /** Lines of members who were in the segment already. */
  readonly already: number;
  /** Lines of unknown or erased members. */
  readonly rejected: number;
  readonly rejectsFile: string | null;
  readonly seconds: number;
  readonly readPerSecond: number;
  /** The reason why the import is incomplete, in a sentence; null when it is complete. */
  readonly unfinished: string | null;
}

const chunkSize = lockedAtOnceMax;

/** Adds the members of a file to a segment, chunk by chunk, with progress, until all are added or a person stops it. */
export const importMembers = async (
  { terminal }: Pick<CommandContext, 'terminal'>,
  db: Database,
  { file, rejectsPath, target }: ImportPlan,
): Promise<ImportReport> => {
  const source = await openReceipts(file, terminal.input);
  const counts = { added: 0, already: 0 };
  const { read, isStopped, ...report } = await importLines({
    terminal,
    source,
    rejectsPath,
    chunkSize,
    store: async (lines) => {
      const { added, already, rejects } = await importChunk(db, target, lines.map(namedLine));
      counts.added += added;
      counts.already += already;
      return rejects;
    },
  });
  return {
    source: file,
    segmentId: target.segment.segmentId,
    read,
    ...counts,
    ...report,
    unfinished: isStopped
      ? `Stopped after ${read.toString()} lines. Run the same again: nobody is added twice.`
      : null,
  };
};

const namedLine = ({ number, bytes }: Line): NamedLine => {
  const text = bytes.toString();
  return { line: number, text, name: firstColumnOf(text) };
};
