import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';

const currentSuffix = '.log';
const previousSuffix = '.previous.log';

/** Begins new log files and keeps those of the last run, so that they never grow over many runs. */
export const rotateLogs = (logDir: string): void => {
  mkdirSync(logDir, { recursive: true });
  for (const file of readdirSync(logDir)) {
    if (!file.endsWith(currentSuffix) || file.endsWith(previousSuffix)) continue;
    const name = file.slice(0, -currentSuffix.length);
    renameSync(join(logDir, file), join(logDir, `${name}${previousSuffix}`));
  }
};

/** Returns the last `count` lines of a log; an empty text when there is none. */
export const lastLines = (path: string, count: number): string =>
  existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n').slice(-count).join('\n') : '';
