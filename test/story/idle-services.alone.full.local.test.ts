import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { readLocalStack } from '@loyalty/stack';

/** The length of one span. It has some 900 wake-ups, so counts of two spans differ by a few percent. */
const seconds = 10;
/**
 * Of all seven together: heartbeats, fetches without a record, looks of jobs, and two ticks each. Some 90, and more where tests before
 * have left work that falls due; with a timer of its own for each loop they were 260.
 */
const wakeUpsMax = 160;
/** The first ones may have work that is left over. */
const spansMax = 6;

/** Counts the wake-ups of all threads, which do not depend on the speed of the machine. */
const wakeUpsOf = (pid: number): number => {
  const tasks = `/proc/${pid.toString()}/task`;
  return readdirSync(tasks).reduce((sum, thread) => {
    const status = readFileSync(`${tasks}/${thread}/status`, 'latin1');
    return sum + Number(/^voluntary_ctxt_switches:\s*(\d+)/mu.exec(status)?.[1] ?? 0);
  }, 0);
};

test('▲ services that nobody uses sleep, but for some wake-ups a second', async () => {
  const pids = Object.values(readLocalStack().services).map(({ pid }) => pid ?? 0);
  const wakeUps = (): number => pids.reduce((sum, pid) => sum + wakeUpsOf(pid), 0);
  const perSecond: number[] = [];
  while (perSecond.length < spansMax && !perSecond.some((count) => count <= wakeUpsMax)) {
    const before = wakeUps();
    await pause(seconds * 1_000);
    perSecond.push((wakeUps() - before) / seconds);
  }
  expect(pids).toHaveLength(7);
  expect(Math.min(...perSecond)).toBeLessThanOrEqual(wakeUpsMax);
});
