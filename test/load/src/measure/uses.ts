import type { Contender } from '../contender.ts';
import { processUseOf, type ProcessUse } from '../process-use.ts';

/** CPU time and wake-ups of a process and its descendants over some time. */
export interface Used {
  readonly cpuSeconds: number;
  readonly wakeUps: number;
}

/** Returns the use of one side's processes until now, by name. */
export const usesOf = (contender: Contender): Readonly<Record<string, ProcessUse>> =>
  Object.fromEntries(Object.entries(contender.processes()).map(([name, pid]) => [name, processUseOf(pid)]));

/** Returns the use from `before` until now; wake-ups of processes that ended meanwhile are not known. */
export const usedSince = (
  before: Readonly<Record<string, ProcessUse>>,
  contender: Contender,
): Readonly<Record<string, Used>> =>
  Object.fromEntries(
    Object.entries(usesOf(contender)).map(([name, now]) => [name, differenceOf(now, before[name])]),
  );

const differenceOf = (now: ProcessUse, then: ProcessUse | undefined): Used => ({
  cpuSeconds: now.cpuSeconds - (then?.cpuSeconds ?? 0),
  wakeUps: sumOf([...now.wakeUps].map(([pid, count]) => count - (then?.wakeUps.get(pid) ?? 0))),
});

/** Sums the use of all processes. */
export const totalOf = (used: Readonly<Record<string, Used>>): Used => ({
  cpuSeconds: sumOf(Object.values(used).map(({ cpuSeconds }) => cpuSeconds)),
  wakeUps: sumOf(Object.values(used).map(({ wakeUps }) => wakeUps)),
});

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
