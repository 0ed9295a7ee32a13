import { readdirSync, readFileSync } from 'node:fs';

/** Ticks a second in which Linux counts CPU time for everybody (USER_HZ). */
const ticksPerSecond = 100;

interface ProcessTimes {
  readonly parent: number;
  readonly seconds: number;
}

/**
 * The CPU seconds that a process and its descendants have used until now, those that ended and were waited for included
 * (Postgres has a process for each connection). 0 for one that is not there.
 */
export const cpuSecondsOf = (pid: number): number => {
  const table = readTable();
  return familyOf(pid, table).reduce((sum, member) => sum + (table.get(member)?.seconds ?? 0), 0);
};

const familyOf = (pid: number, table: ReadonlyMap<number, ProcessTimes>): number[] => {
  const children = [...table].filter(([, { parent }]) => parent === pid).map(([child]) => child);
  return [pid, ...children.flatMap((child) => familyOf(child, table))];
};

const readTable = (): Map<number, ProcessTimes> => {
  const table = new Map<number, ProcessTimes>();
  for (const name of readdirSync('/proc')) {
    const times = /^\d+$/.test(name) ? timesOf(name) : null;
    if (times !== null) table.set(Number(name), times);
  }
  return table;
};

const timesOf = (pid: string): ProcessTimes | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field is the program's name in brackets, which may hold anything; the third comes after the last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = [11, 12, 13, 14].reduce((sum, place) => sum + Number(fields[place]), 0);
    return { parent: Number(fields[1]), seconds: ticks / ticksPerSecond };
  } catch {
    // It ended while we were looking.
    return null;
  }
};
