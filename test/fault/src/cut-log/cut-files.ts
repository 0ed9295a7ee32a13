import { readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';

/** Of replies nobody keeps a position, and dead letters are read by people. */
const isRead = (partition: string): boolean => /^loyalty\.(?!replies|dead-letters)/.test(partition);

/**
 * Cuts the newest file of each of our partitions that are read to half its bytes, as a disk does that has lost its last writes; answers how
 * many were cut. Only where no broker runs on them: it recovers the file as after any kill, and what it has of its end goes with it.
 */
export const cutFiles = (logDir: string): number => {
  const newest = readdirSync(logDir)
    .filter(isRead)
    .map((partition) => newestFileOf(join(logDir, partition)))
    .filter((path) => statSync(path).size > 0);
  for (const path of newest) {
    truncateSync(path, Math.floor(statSync(path).size / 2));
    for (const index of ['.index', '.timeindex']) rmSync(path.replace(/\.log$/, index), { force: true });
  }
  return newest.length;
};

const newestFileOf = (partition: string): string =>
  join(
    partition,
    readdirSync(partition)
      .filter((name) => name.endsWith('.log'))
      .sort()
      .at(-1) ?? '',
  );
