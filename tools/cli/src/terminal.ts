import type { Readable, Writable } from 'node:stream';
import type { Act } from '@loyalty/tables/authors';

export interface Terminal {
  readonly input: Readable & { readonly isTTY?: boolean };
  /** The stream for results: lines for a person, or one JSON document. */
  readonly out: Writable;
  /** The stream for progress, warnings and failures. */
  readonly err: Writable & { readonly isTTY?: boolean };
}

export const processTerminal = (): Terminal => ({
  input: process.stdin,
  out: process.stdout,
  err: process.stderr,
});

export const tableLines = (header: readonly string[], rows: readonly (readonly string[])[]): string[] => {
  const all = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
};

interface Interruption {
  readonly signal: AbortSignal;
  release(): void;
}

const wishes = ['SIGINT', 'SIGTERM'] as const;

/**
 * Calls `onWish` once at the first Ctrl-C (or SIGTERM). The second one ends the process immediately, as
 * usual.
 */
export const listenForInterrupt = (onWish: () => void): Interruption => {
  const controller = new AbortController();
  const release = (): void => {
    for (const wish of wishes) process.off(wish, onSignal);
  };
  const onSignal = (): void => {
    // Without this listener the next signal has its usual effect.
    release();
    controller.abort();
    onWish();
  };
  for (const wish of wishes) process.on(wish, onSignal);
  return { signal: controller.signal, release };
};

/** Returns a text such as «by key till 9 at store-9». */
export const actText = ({ author, storeRef }: Act): string => {
  const who =
    author === null ? 'by an unknown caller' : `by ${author.kind.toLowerCase()} ${author.name ?? author.id}`;
  return storeRef === null ? who : `${who} at ${storeRef}`;
};
