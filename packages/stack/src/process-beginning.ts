import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/**
 * When a living process began, in the system's own words; undefined when there is none, or only a zombie that nobody
 * has collected. Together with the id it names one process for good, because ids are given out again.
 */
export const processBeginning = (pid: number): string | undefined =>
  existsSync('/proc/self/stat') ? fromProc(pid) : fromPs(pid);

/** `pid (name) state …`, where the name may hold anything; the beginning is the 22nd word of all. */
const fromProc = (pid: number): string | undefined => {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    const words = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return words[0] === 'Z' ? undefined : words[19];
  } catch {
    return undefined;
  }
};

const fromPs = (pid: number): string | undefined => {
  const { stdout } = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' });
  const words = stdout.trim().split(/\s+/);
  return words.length < 2 || words[0]?.startsWith('Z') === true ? undefined : words.slice(1).join(' ');
};
