import { simulate, type SimulationResult } from '@loyalty/testkit';

// eslint-disable-next-line n/no-process-env -- `npm run test:histories` asks for more than a usual run.
const seeds = Number(process.env['HISTORIES'] ?? 200);
/** A bound against hanging, not a judgement of speed: hundreds take half a minute, thousands some minutes. */
const timeoutMs = 900_000;

test(
  'I1 I2 I3 I4 I5 I6 I10 I13 I14 hold through crashes, freezes, rebalances, lost answers and outages while two engines, expiry and erasure write the same members, and everything settles',
  async () => {
    const wrong: SimulationResult[] = [];
    const writes = { EARN: 0, REDEEM: 0, EXPIRE: 0, ADJUST: 0, erased: 0 };
    for (let seed = 1; seed <= seeds; seed += 1) {
      const result = await simulate({ seed });
      if (result.violation !== null) wrong.push(result);
      for (const name of Object.keys(writes) as (keyof typeof writes)[]) writes[name] += result.writes[name];
    }
    // Each replays with `npm run sim -- --seed N --trace`.
    expect(wrong).toEqual([]);
    // Every writer wrote.
    for (const type of ['EARN', 'REDEEM', 'EXPIRE', 'erased'] as const)
      expect(writes[type]).toBeGreaterThan(seeds / 3);
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
