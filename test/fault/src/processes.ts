import { spawnSync } from 'node:child_process';

/** A process, as `ps` shows it. */
export interface ListedProcess {
  readonly pid: number;
  readonly parent: number;
  /** Begins with T while it is stopped, with Z once it has ended. */
  readonly state: string;
}

/** Lists the processes of this machine. */
export const listProcesses = (): readonly ListedProcess[] =>
  spawnSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' })
    .stdout.trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .map(([pid, parent, state = '']) => ({ pid: Number(pid), parent: Number(parent), state }));

/** Sends a signal to a process, unless it has ended. */
export const signalOne = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended by itself a moment ago.
  }
};
