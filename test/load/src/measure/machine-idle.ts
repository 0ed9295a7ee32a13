import { readFileSync } from 'node:fs';

const everyMs = 100;

interface MachineTimes {
  readonly atMs: number;
  readonly idle: number;
  readonly all: number;
}

/** The machine's processors over some time, by `/proc/stat`. */
export interface MachineWatch {
  /** The share of all processors that was idle, from 0 to 1, in the last `seconds`. */
  idleShareOf(seconds: number): number;
  stop(): void;
}

export const watchMachine = (): MachineWatch => {
  const times = [readTimes()];
  const timer = setInterval(() => times.push(readTimes()), everyMs);
  return {
    idleShareOf: (seconds) => {
      const last = readTimes();
      const first = times.findLast(({ atMs }) => atMs <= last.atMs - seconds * 1_000) ?? times[0] ?? last;
      return (last.idle - first.idle) / Math.max(1, last.all - first.all);
    },
    stop: () => {
      clearInterval(timer);
    },
  };
};

/** Returns ticks: user, nice, system, idle, iowait, irq, softirq, steal. Guests are in user. */
const readTimes = (): MachineTimes => {
  const [line = ''] = readFileSync('/proc/stat', 'latin1').split('\n');
  const ticks = line.trim().split(/\s+/u).slice(1, 9).map(Number);
  const all = ticks.reduce((sum, one) => sum + one, 0);
  return { atMs: performance.now(), idle: (ticks[3] ?? 0) + (ticks[4] ?? 0), all };
};
