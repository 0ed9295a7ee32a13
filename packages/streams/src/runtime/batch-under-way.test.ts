import { systemClock } from '@loyalty/kernel';
import { RunningBatch } from './progress.ts';

let underWay: RunningBatch;

beforeEach(() => {
  jest.useFakeTimers();
  underWay = new RunningBatch(systemClock);
});

afterEach(() => {
  jest.useRealTimers();
});

/** Returns the milliseconds until it resolves, when `then` runs after ten. */
const waitOf = async (
  wait: Promise<void> | null,
  then: () => void = () => undefined,
): Promise<number | null> => {
  if (wait === null) return null;
  const beganMs = Date.now();
  const ended = wait.then(() => Date.now() - beganMs);
  await jest.advanceTimersByTimeAsync(10);
  then();
  await jest.advanceTimersByTimeAsync(100);
  return ended;
};

test('while no batch is in flight, there is nothing to wait for', () => {
  expect(underWay.untilSent()).toBeNull();
});

test('▲ behind a batch the wait ends when its last statements are sent', async () => {
  underWay.begin();
  const [first, second] = [underWay.untilSent(), underWay.untilSent()];
  const sent = (): void => {
    underWay.sent();
    underWay.sent();
  };
  expect(await Promise.all([waitOf(first, sent), waitOf(second)])).toEqual([10, 10]);
  expect(underWay.untilSent()).toBeNull();
});

test('a batch that takes long delays fetches no longer than heartbeats allow', async () => {
  underWay.begin();
  expect(await waitOf(underWay.untilSent())).toBe(50);
  expect(await waitOf(underWay.untilSent())).toBe(50);
});

test('each batch has its own wait', async () => {
  underWay.begin();
  void underWay.untilSent();
  underWay.sent();
  underWay.begin();
  expect(
    await waitOf(underWay.untilSent(), () => {
      underWay.sent();
    }),
  ).toBe(10);
});
