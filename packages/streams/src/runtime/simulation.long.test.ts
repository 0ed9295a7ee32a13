import { historyRuns, seedsWithLosses } from '@loyalty/testkit/runs';
import { simulate, type SimulationResult } from '@loyalty/testkit/simulation';

/**
 * This ends a run that hangs, and does not measure speed: hundreds of seeds take half a minute, thousands
 * some minutes.
 */
const timeoutMs = 900_000;

test(
  'I1 I2 I3 I4 I5 I6 I10 I13 I14 hold through crashes, freezes, rebalances, lost responses, outages and rows that are locked for long while two engines, expiry and erasure write the same members, and everything settles',
  async () => {
    const wrong: SimulationResult[] = [];
    const writes = { EARN: 0, REDEEM: 0, EXPIRE: 0, ADJUST: 0, RETURN: 0, REFUND: 0, erased: 0 };
    for (let seed = 1; seed <= historyRuns; seed += 1) {
      const result = await simulate({ seed });
      if (result.violation !== null) wrong.push(result);
      for (const name of Object.keys(writes) as (keyof typeof writes)[]) writes[name] += result.writes[name];
    }
    // Each replays with `npm run sim -- --seed N --trace`.
    expect(wrong).toEqual([]);
    // Every writer wrote. Of a hundred runs, some sixty erase a member.
    for (const type of ['EARN', 'REDEEM', 'EXPIRE'] as const)
      expect(writes[type]).toBeGreaterThan(historyRuns / 3);
    expect(writes.erased).toBeGreaterThan(historyRuns / 4);
  },
  timeoutMs,
);

test(
  'the same holds when the database loses its last commits, logs are cut or start later, and partitions are added: records read again have their effect once, and none is skipped silently',
  async () => {
    const wrong: SimulationResult[] = [];
    const counts = { lostCommits: 0, parked: 0, addedPartitions: 0 };
    for (let seed = 1; seed <= seedsWithLosses; seed += 1) {
      const result = await simulate({ seed, losses: true });
      if (result.violation !== null) wrong.push(result);
      for (const name of Object.keys(counts) as (keyof typeof counts)[])
        counts[name] += result.losses?.[name] ?? 0;
    }
    // Each replays with `npm run sim -- --losses --seed N --trace`.
    expect(wrong).toEqual([]);
    // All of it happened.
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(0);
  },
  timeoutMs,
);

test(
  '▲ the same holds where producers write in transactions: nothing of an open or aborted one has an effect, and a log that ends with one is read to its end',
  async () => {
    const wrong: SimulationResult[] = [];
    const seeds = Math.ceil(historyRuns / 3);
    let effects = 0;
    for (let seed = 1; seed <= seeds; seed += 1) {
      const result = await simulate({ seed, hasTransactions: true });
      if (result.violation !== null) wrong.push(result);
      effects += result.effects;
    }
    // Each replays with `npm run sim -- --transactions --seed N --trace`.
    expect(wrong).toEqual([]);
    expect(effects).toBeGreaterThan(seeds);
  },
  timeoutMs,
);

test.each([
  [3, false],
  [7, false],
  [19, false],
  [19, true],
])(
  'seed %i gives the same run twice (with losses: %s)',
  async (seed, losses) => {
    const first: string[] = [];
    const second: string[] = [];
    await simulate({ seed, losses, trace: (line) => first.push(line) });
    await simulate({ seed, losses, trace: (line) => second.push(line) });
    expect(second).toEqual(first);
    expect(first.length).toBeGreaterThan(100);
  },
  timeoutMs,
);
