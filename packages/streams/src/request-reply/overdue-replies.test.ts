import { findOverdueReplies } from './overdue-replies.ts';
import { PendingReplies } from './request-client.ts';

interface Question {
  readonly owner: number;
  readonly ref: string;
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const deadlineMs = 3_000;
const replied = (ref: string) => ({ outcome: 'replied', reply: `reply to ${ref}` });
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

/** Requests that wait, a store of replies by reference, and what was asked. */
const waiting = () => {
  const pending = new PendingReplies<string, Question>(10_000);
  const stored = new Map<string, string>();
  const asked: string[][] = [];
  let found = 0;
  let failure: Error | null = null;
  findOverdueReplies<string, Question>({
    pending,
    ownerOf: ({ owner }) => owner,
    find: (questions) => {
      asked.push(questions.map(({ ref }) => ref));
      if (failure !== null) return Promise.reject(failure);
      return Promise.resolve(questions.map(({ ref }) => stored.get(ref) ?? null));
    },
    onFound: () => {
      found += 1;
    },
  });
  return {
    pending,
    asked,
    found: () => found,
    store: (ref: string) => stored.set(ref, `reply to ${ref}`),
    fail: () => {
      failure = new Error('away');
    },
    ask: (ref: string, owner = 1) => pending.wait(ref, deadlineMs, { owner, ref }),
  };
};

test('▲ a reply that was lost is read within a fifth of the deadline once it is stored, all of them by one question', async () => {
  const { ask, store, asked, found } = waiting();
  const replies = [ask('a'), ask('b'), ask('c')];
  store('a');
  store('b');
  await pass(deadlineMs / 5 - 10);
  expect(await Promise.all(replies.slice(0, 2))).toEqual([replied('a'), replied('b')]);
  expect([asked, found()]).toEqual([[['a', 'b', 'c']], 2]);
  store('c');
  await pass(100);
  expect(await replies[2]).toEqual(replied('c'));
});

test('▲ replies that come in time cost no question, and nothing runs while nobody waits', async () => {
  const { ask, pending, asked } = waiting();
  for (let request = 0; request < 20; request += 1) {
    const reply = ask(`r${request.toString()}`);
    await pass(200);
    pending.settle(`r${request.toString()}`, 'in time');
    expect(await reply).toEqual({ outcome: 'replied', reply: 'in time' });
  }
  await pass(100);
  expect(asked).toEqual([]);
  expect(jest.getTimerCount()).toBe(0);
});

test('engines that are slow are asked for ever more seldom, and once a reply is found at once again', async () => {
  const { ask, asked, store } = waiting();
  const replies = Array.from({ length: 3 }, (_, at) => ask(at.toString()));
  await pass(2_900);
  // After 500, 700, 1,100, 1,900 and 2,700 ms.
  expect(asked.length).toBe(5);
  await pass(200);
  expect(await Promise.all(replies)).toEqual(replies.map(() => ({ outcome: 'timeout' })));
  const later = [ask('later'), ask('last')];
  store('later');
  await pass(500);
  expect(await later[0]).toEqual(replied('later'));
  const before = asked.length;
  store('last');
  await pass(100);
  expect([await later[1], asked.length]).toEqual([replied('last'), before + 1]);
});

test('a store that is away is asked no more often, and callers wait until their deadlines', async () => {
  const { ask, asked, fail } = waiting();
  fail();
  const reply = ask('a');
  await pass(3_100);
  expect([await reply, asked.length]).toEqual([{ outcome: 'timeout' }, 5]);
});

test('▲ of thousands that wait 200 are asked for at once, and one owner delays no other', async () => {
  const { ask, asked } = waiting();
  for (let at = 0; at < 3_000; at += 1) void ask(`many ${at.toString()}`, 1);
  void ask('one of another', 2);
  await pass(600);
  expect(asked).toHaveLength(1);
  expect(asked[0]).toHaveLength(200);
  expect(asked[0]).toContain('one of another');
});

test('a reply that comes after it was read from the store is late', async () => {
  const { ask, pending, store } = waiting();
  const reply = ask('a');
  store('a');
  await pass(600);
  expect(await reply).toEqual(replied('a'));
  expect(pending.settle('a', 'of the engine')).toBe(false);
});
