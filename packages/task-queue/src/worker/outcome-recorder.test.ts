import { recordWaitMs } from './outcome-recorder.ts';

test.each([
  [1, 0],
  [63, 0],
  [64, 40],
  [249, 40],
  [250, 0],
  [4_096, 0],
])('%i outcomes wait %i ms for more', (outcomes, ms) => {
  expect(recordWaitMs(outcomes)).toBe(ms);
});
