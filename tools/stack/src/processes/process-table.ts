import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

interface ProcessEntry {
  /** The name has at most 15 characters. */
  readonly name: string;
  readonly parent: number;
  /**
   * This is in the system's own words. With the id it identifies a process for good, because ids are reused.
   */
  readonly beginning: string;
}

/** Returns a process; undefined if there is none, or only a zombie. */
export const readProcess = (pid: number): ProcessEntry | undefined =>
  existsSync('/proc/self/stat') ? readFromProc(pid) : readFromPs(pid);

/** `pid (name) state parent …`, where the name may hold anything. The beginning is the 22nd word of all. */
const readFromProc = (pid: number): ProcessEntry | undefined => {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    const words = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, parent] = words;
    return state === 'Z' ? undefined : { name, parent: Number(parent), beginning: words[19] ?? '' };
  } catch {
    return undefined;
  }
};

const readFromPs = (pid: number): ProcessEntry | undefined => {
  const { stdout } = spawnSync('ps', ['-o', 'stat=,ppid=,lstart=,ucomm=', '-p', String(pid)], {
    encoding: 'utf8',
  });
  const [state = 'Z', parent, ...words] = stdout.trim().split(/\s+/);
  // lstart is five words, such as `Fri Nov 20 06:03:47 2026`.
  const [beginning, name] = [words.slice(0, 5).join(' '), words.slice(5).join(' ')];
  return state.startsWith('Z') || name === '' ? undefined : { name, parent: Number(parent), beginning };
};
