import { addCodes, codesPerChunk, findCodeFault, type PoolId } from '@loyalty/configuration';
import type { Database } from '@loyalty/storage';
import { importLines } from '../files/import-lines.ts';
import type { Line } from '../receipts/line-splitter.ts';
import type { ReceiptSource } from '../receipts/receipt-source.ts';
import type { Reject } from '../receipts/rejects-file.ts';
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

/** Puts the codes of a file into a pool, chunk by chunk, with progress, until all are there or somebody asks it to stop. */
export const importCodes = async (
  { terminal }: Pick<CommandContext, 'terminal'>,
  db: Database,
  { source, name, rejectsPath, poolId }: CodesPlan,
): Promise<CodesReport> => {
  const counts = { added: 0, duplicates: 0 };
  const { read, isStopped, ...report } = await importLines({
    terminal,
    source,
    rejectsPath,
    chunkSize: codesPerChunk,
    store: async (lines) => {
      const judged = lines.map(codeIn);
      const done = await addCodes(
        db,
        poolId,
        judged.flatMap((one) => (typeof one === 'string' ? one : [])),
      );
      counts.added += done.added;
      counts.duplicates += done.duplicates;
      return judged.flatMap((one) => (typeof one === 'string' ? [] : one));
    },
  });
  return {
    source: name,
    read,
    ...counts,
    ...report,
    unfinished: isStopped
      ? `Stopped after ${read.toString()} lines. Run the same again: no code is added twice.`
      : null,
  };
};

/** The code of a line, or why it is none. */
const codeIn = ({ number, bytes }: Line): string | Reject => {
  const text = bytes.toString().trim();
  const message = findCodeFault(text);
  return message === null ? text : { line: number, errors: [{ pointer: '', message }], text };
};
