import { readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';

/** Replies have no stored position, and people read dead letters: both are left out. */
const isRead = (partition: string): boolean => /^loyalty\.(?!replies|dead-letters)/.test(partition);

/**
 * Cuts the newest file of each loyalty partition that services read to half its bytes, like a disk that lost its last writes.
 * Returns the number of cut files. The broker must not run; when it starts it recovers the file as after any kill.
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
