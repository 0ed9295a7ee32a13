import type { Readable, Writable } from 'node:stream';

/** Where a command reads and writes; tests bring their own. */
export interface Terminal {
  readonly input: Readable;
  /** Results: lines for a person, or one JSON document. */
  readonly out: Writable;
  /** Progress, warnings and failures. */
  readonly err: Writable & { readonly isTTY?: boolean };
}

/** The terminal of this process. */
export const processTerminal = (): Terminal => ({
  input: process.stdin,
  out: process.stdout,
  err: process.stderr,
});
