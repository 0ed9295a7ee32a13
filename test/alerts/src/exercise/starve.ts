import { setTimeout as pause } from 'node:timers/promises';
import { listProcesses, signalOne } from '../../../fault/src/processes.ts';
import type { Undo } from '../faults/fault.ts';
import { repeat } from '../faults/repeat.ts';

/** The children of a process run for a fifth of each period. */
const [stoppedMs, runningMs] = [200, 50];

/** Lets the children of a process run for a part of the time only, until it is undone. */
export const starve = (pid: number): Undo =>
  repeat(runningMs, async () => {
    const children = listProcesses().filter(({ parent }) => parent === pid);
    for (const child of children) signalOne(child.pid, 'SIGSTOP');
    await pause(stoppedMs);
    for (const child of children) signalOne(child.pid, 'SIGCONT');
  });
