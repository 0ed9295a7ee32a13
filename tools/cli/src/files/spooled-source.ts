import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LineSource } from './line-source.ts';

export interface SpooledSource {
  readonly source: LineSource;
  /** Has all that `source` has given so far, unzipped. */
  readonly path: string;
  /** Can be called while the copy is being read. */
  remove(): void;
}

/** Keeps a copy of what can be read only once, in a folder of the system's for temporary files. */
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
