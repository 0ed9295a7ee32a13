import { onlyRow } from '@loyalty/storage';
import type { StoredRows } from '../stored-rows.ts';
import { logLengths, type LogLengths } from './search-files.ts';

/** A moment of a run: what was written before it cannot hold what is made up after it. */
export interface Mark {
  readonly atMs: number;
  /** The transaction from which on rows may hold it. */
  readonly transaction: string;
  /** How long each log is by then. */
  readonly logs: LogLengths;
}

/** Marks now. */
export const markNow = async (stored: StoredRows): Promise<Mark> => {
  const text = 'SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS next';
  const { next } = onlyRow(await stored.rowsOf<{ next: string }>(text, []), 'a transaction');
  return { atMs: Date.now(), transaction: next, logs: logLengths() };
};
