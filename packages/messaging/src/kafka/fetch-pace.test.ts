import { AskedFetch, FetchPace } from './fetch-pace.ts';

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

/** Returns the milliseconds until the next fetch may start. */
const pauseOf = async (next: Promise<void>): Promise<number> => {
  const beganMs = Date.now();
  const ended = next.then(() => Date.now() - beganMs);
  await jest.advanceTimersByTimeAsync(500);
  return ended;
};

const paceOf = (after: 'several' | 'any', everyMs = 8): FetchPace =>
  new FetchPace({ everyMs: () => everyMs, after });
const of = (records: number) => ({ records, isFull: false });
const full = { records: 500, isFull: true };

describe('after several', () => {
  const pace = paceOf('several');

  test('a lone record is followed by the next fetch at once', async () => {
    expect(await pauseOf(pace.brought(new AskedFetch(100), of(1), 101))).toBe(0);
  });

  test('several records are followed by a pause, counted from the start of their fetch', async () => {
    expect(await pauseOf(pace.brought(new AskedFetch(100), of(2), 103))).toBe(5);
  });

  test('records of several partitions count together, and share one pause', async () => {
    const fetch = new AskedFetch(100);
    const first = pace.brought(fetch, of(1), 101);
    const second = pace.brought(fetch, of(1), 101);
    const third = pace.brought(fetch, of(1), 101);
    expect(third).toBe(second);
    expect(await Promise.all([pauseOf(first), pauseOf(second)])).toEqual([0, 7]);
  });

  test('a fetch that had to wait for its records is followed by the next at once', async () => {
    expect(await pauseOf(pace.brought(new AskedFetch(100), of(20), 108))).toBe(0);
  });

  test('each fetch counts by itself: another broker was asked meanwhile', async () => {
    const [first, second] = [new AskedFetch(100), new AskedFetch(105)];
    expect(await pauseOf(pace.brought(second, of(2), 106))).toBe(7);
    expect(await pauseOf(pace.brought(first, of(2), 106))).toBe(2);
    expect(await pauseOf(pace.brought(new AskedFetch(108), of(1), 109))).toBe(0);
  });
});

describe('after any', () => {
  const pace = paceOf('any', 200);

  test('a lone record is followed by a pause', async () => {
    expect(await pauseOf(pace.brought(new AskedFetch(100), of(1), 110))).toBe(190);
  });

  test('a record after a silence is followed by the next fetch at once', async () => {
    expect(await pauseOf(pace.brought(new AskedFetch(100), of(1), 350))).toBe(0);
  });

  test('a fetch that left records behind is followed by the next at once', async () => {
    expect(await pauseOf(pace.brought(new AskedFetch(100), full, 101))).toBe(0);
  });

  test('… even when other partitions of it were already to wait', async () => {
    const fetch = new AskedFetch(100);
    const first = pace.brought(fetch, of(3), 101);
    const second = pace.brought(fetch, full, 101);
    const third = pace.brought(fetch, of(3), 101);
    expect(await Promise.all([pauseOf(first), pauseOf(second), pauseOf(third)])).toEqual([0, 0, 0]);
  });

  test('the spacing may change', async () => {
    let everyMs = 20;
    const changing = new FetchPace({ everyMs: () => everyMs, after: 'any' });
    expect(await pauseOf(changing.brought(new AskedFetch(100), of(1), 100))).toBe(20);
    everyMs = 200;
    expect(await pauseOf(changing.brought(new AskedFetch(120), of(1), 120))).toBe(200);
  });
});
