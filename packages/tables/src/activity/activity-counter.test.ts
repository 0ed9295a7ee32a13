import { type CampaignId, type EnvironmentId, Fault } from '@loyalty/kernel';
import { LostRace } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createMetrics } from '@loyalty/telemetry/metrics';
import { ActivityCounter } from './activity-counter.ts';

const nowMs = Date.parse('2026-03-02T08:15:59.500Z');
const [one, other] = [1 as EnvironmentId, 2 as EnvironmentId];
const idOf = (n: number) => `0198c0de-1111-7000-8000-${n.toString().padStart(12, '0')}` as CampaignId;

/** A row of the statement: environment, step, beginning, campaign, receipts. */
type Sent = readonly [number, number, string, string | null, number];

const startCounter = () => {
  const statements: Sent[][] = [];
  const failures: Error[] = [];
  const metrics = createMetrics({ service: 'activity-test' });
  const counter = new ActivityCounter({
    db: {
      query: (_, values = []) => {
        const failure = failures.shift();
        if (failure !== undefined) return Promise.reject(failure);
        const [environments, steps, times, campaigns, receipts] = values as [
          number[],
          number[],
          number[],
          string[],
          number[],
        ];
        statements.push(
          environments.map((id, n) => [
            id,
            steps[n] ?? 0,
            new Date(times[n] ?? 0).toISOString().slice(8, 16),
            campaigns[n]?.startsWith('0000') === true ? null : (campaigns[n] ?? ''),
            receipts[n] ?? 0,
          ]),
        );
        return Promise.resolve([]);
      },
    },
    clock: { now: () => nowMs },
    logger: silentLogger,
    metrics,
  });
  const lost = async (reason: string) =>
    new RegExp(`counts_lost_total{reason="${reason}"} (\\d+)`).exec((await metrics.render()).body)?.[1];
  return { counter, statements, failures, lost };
};

let run: ReturnType<typeof startCounter>;
beforeEach(() => {
  run = startCounter();
});
afterEach(() => run.counter.stop());

const receipt = (environmentId: EnvironmentId, campaigns: readonly CampaignId[] = []) => {
  run.counter.totalsOf(environmentId).receipts += 1;
  for (const id of campaigns) run.counter.campaignOf(environmentId, id).receipts += 1;
};

test('what was counted in a second becomes one row of a minute for each environment, in one statement (D203)', async () => {
  receipt(one, [idOf(1)]);
  receipt(one);
  receipt(other);
  await run.counter.write();
  expect(run.statements).toEqual([
    [
      [1, 1, '02T08:15', null, 2],
      [2, 1, '02T08:15', null, 1],
    ],
  ]);
});

test('nothing is sent while nothing is counted', async () => {
  await run.counter.write();
  await run.counter.write();
  expect(run.statements).toEqual([]);
});

test('▲ minutes are sent each second, whatever waits for its thirty seconds', async () => {
  jest.useFakeTimers();
  try {
    run = startCounter();
    for (let second = 1; second <= 3; second += 1) {
      receipt(one, [idOf(1)]);
      await jest.advanceTimersByTimeAsync(1_000);
      expect(run.statements).toHaveLength(second);
    }
    await jest.advanceTimersByTimeAsync(27_000);
    expect(
      run.statements.slice(3).map((rows) => rows.map(([, step, , , receipts]) => [step, receipts])),
    ).toEqual([
      [
        [60, 3],
        [60, 3],
        [1_440, 3],
        [1_440, 3],
      ],
    ]);
  } finally {
    jest.useRealTimers();
  }
});

test('hours, days and campaigns are gathered, and sent at a stop', async () => {
  receipt(one, [idOf(1)]);
  await run.counter.write();
  receipt(one, [idOf(1), idOf(2)]);
  await run.counter.stop();
  expect(run.statements.map((rows) => rows.length)).toEqual([1, 1, 6]);
  expect(run.statements.at(-1)).toEqual([
    [1, 60, '02T08:00', null, 2],
    [1, 60, '02T08:00', idOf(1), 2],
    [1, 1_440, '02T00:00', null, 2],
    [1, 1_440, '02T00:00', idOf(1), 2],
    [1, 60, '02T08:00', idOf(2), 1],
    [1, 1_440, '02T00:00', idOf(2), 1],
  ]);
  expect(run.statements[1]).toEqual([[1, 1, '02T08:15', null, 1]]);
});

test('▲ minutes follow within a second while hours, days and campaigns wait for their half minute', async () => {
  jest.useFakeTimers();
  try {
    run = startCounter();
    receipt(one);
    await jest.advanceTimersByTimeAsync(1_000);
    receipt(one);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(run.statements).toEqual([[[1, 1, '02T08:15', null, 1]], [[1, 1, '02T08:15', null, 1]]]);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(run.statements.slice(2)).toEqual([
      [
        [1, 60, '02T08:00', null, 2],
        [1, 1_440, '02T00:00', null, 2],
      ],
    ]);
  } finally {
    jest.useRealTimers();
  }
});

test('what the server refuses waits, and is sent once with what came since', async () => {
  receipt(one);
  run.failures.push(new LostRace('a deadlock'));
  await run.counter.write();
  receipt(one);
  await run.counter.write();
  expect(run.statements).toEqual([[[1, 1, '02T08:15', null, 2]]]);
  expect(await run.lost('database')).toBe('0');
});

test('▲ what a lost connection may have stored is not sent again: nothing counts twice', async () => {
  receipt(one);
  run.failures.push(new Fault('DATABASE_UNAVAILABLE', 'connection terminated', { retry: true }));
  await run.counter.write();
  receipt(one);
  await run.counter.write();
  expect(run.statements).toEqual([[[1, 1, '02T08:15', null, 1]]]);
  expect(await run.lost('database')).toBe('1');
});

test('▲ the environment with most campaigns loses theirs beyond the bound; totals and others stay', async () => {
  receipt(
    one,
    Array.from({ length: 10_001 }, (_, n) => idOf(n)),
  );
  receipt(other, [idOf(1)]);
  await run.counter.stop();
  const sent = run.statements.flat().filter(([, step]) => step > 1);
  expect(sent).toEqual([
    [1, 60, '02T08:00', null, 1],
    [1, 1_440, '02T00:00', null, 1],
    [2, 60, '02T08:00', null, 1],
    [2, 60, '02T08:00', idOf(1), 1],
    [2, 1_440, '02T00:00', null, 1],
    [2, 1_440, '02T00:00', idOf(1), 1],
  ]);
  expect(await run.lost('bound')).toBe('20002');
});

test('an amount beyond 2^53−1 is sent as that, so that no tenant spoils the statement of all', async () => {
  run.counter.totalsOf(one).receipts = 2 ** 60;
  await run.counter.write();
  expect(run.statements).toEqual([[[1, 1, '02T08:15', null, Number.MAX_SAFE_INTEGER]]]);
});
