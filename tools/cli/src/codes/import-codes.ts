import { addCodes, codesPerChunk, findCodeFault, type PoolId } from '@loyalty/configuration';
import { JobDuty } from '@loyalty/jobs';
import { systemClock, type EnvironmentId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { importLines } from '../files/import-lines.ts';
import type { Line } from '../receipts/line-splitter.ts';
import type { ReceiptSource } from '../receipts/receipt-source.ts';
import type { Reject } from '../receipts/rejects-file.ts';
import type { CommandContext } from '../session.ts';

/** The plan of one `codes import`. */
export interface CodesPlan {
  readonly source: ReceiptSource;
  /** The name of the source in the report. */
  readonly name: string;
  readonly rejectsPath: string;
  readonly environmentId: EnvironmentId;
  readonly poolId: PoolId;
}

/** The report of `codes import`; `--json` prints it. */
export interface CodesReport {
  readonly source: string;
  /** The number of lines that were read, without blank ones. */
  readonly read: number;
  readonly added: number;
  /** Codes that the file repeats, that a pool of the environment has, or that were given before. */
  readonly duplicates: number;
  /** Lines that are no valid codes. */
  readonly rejected: number;
  readonly rejectsFile: string | null;
  readonly seconds: number;
  readonly readPerSecond: number;
  /** The reason why the import is incomplete, in a sentence; null when it is complete. */
  readonly unfinished: string | null;
}

/** As of jobs that somebody waits for: a small file is imported without a pause. */
const burstMs = 2_000;

/**
 * Adds the codes of a file to a pool, chunk by chunk, with progress, until all are added or a person stops it. After 2 s of work it works
 * for a fifth of the time, so that rewards get their codes, and others the database, meanwhile (D118).
 */
export const importCodes = async (
  { terminal }: Pick<CommandContext, 'terminal'>,
  db: Database,
  { source, name, rejectsPath, environmentId, poolId }: CodesPlan,
): Promise<CodesReport> => {
  const duty = new JobDuty({ clock: systemClock, burstMs });
  const counts = { added: 0, duplicates: 0 };
  const { read, isStopped, ...report } = await importLines({
    terminal,
    source,
    rejectsPath,
    chunkSize: codesPerChunk,
    store: async (lines) => {
      await systemClock.sleep(duty.waitMsOf(environmentId));
      const beganMs = systemClock.now();
      const judged = lines.map(codeIn);
      const done = await addCodes(
        db,
        poolId,
        judged.flatMap((one) => (typeof one === 'string' ? one : [])),
      );
      duty.worked(environmentId, systemClock.now() - beganMs);
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

/** Returns the code of a line, or the reason why it is none. */
const codeIn = ({ number, bytes }: Line): string | Reject => {
  const text = bytes.toString().trim();
  const message = findCodeFault(text);
  return message === null ? text : { line: number, errors: [{ pointer: '', message }], text };
};
