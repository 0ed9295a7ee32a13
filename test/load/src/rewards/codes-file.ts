import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes `count` codes, one per line. Returns the path. */
export const writeCodes = (root: string, count: number): string => {
  const folder = join(root, '.loyalty/bench');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'codes.txt');
  const series = randomBytes(4).toString('hex').toUpperCase();
  const lines = Array.from({ length: count }, (_, n) => `${series}-${n.toString().padStart(7, '0')}\n`);
  writeFileSync(path, lines.join(''));
  return path;
};
