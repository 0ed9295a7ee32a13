import { Random } from './random.ts';
import { SimulationScheduler } from './simulation-scheduler.ts';

/** Takes a hundred steps that are due at once, beside a timer of two seconds; returns how much time passed. */
const passedMs = (seed: number, turnMsMax?: number): number => {
  const turns = new SimulationScheduler(new Random(seed), turnMsMax);
  const beganMs = turns.nowMs;
  turns.atServer('a timer', () => undefined, { afterMs: 2_000 });
  for (let n = 0; n < 100; n += 1) turns.atServer('due', () => undefined);
  for (let n = 0; n < 100; n += 1) turns.next();
  return turns.nowMs - beganMs;
};

const seeds = Array.from({ length: 30 }, (_, n) => n + 1);

test('▲ on a fast processor no time passes while somebody can continue', () => {
  expect(seeds.map((seed) => passedMs(seed, 0))).toEqual(seeds.map(() => 0));
});

test('else time passes with every step, and leaps now and then', () => {
  const passed = seeds.map((seed) => passedMs(seed));
  expect(Math.min(...passed)).toBeGreaterThan(0);
  expect(Math.max(...passed)).toBeGreaterThanOrEqual(2_000);
});
