import { readdirSync, readFileSync } from 'node:fs';

/** The unit of CPU time that Linux reports to programs (USER_HZ), in ticks a second. */
const ticksPerSecond = 100;

/** The use of a process and its descendants until now. */
export interface ProcessUse {
  /** Includes descendants that ended and were waited for; Postgres has a process for each connection. */
  readonly cpuSeconds: number;
  /** Wake-ups of all threads, by process id; they do not depend on the machine's speed. */
  readonly wakeUps: ReadonlyMap<number, number>;
}

interface ProcessTimes {
  readonly parent: number;
  readonly seconds: number;
}

/** Returns the use of a process and its descendants; zeros for a process that does not exist. */
export const processUseOf = (pid: number): ProcessUse => {
  const table = readTable();
  const family = familyOf(pid, table);
  return {
    cpuSeconds: family.reduce((sum, member) => sum + (table.get(member)?.seconds ?? 0), 0),
    wakeUps: new Map(family.map((member) => [member, wakeUpsOf(member)])),
  };
};

/** Returns the processor time of one process until now, in seconds; 0 if it does not exist. */
export const cpuSecondsOf = (pid: number): number => timesOf(pid.toString())?.seconds ?? 0;

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

const timesOf = (pid: string): ProcessTimes | null =>
  unlessEnded(() => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field is the program's name in brackets and may contain anything; the third field follows the last bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = [11, 12, 13, 14].reduce((sum, place) => sum + Number(fields[place]), 0);
    return { parent: Number(fields[1]), seconds: ticks / ticksPerSecond };
  });

const wakeUpsOf = (pid: number): number => {
  const tasks = `/proc/${pid.toString()}/task`;
  const threads = unlessEnded(() => readdirSync(tasks)) ?? [];
  return threads.reduce((sum, thread) => {
    const status = unlessEnded(() => readFileSync(`${tasks}/${thread}/status`, 'latin1')) ?? '';
    return sum + Number(/^voluntary_ctxt_switches:\s*(\d+)/mu.exec(status)?.[1] ?? 0);
  }, 0);
};

/** Returns null when the process ends during the read. */
const unlessEnded = <T>(look: () => T): T | null => {
  try {
    return look();
  } catch {
    return null;
  }
};
