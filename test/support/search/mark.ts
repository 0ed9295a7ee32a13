import { onlyRow } from '@loyalty/storage';
import type { StoredRows } from '../stored-rows.ts';
import { logLengths, type LogLengths } from './search-files.ts';

/** A moment of a run: data written before it cannot contain tokens created after it. */
export interface Mark {
  readonly atMs: number;
  /** The first transaction whose rows may contain them. */
  readonly transaction: string;
  /** The lengths of the logs at that moment. */
  readonly logs: LogLengths;
}

/** Returns the mark of this moment. */
export const markNow = async (stored: StoredRows): Promise<Mark> => {
  const text = 'SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS next';
  const { next } = onlyRow(await stored.rowsOf<{ next: string }>(text, []), 'a transaction');
  return { atMs: Date.now(), transaction: next, logs: logLengths() };
};
