import { PendingReplies } from './request-client.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('a reply within the deadline reaches its waiter', async () => {
  const pending = new PendingReplies<string>(1);
  const waiting = pending.wait('a', 100);
  expect(pending.settle('a', 'yes')).toBe(true);
  expect(await waiting).toEqual({ outcome: 'replied', reply: 'yes' });
  expect(pending.size).toBe(0);
});

test('a reply after the deadline is late, although its slot is still open', async () => {
  const pending = new PendingReplies<string>(1);
  const waiting = pending.wait('a', 100);
  jest.advanceTimersByTime(101);
  expect(await waiting).toEqual({ outcome: 'timeout' });
  expect(pending.size).toBe(1);
  expect(pending.settle('a', 'too late')).toBe(false);
  expect(pending.size).toBe(0);
});

test('a reply without a waiter is late', () => {
  expect(new PendingReplies<string>(1).settle('b', 'whose?')).toBe(false);
});

test('requests that wait when the process gives up end as at a deadline; none waits after that', async () => {
  const pending = new PendingReplies<string>(10);
  const waiting = [pending.wait('a', 100_000), pending.waitAll(['b', 'c'], 300_000)];
  pending.settle('b', 'yes');
  pending.giveUp();
  const timeout = { outcome: 'timeout' };
  expect(await Promise.all(waiting)).toEqual([timeout, [{ outcome: 'replied', reply: 'yes' }, timeout]]);
  expect([pending.size, pending.settle('a', 'late')]).toEqual([0, false]);
  expect(() => pending.wait('d', 100)).toThrow('the process stops');
  expect(() => pending.waitAll(['e'], 100)).toThrow('the process stops');
});
