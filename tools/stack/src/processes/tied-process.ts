import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Duplex } from 'node:stream';
import { Fault } from '@loyalty/kernel';
import { lastLines } from '../home-folder.ts';

export interface ProcessCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** The whole environment; the program inherits nothing else. */
  readonly env: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** The file to which output is appended. Default: this process' own output. */
  readonly logPath?: string;
  /** The signal that stops the program. Default: SIGTERM. After `graceMs` (5000) the process is killed. */
  readonly stopSignal?: NodeJS.Signals;
  readonly graceMs?: number;
  /** The user, which only root can set. */
  readonly user?: { readonly uid: number; readonly gid: number };
}

export type ProcessEnd =
  | { readonly how: 'exit'; readonly code: number }
  | { readonly how: 'signal'; readonly signal: NodeJS.Signals }
  | { readonly how: 'error'; readonly message: string };

/** A process that cannot outlive this one. */
export interface TiedProcess {
  /** The process id; undefined only if the process could not be started. */
  readonly pid: number | undefined;
  /** How the process ended. It never rejects. */
  readonly ended: Promise<ProcessEnd>;
  /** Kills the rest of its process group after the grace, and waits for the end. */
  stop(): Promise<void>;
  kill(signal: NodeJS.Signals): void;
}

/**
 * A pipe tells the watcher, in the program's process group, of our end, even by kill -9. It then stops the
 * program, after three seconds by killing the group. It forks twice, because the program may count its
 * children (Postgres does). A late kill is safe: the watcher keeps the group's number in use.
 */
const watcherScript = `
( ( read -r _ <&3
    kill -s "$1" $$
    tries=0
    while kill -0 $$ && [ $tries -lt 30 ]; do sleep 0.1; tries=$((tries + 1)); done
    kill -KILL -$$
  ) </dev/null >/dev/null 2>&1 & )
shift
exec "$@" 3<&-
`;

/** Starts a process that ends when it is stopped or when this process ends, even by `kill -9`. */
export const spawnTied = (program: ProcessCommand): TiedProcess => {
  const stopSignal = program.stopSignal ?? 'SIGTERM';
  const child = spawnInOwnGroup(program, stopSignal);
  const ended = awaitEnding(child);
  const kill = (signal: NodeJS.Signals): void => {
    child.kill(signal);
  };
  const stop = async (): Promise<void> => {
    kill(stopSignal);
    const timer = setTimeout(() => {
      killGroup(child);
    }, program.graceMs ?? 5_000);
    await ended;
    clearTimeout(timer);
  };
  const tied: TiedProcess = { pid: child.pid, ended, stop, kill };
  living.add(tied);
  void ended.then(() => living.delete(tied));
  return tied;
};

const living = new Set<TiedProcess>();

export const stopAllTied = async (): Promise<void> => {
  await Promise.all([...living].map((tied) => tied.stop()));
};

const spawnInOwnGroup = (program: ProcessCommand, stopSignal: NodeJS.Signals): ChildProcess => {
  const output = program.logPath === undefined ? 'inherit' : openLog(program.logPath);
  const child = spawn(...tiedSpawn(program, stopSignal, output));
  if (typeof output === 'number') closeSync(output);
  return child;
};

export const tiedSpawn = (
  program: ProcessCommand,
  stopSignal: NodeJS.Signals,
  output: number | 'inherit',
): [string, string[], SpawnOptions] => [
  '/bin/sh',
  ['-c', watcherScript, 'tied-process', stopSignal.replace('SIG', ''), program.command, ...program.args],
  {
    env: program.env,
    cwd: program.cwd,
    detached: true,
    stdio: ['ignore', output, output, 'pipe'],
    ...program.user,
  },
];

const openLog = (path: string): number => {
  mkdirSync(dirname(path), { recursive: true });
  return openSync(path, 'a');
};

/** Closes the pipe when the child has ended, so that the watcher removes leftovers of the group. */
const awaitEnding = (child: ChildProcess): Promise<ProcessEnd> => {
  const pipe = child.stdio[3] as Duplex | null | undefined;
  pipe?.on('error', () => undefined);
  return new Promise((resolve) => {
    child.once('error', (failure) => {
      resolve({ how: 'error', message: failure.message });
    });
    child.once('exit', (code, signal) => {
      pipe?.destroy();
      resolve(signal === null ? { how: 'exit', code: code ?? 1 } : { how: 'signal', signal });
    });
  });
};

const killGroup = (child: ChildProcess): void => {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It ended by itself a moment ago.
  }
};

export const describeEnding = (ending: ProcessEnd): string => {
  switch (ending.how) {
    case 'exit':
      return `exit code ${String(ending.code)}`;
    case 'signal':
      return ending.signal;
    case 'error':
      return ending.message;
  }
};

/** Runs a program to its end. Any exit code except 0 throws a Fault with the end of the log. */
export const runToEnd = async (
  title: string,
  program: ProcessCommand & { readonly logPath: string },
): Promise<void> => {
  const ending = await spawnTied(program).ended;
  if (ending.how === 'exit' && ending.code === 0) return;
  throw new Fault(
    'STEP_FAILED',
    `${title} failed (${describeEnding(ending)}); ${program.logPath} ends with:\n${lastLines(program.logPath, 15)}`,
  );
};
