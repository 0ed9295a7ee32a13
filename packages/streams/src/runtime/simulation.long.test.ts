import { historyRuns } from '@loyalty/testkit/runs';
import { simulate, type SimulationResult } from '@loyalty/testkit/simulation';

/** The number of seeds with losses; fewer may not need some mechanism. */
const seedsWithLosses = Math.max(20, Math.ceil(historyRuns / 10));
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
    // Every writer wrote.
    for (const type of ['EARN', 'REDEEM', 'EXPIRE', 'erased'] as const)
      expect(writes[type]).toBeGreaterThan(historyRuns / 3);
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

test.each([
  [false, Math.ceil(historyRuns / 2)],
  [true, Math.ceil(seedsWithLosses / 2)],
])(
  '▲ the same holds where one group reads a bulk topic behind its own, as followers of facts do (with losses: %s)',
  async (losses, seeds) => {
    const wrong: SimulationResult[] = [];
    for (let seed = 1; seed <= seeds; seed += 1) {
      const result = await simulate({ seed, losses, hasBulkTopic: true });
      if (result.violation !== null) wrong.push(result);
    }
    // Each replays with `npm run sim -- --bulk-topic --seed N --trace`.
    expect(wrong).toEqual([]);
  },
  timeoutMs,
);

test.each([
  [false, Math.ceil(historyRuns / 2)],
  [true, Math.ceil(seedsWithLosses / 2)],
])(
  'the same holds while bits flip on the disks of brokers: a partition is parked before a wrong record has any effect, and goes on once a sound copy leads (with losses: %s)',
  async (losses, seeds) => {
    const wrong: SimulationResult[] = [];
    let flips = 0;
    for (let seed = 1; seed <= seeds; seed += 1) {
      const result = await simulate({ seed, losses, flips: true });
      if (result.violation !== null) wrong.push(result);
      flips += result.flips;
    }
    // Each replays with `npm run sim -- --flips --seed N --trace`.
    expect(wrong).toEqual([]);
    expect(flips).toBeGreaterThan(seeds);
  },
  timeoutMs,
);

test(
  'without checksums some seed has a wrong effect',
  async () => {
    let violation: string | null = null;
    for (let seed = 1; violation === null && seed < seedsWithout; seed += 1)
      ({ violation } = await simulate({ seed, flips: { without: 'checksum' } }));
    expect(violation).not.toBeNull();
  },
  timeoutMs,
);

// Seeds that failed; their draws change when a fault is added.
test.each([
  ['a partition that is begun anew while another of its group is being parked is begun once', 6898],
  ['a log that was cut and has grown back to where it ended is seen after the next join', 16903],
  ['so is one that has grown back to just before the last record read, though nothing new comes', 3678],
])('▲ %s', async (_, seed) => {
  expect(await simulate({ seed, losses: true })).toMatchObject({ violation: null });
});

/** At least one of these seeds fails; the first one named does at present. */
const seedsWithout = 150;

test.each([
  ['look-up', 22],
  ['forgetting', 155],
  ['rejoin', 9],
  ['waiver', 339],
  ['parking', 6],
  ['sequences', 275],
  ['reach', 37],
] as const)(
  'without %s some seed loses, doubles, parks wrongly or never stores',
  async (without, from) => {
    let violation: string | null = null;
    for (let seed = from; violation === null && seed < from + seedsWithout; seed += 1)
      ({ violation } = await simulate({ seed, losses: { without } }));
    expect(violation).not.toBeNull();
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
