import { Ticker } from './clock.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Notes how long after now each sleep ends. */
const sleepsOf = (ticker: Ticker, periods: readonly number[]): [number, number][] => {
  const beganMs = performance.now();
  const ended: [number, number][] = [];
  for (const ms of periods)
    void ticker.sleep(ms).then(() => ended.push([ms, Math.round(performance.now() - beganMs)]));
  return ended;
};

test('sleeps end together, at the tick nearest to their end', async () => {
  const ended = sleepsOf(new Ticker(), [500, 700, 800, 1_000, 2_000]);
  await jest.advanceTimersByTimeAsync(499);
  expect([ended, jest.getTimerCount()]).toEqual([[], 1]);
  await jest.advanceTimersByTimeAsync(2_000);
  expect(ended).toEqual([
    [500, 500],
    [700, 500],
    [800, 1_000],
    [1_000, 1_000],
    [2_000, 2_000],
  ]);
  expect(jest.getTimerCount()).toBe(0);
});

test('▲ rounds of a second that take 200 ms each begin every second', async () => {
  const ticker = new Ticker();
  const began: number[] = [];
  const beganMs = performance.now();
  void (async () => {
    while (began.length < 4) {
      await ticker.sleep(1_000);
      began.push(Math.round(performance.now() - beganMs));
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  })();
  await jest.advanceTimersByTimeAsync(5_000);
  expect(began).toEqual([1_000, 2_000, 3_000, 4_000]);
});

test('a sleep ends at once when its signal aborts, and leaves neither timer nor listener', async () => {
  const ticker = new Ticker();
  const ending = new AbortController();
  const removed = jest.spyOn(ending.signal, 'removeEventListener');
  const slept = ticker.sleep(5_000, ending.signal);
  expect(jest.getTimerCount()).toBe(1);
  ending.abort('ended');
  await slept;
  await ticker.sleep(5_000, ending.signal);
  expect([removed.mock.calls.length, jest.getTimerCount()]).toEqual([1, 0]);
});

test('▲ a tick says how late it was, and those that were missed are not caught up on', () => {
  const ticker = new Ticker();
  const late: number[] = [];
  const end = ticker.watch((ms) => late.push(Math.round(ms)));
  const now = jest.spyOn(performance, 'now');
  const realMs = performance.now();
  jest.advanceTimersByTime(500);
  now.mockReturnValue(realMs + 2_230);
  jest.advanceTimersByTime(500);
  expect(late).toEqual([0, 1_230]);
  now.mockReturnValue(realMs + 2_500);
  jest.advanceTimersByTime(270);
  expect(late).toEqual([0, 1_230, 0]);
  end();
  expect(jest.getTimerCount()).toBe(0);
  now.mockRestore();
});
