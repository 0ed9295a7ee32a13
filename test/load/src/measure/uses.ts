import type { Contender } from '../contender.ts';
import { processUseOf, type ProcessUse } from '../process-use.ts';

/** What the processes of one side have used, by name. */
export type Uses = Readonly<Record<string, ProcessUse>>;

/** Until now. */
export const usesOf = (contender: Contender): Uses =>
  Object.fromEntries(Object.entries(contender.processes()).map(([name, pid]) => [name, processUseOf(pid)]));

/** From then until now. */
export const usedSince = (before: Uses, contender: Contender): Uses =>
  Object.fromEntries(
    Object.entries(usesOf(contender)).map(([name, { cpuSeconds, wakeUps }]) => {
      const then = before[name] ?? { cpuSeconds: 0, wakeUps: 0 };
      return [name, { cpuSeconds: cpuSeconds - then.cpuSeconds, wakeUps: wakeUps - then.wakeUps }];
    }),
  );

/** Of all processes together. */
export const totalOf = (uses: Uses): ProcessUse => ({
  cpuSeconds: sumOf(uses, ({ cpuSeconds }) => cpuSeconds),
  wakeUps: sumOf(uses, ({ wakeUps }) => wakeUps),
});

const sumOf = (uses: Uses, of: (use: ProcessUse) => number): number =>
  Object.values(uses).reduce((sum, use) => sum + of(use), 0);
