import { PendingReplies } from './pending-replies.ts';

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
