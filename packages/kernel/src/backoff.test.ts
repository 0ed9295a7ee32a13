import { waitFor } from './backoff.ts';
import type { Clock } from './clock.ts';
import { BrokenInvariant, Fault } from './fault.ts';

/** A clock on which nobody waits, and the pauses that it was asked for. */
const quickClock = (): Clock & { readonly pauses: number[] } => {
  const pauses: number[] = [];
  return {
    pauses,
    now: () => 0,
    sleep: (ms) => {
      pauses.push(ms);
      return Promise.resolve();
    },
  };
};

const running = new AbortController().signal;

test('what is unavailable is asked again until it is there, with growing pauses of two seconds at most', async () => {
  const clock = quickClock();
  const failures: unknown[] = [];
  let asked = 0;
  const ask = () => {
    asked += 1;
    return asked < 9 ? Promise.reject(new Error(`no ${asked.toString()}`)) : Promise.resolve('there');
  };
  const onFailed = (failure: unknown) => failures.push(failure);
  expect(await waitFor({ ask, signal: running, onFailed, clock })).toBe('there');
  expect(failures.map(String)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((one) => `Error: no ${one.toString()}`));
  expect(clock.pauses[0]).toBeLessThanOrEqual(120);
  expect(Math.max(...clock.pauses)).toBeLessThanOrEqual(2_400);
  expect(clock.pauses.at(-1)).toBeGreaterThanOrEqual(1_600);
});

test.each([
  new Fault('CONFIG_INVALID', 'a wrong key'),
  new Fault('PORT_UNAVAILABLE', 'taken'),
  new Fault('DATABASE_SETTINGS_IGNORED', 'a pooler', { retry: true }),
  new BrokenInvariant('two are one'),
])('what no waiting can cure is thrown at once: %s', async (failure) => {
  const onFailed = jest.fn();
  const wait = waitFor({ ask: () => Promise.reject(failure), signal: running, onFailed });
  await expect(wait).rejects.toBe(failure);
  expect(onFailed).not.toHaveBeenCalled();
});

test('an abort ends the wait at once, though what was asked never comes', async () => {
  const stopping = new AbortController();
  const reason = new Error('stopping');
  const never = new Promise<never>(() => undefined);
  const wait = waitFor({ ask: () => never, signal: stopping.signal, onFailed: () => undefined });
  stopping.abort(reason);
  await expect(wait).rejects.toBe(reason);
});

test('an abort ends the pause between two tries', async () => {
  const stopping = new AbortController();
  const reason = new Error('stopping');
  const wait = waitFor({
    ask: () => Promise.reject(new Error('away')),
    signal: stopping.signal,
    onFailed: () => {
      stopping.abort(reason);
    },
  });
  await expect(wait).rejects.toBe(reason);
});
