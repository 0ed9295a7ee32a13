import type { Clock } from '@loyalty/kernel';
import type { StreamPosition } from '@loyalty/storage/positions';
import { StoredWatch } from './stored-watch.ts';

const starts = new Map([[0, 0]]);
const ends = new Map([[0, 3]]);
const never = new AbortController().signal;

/** A clock that goes on only by being slept on. */
const createSleepingClock = (): Clock => {
  let now = 0;
  return {
    now: () => now,
    sleep: (ms) => {
      now += ms;
      return Promise.resolve();
    },
  };
};
const at = (nextOffset: number, state: StreamPosition['state'] = 'RUNNING'): StreamPosition[] => [
  { topic: 'loyalty.receipts', partition: 0, nextOffset, lastTimestamp: null, state },
];
/** A watch that sees these positions one by one, then the last for ever; an Error is a look that fails. */
const watchOf = (...looks: readonly (StreamPosition[] | Error)[]): StoredWatch => {
  let seen = 0;
  return new StoredWatch({
    starts,
    patienceMs: 10_000,
    clock: createSleepingClock(),
    readPositions: () => {
      const look = looks[Math.min(seen, looks.length - 1)] ?? [];
      seen += 1;
      return look instanceof Error ? Promise.reject(look) : Promise.resolve(look);
    },
  });
};

test('the wait ends when everything is stored', async () => {
  const watch = watchOf([], at(1), at(3));
  await expect(watch.waitFor(ends, never)).resolves.toEqual({ outcome: 'stored' });
  expect(watch.stored).toBe(3);
});

test('a look that fails shows what the last one showed', async () => {
  const watch = watchOf(at(2), new Error('away'), new Error('away'), at(3));
  await expect(watch.waitFor(ends, never)).resolves.toEqual({ outcome: 'stored' });
});

test('an engine that stores nothing for too long is given up', async () => {
  const watch = watchOf(at(1), at(2));
  await expect(watch.waitFor(ends, never)).resolves.toEqual({
    outcome: 'given-up',
    sentence:
      'The earn-engine stored nothing for 10 s: check that it is running, and that no receipt waits for a transaction («loyaltyctl positions list»).',
  });
  expect(watch.stored).toBe(2);
});

test('a slow engine is waited for as long as it stores something', async () => {
  const slow = Array.from({ length: 90 }, () => at(1));
  await expect(watchOf(...slow, ...slow.map(() => at(2)), at(3)).waitFor(ends, never)).resolves.toEqual({
    outcome: 'stored',
  });
});

test('a parked partition ends the wait at once', async () => {
  await expect(watchOf(at(1, 'PARKED')).waitFor(ends, never)).resolves.toEqual({
    outcome: 'given-up',
    sentence: 'The engine has parked loyalty.receipts/0.',
  });
});

test('an interruption ends the wait', async () => {
  await expect(watchOf(at(1)).waitFor(ends, AbortSignal.abort())).resolves.toEqual({
    outcome: 'interrupted',
  });
});
