import { historyRuns } from '@loyalty/testkit/runs';
import { simulateJobs, type JobSimulationResult } from '@loyalty/testkit/simulation';

/** None of the first seventy seeds has a chunk that was overtaken. */
const seeds = Math.max(120, 1.5 * historyRuns);
/** A bound against hanging, not a judgement of speed: it takes some seconds. */
const timeoutMs = 1_200_000;

test(
  'each member is taken once per run, and no run is left out, through crashes, freezes, two leaders and lost commits',
  async () => {
    const results: JobSimulationResult[] = [];
    for (let seed = 1; seed <= seeds; seed += 1) results.push(await simulateJobs({ seed }));
    // Each replays with `npm run sim -- --jobs --seed N --trace`.
    expect(results.filter(({ violation }) => violation !== null)).toEqual([]);
    // What a simulation has not come by, it has not shown.
    const chunks = (outcome: string): number =>
      results.reduce((sum, result) => sum + (result.chunks[outcome] ?? 0), 0);
    expect(chunks('overtaken')).toBeGreaterThan(seeds / 30);
    expect(chunks('failed')).toBeGreaterThan(3 * seeds);
    expect(chunks('stored')).toBeGreaterThan(30 * seeds);
  },
  timeoutMs,
);

// Its draws change when a fault is added.
test('▲ an environment whose chunk failed misses no run, however slow the chunks of the others are', async () => {
  expect(await simulateJobs({ seed: 2998 })).toMatchObject({ violation: null });
});

test.each([3, 7, 19])('seed %i gives the same run twice', async (seed) => {
  const first: string[] = [];
  const second: string[] = [];
  await simulateJobs({ seed, trace: (line) => first.push(line) });
  await simulateJobs({ seed, trace: (line) => second.push(line) });
  expect(second).toEqual(first);
  expect(first.length).toBeGreaterThan(100);
});
