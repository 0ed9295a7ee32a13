import type { Bounds } from '@loyalty/kernel';
import { BrokerComparison, clockDifferenceOf } from './broker-comparison.ts';

const nowMs = Date.UTC(2026, 0, 5);
const dayMs = 86_400_000;
const [minutes2, minutes3] = [120_000, 180_000];

/** Brokers whose clocks are ahead of the database's by so many ms, each known to within so many. */
const brokersAhead = (aheadMs: readonly number[], unsureMs = 5): ReadonlyMap<number, Bounds> =>
  new Map(
    aheadMs.map((ms, at) => [at + 1, { least: nowMs + ms - unsureMs, most: nowMs + ms + unsureMs }] as const),
  );

test.each<[string, readonly number[], string | null]>([
  ['no broker could be asked', [], 'the clock of no broker could be read'],
  ['the only one agrees', [0], null],
  ['the only one is two minutes away', [minutes2], null],
  ['the only one differs', [-minutes3], 'the clock of the database is 180 s ahead of that of broker-1'],
  ['one of two differs', [0, dayMs], null],
  [
    'both differ: the database is a day ahead',
    [-dayMs, -dayMs],
    'the clock of the database is 86400 s ahead of that of broker-1, 86400 s ahead of that of broker-2',
  ],
  [
    'both differ: the database is a day behind',
    [dayMs, dayMs],
    'the clock of the database is 86400 s behind that of broker-1, 86400 s behind that of broker-2',
  ],
  [
    'both differ, each its own way',
    [minutes3, -minutes3],
    'the clock of the database is 180 s behind that of broker-1, 180 s ahead of that of broker-2',
  ],
  ['one of three differs', [0, 0, dayMs], null],
  [
    'two of three differ, and the third is as wrong as the database',
    [-dayMs, 0, -dayMs],
    'the clock of the database is 86400 s ahead of that of broker-1, 86400 s ahead of that of broker-3',
  ],
])('▲ where %s', (_what, aheadMs, difference) => {
  expect(clockDifferenceOf(nowMs, brokersAhead(aheadMs))).toBe(difference);
});

test('what a slow response leaves open is no difference', () => {
  expect(clockDifferenceOf(nowMs, brokersAhead([minutes3], minutes2))).toBeNull();
});

/** Three brokers that agree, read at times of `elapsed`; each request to them is counted. */
const setUp = (known: number) => {
  const elapsed = { ms: 0 };
  const asked: number[] = [];
  let readMs = known === 0 ? -Infinity : 0;
  const comparison = new BrokerComparison({
    brokers: {
      times: (withinMs) => (elapsed.ms - readMs <= withinMs ? brokersAhead([0, 0, 0]) : new Map()),
    },
    ask: async () => {
      asked.push(elapsed.ms);
      await Promise.resolve();
      readMs = elapsed.ms;
    },
    elapsedMs: () => elapsed.ms,
  });
  return { comparison, elapsed, asked };
};

test('▲ brokers are asked once a minute at most, however often and by however many', async () => {
  const { comparison, elapsed, asked } = setUp(0);
  const all = await Promise.all([1, 2, 3].map(() => comparison.differenceOf(nowMs)));
  expect(all).toEqual([null, null, null]);
  for (elapsed.ms = 0; elapsed.ms < 180_000; elapsed.ms += 1_000) await comparison.differenceOf(nowMs);
  expect(asked).toEqual([0, 61_000, 122_000]);
});

test('nobody is asked while this process hears three brokers anyway', async () => {
  const { comparison, asked } = setUp(3);
  expect(await comparison.differenceOf(nowMs)).toBeNull();
  expect(asked).toEqual([]);
});

test('▲ brokers that do not respond are no agreement, and are not asked again before a minute has passed', async () => {
  const elapsed = { ms: 0 };
  let asked = 0;
  const comparison = new BrokerComparison({
    brokers: { times: () => new Map() },
    ask: () => {
      asked += 1;
      return Promise.resolve();
    },
    elapsedMs: () => elapsed.ms,
  });
  expect(await comparison.differenceOf(nowMs)).toBe('the clock of no broker could be read');
  elapsed.ms = 59_000;
  expect(await comparison.differenceOf(nowMs)).not.toBeNull();
  expect(asked).toBe(1);
});
