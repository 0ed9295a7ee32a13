import { execFileSync } from 'node:child_process';
import type { Undo } from '../faults/fault.ts';
import { repeat } from '../faults/repeat.ts';

/** Of each period a process and its children run for a fifth. */
const [stoppedMs, runningMs] = [200, 50];

/** Lets a process and its children run for a part of the time only, until it is undone. */
export const starve = (pid: number): Undo => {
  let stopped: readonly number[] = [];
  const goOn = (): void => {
    for (const each of stopped) signal(each, 'SIGCONT');
    stopped = [];
  };
  const end = repeat(runningMs, async () => {
    stopped = childrenOf(pid);
    for (const each of stopped) signal(each, 'SIGSTOP');
    await new Promise((resolve) => setTimeout(resolve, stoppedMs));
    goOn();
  });
  return async () => {
    await end();
    goOn();
  };
};

const childrenOf = (pid: number): readonly number[] =>
  execFileSync('ps', ['-o', 'pid=', '--ppid', pid.toString()], { encoding: 'utf8' })
    .split('\n')
    .map(Number)
    .filter((each) => each > 0);

/** A child may have ended meanwhile. */
const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name);
  } catch {
    return;
  }
};
