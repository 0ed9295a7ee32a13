import { randomBytes } from 'node:crypto';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { Fault } from '@loyalty/kernel';
import { readProcess } from './processes/process-table.ts';

interface Holder {
  readonly pid: number;
  /** This is when that process began, in the system's words: a later process may have the same id. */
  readonly began: string;
}

export interface StackLock {
  /** True if an earlier stack left its lock behind: its programs may still be ending. */
  readonly wasStale: boolean;
  release(): void;
}

const attemptsMax = 3;

/** Takes the lock, also from a holder that no longer lives. Throws a Fault if a living process holds it. */
export const takeLock = (path: string): StackLock => {
  mkdirSync(dirname(path), { recursive: true });
  const me: Holder = { pid: process.pid, began: readProcess(process.pid)?.beginning ?? '' };
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    if (tryWrite(path, me)) {
      return {
        wasStale: attempt > 0,
        release: () => {
          rmSync(path, { force: true });
        },
      };
    }
    const holder = readHolder(path);
    if (holder !== undefined && lives(holder)) throw alreadyRuns(path, holder);
    rmSync(path, { force: true });
  }
  throw new Fault('LOCK_CONTENDED', `${path} is fought over by several starts; try again.`);
};

/** Through a link, which appears whole and only where there is none, so nobody reads half a lock. */
const tryWrite = (path: string, holder: Holder): boolean => {
  const working = `${path}.${String(holder.pid)}`;
  writeFileSync(working, JSON.stringify(holder));
  try {
    linkSync(working, path);
    return true;
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw failure;
  } finally {
    rmSync(working, { force: true });
  }
};

/** A missing or unreadable file does not count as a lock. */
const readHolder = (path: string): Holder | undefined => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
};

const lives = (holder: Holder): boolean => readProcess(holder.pid)?.beginning === holder.began;

const alreadyRuns = (path: string, { pid }: Holder): Fault =>
  new Fault(
    'ALREADY_RUNS',
    `A stack runs in ${dirname(path)} already (process ${String(pid)}); stop it first, or give npm start another --home and ports.`,
  );

const currentSuffix = '.log';
const previousSuffix = '.previous.log';

/** Keeps only the logs of the last run, so that they do not grow over many runs. */
export const rotateLogs = (logDir: string): void => {
  mkdirSync(logDir, { recursive: true });
  for (const file of readdirSync(logDir)) {
    if (!file.endsWith(currentSuffix) || file.endsWith(previousSuffix)) continue;
    const name = file.slice(0, -currentSuffix.length);
    renameSync(join(logDir, file), join(logDir, `${name}${previousSuffix}`));
  }
};

export const lastLines = (path: string, count: number): string =>
  existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n').slice(-count).join('\n') : '';

/** These are 256 bits. */
const keyBytes = 32;

/** Creates keys that only their owner may read. The caller must hold the lock of the stack. */
export const ensureSecretKeys = (path: string): void => {
  if (existsSync(path)) return;
  writeFileSync(path, `local:${randomBytes(keyBytes).toString('base64')}\n`, { mode: 0o600 });
};
