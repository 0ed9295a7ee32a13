import type { Readable, Writable } from 'node:stream';

/** The input and the outputs of a command; tests replace them. */
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
