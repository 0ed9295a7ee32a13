import { ProgressWatch } from './progress.ts';

let nowMs = 0;

test('a runtime is stuck from the end of its last attempt on, while work waits', () => {
  const watch = new ProgressWatch(() => nowMs);
  nowMs = 50_000;
  expect(watch.stuckForMs()).toBe(0);
  watch.attempted();
  expect(watch.stuckForMs()).toBe(0);
  watch.began();
  nowMs += 20_000;
  expect(watch.stuckForMs()).toBe(20_000);
  watch.attempted();
  nowMs += 40_000;
  expect(watch.stuckForMs()).toBe(40_000);
  watch.rested();
  expect(watch.stuckForMs()).toBe(0);
});
