import { simulate, type SimulationResult } from '@loyalty/testkit';

const seeds = 300;
/** A bound against hanging, not a judgement of speed: it takes a few seconds. */
const timeoutMs = 120_000;

test(
  'I3 I4 I5 I10 hold through crashes, freezes, rebalances, lost answers and outages, and everything settles',
  async () => {
    const wrong: SimulationResult[] = [];
    for (let seed = 1; seed <= seeds; seed += 1) {
      const result = await simulate({ seed });
      if (result.violation !== null) wrong.push(result);
    }
    // Each replays with `npm run sim -- --seed N --trace`.
    expect(wrong).toEqual([]);
  },
  timeoutMs,
);

test.each([3, 7, 19])(
  'seed %i gives the same run twice',
  async (seed) => {
    const first: string[] = [];
    const second: string[] = [];
    await simulate({ seed, trace: (line) => first.push(line) });
    await simulate({ seed, trace: (line) => second.push(line) });
    expect(second).toEqual(first);
    expect(first.length).toBeGreaterThan(100);
  },
  timeoutMs,
);
