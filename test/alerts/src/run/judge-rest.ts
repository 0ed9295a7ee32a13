import { setTimeout as pause } from 'node:timers/promises';
import { printLine, type Verdicts } from '@loyalty/stack';
import type { Ground } from '../faults/ground.ts';

const minuteMs = 60_000;

/** Looks on for so long while nothing is wrong: no alert may fire, and no page may be about to. */
export const judgeRest = async (
  { watch, load }: Ground,
  minutes: number,
  verdicts: Verdicts,
): Promise<void> => {
  printLine(`At rest: ${minutes.toString()} minutes`);
  const fromMs = performance.now();
  const before = watch.firing();
  const pending = new Set<string>();
  while (performance.now() < fromMs + minutes * minuteMs) {
    for (const name of watch.pendingPages()) pending.add(name);
    await pause(1_000);
  }
  const fired = [...before, ...watch.begunSince(fromMs)].map(({ name, labels }) => `${name} ${labels}`);
  verdicts.judge('no alert fires', fired.length === 0, fired.join('; '));
  verdicts.judge('no page is pending', pending.size === 0, [...pending].join());
  printLine(`      ${load.figures()}`);
};
