import { FetchPace } from './fetch-pace.ts';

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

/** After how many milliseconds the next fetch may be asked for. */
const pauseOf = async (next: Promise<void>): Promise<number> => {
  const beganMs = Date.now();
  const ended = next.then(() => Date.now() - beganMs);
  await jest.advanceTimersByTimeAsync(50);
  return ended;
};

test('a lone record is followed by the next fetch at once', async () => {
  const pace = new FetchPace(8);
  pace.asked(100);
  expect(await pauseOf(pace.brought(1, 101))).toBe(0);
});

test('several records are followed by a pause, counted from when they were asked for', async () => {
  const pace = new FetchPace(8);
  pace.asked(100);
  expect(await pauseOf(pace.brought(2, 103))).toBe(5);
});

test('records of several partitions count together, and share one pause', async () => {
  const pace = new FetchPace(8);
  pace.asked(100);
  const first = pace.brought(1, 101);
  const second = pace.brought(1, 101);
  const third = pace.brought(1, 101);
  expect(third).toBe(second);
  expect(await Promise.all([pauseOf(first), pauseOf(second)])).toEqual([0, 7]);
});

test('a fetch that had to wait for its records is followed by the next at once', async () => {
  const pace = new FetchPace(8);
  pace.asked(100);
  expect(await pauseOf(pace.brought(20, 108))).toBe(0);
});

test('each fetch is judged by itself', async () => {
  const pace = new FetchPace(8);
  pace.asked(100);
  expect(await pauseOf(pace.brought(2, 100))).toBe(8);
  pace.asked(108);
  expect(await pauseOf(pace.brought(1, 109))).toBe(0);
  expect(await pauseOf(pace.brought(1, 110))).toBe(6);
});
