import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LineSource } from './line-source.ts';

export interface SpooledSource {
  readonly source: LineSource;
  /** The path of a file with everything that `source` has returned so far, unzipped. */
  readonly path: string;
  /** Removes the copy. It can be called while the copy is being read. */
  remove(): void;
}

/** Keeps a copy of a source that can be read only once, in a folder of the system for temporary files. */
export const spoolSource = (source: LineSource): SpooledSource => {
  const folder = mkdtempSync(join(tmpdir(), 'loyaltyctl-'));
  const path = join(folder, 'lines');
  const file = openSync(path, 'w');
  async function* chunks(): AsyncGenerator<Buffer> {
    for await (const chunk of source.chunks()) {
      writeSync(file, chunk);
      yield chunk;
    }
  }
  return {
    source: { ...source, chunks },
    path,
    remove: () => {
      closeSync(file);
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
