import { readFileSync } from 'node:fs';

/** Memory that a process has in use, in MB; 0 for one that has ended. */
export const residentMb = (pid: number): number => {
  try {
    const kb = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid.toString()}/status`, 'utf8'))?.[1];
    return Number(kb ?? 0) / 1_024;
  } catch {
    return 0;
  }
};
