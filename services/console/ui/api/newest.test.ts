import { createNewest, type NewestState } from './newest.ts';

/** A call that ends when the test says so. */
const held = () => {
  const calls: { readonly args: string; end: (result: string) => void; fail: (error: Error) => void }[] = [];
  const run = (args: string): Promise<string> =>
    new Promise((resolve, reject) => {
      calls.push({ args, end: resolve, fail: reject });
    });
  return { calls, run };
};

const begin = () => {
  const { calls, run } = held();
  const states: NewestState<string>[] = [];
  const newest = createNewest<string, string>({ run, waitMs: 500, notify: (state) => states.push(state) });
  return { calls, states, newest, args: () => calls.map((call) => call.args) };
};

/** Until what was promised has been said. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
};

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('nothing is called before the typing pauses, and then once (T2)', () => {
  const { newest, args } = begin();
  for (const text of ['a', 'ab', 'abc']) {
    newest.ask(text);
    jest.advanceTimersByTime(499);
  }
  expect(args()).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(args()).toEqual(['abc']);
});

test('one call is in flight, and the newest wins (T20)', async () => {
  const { newest, args, calls, states } = begin();
  newest.ask('a');
  jest.advanceTimersByTime(500);
  for (const text of ['ab', 'abc']) {
    newest.ask(text);
    jest.advanceTimersByTime(500);
  }
  expect(args()).toEqual(['a']);
  calls[0]?.end('old');
  await settle();
  expect(args()).toEqual(['a', 'abc']);
  expect(states.at(-1)).toEqual({ result: null, error: null, isPending: true });
  calls[1]?.end('new');
  await settle();
  expect(states.at(-1)).toEqual({ result: 'new', error: null, isPending: false });
});

test('a result of what was typed before is not shown while the typing goes on', async () => {
  const { newest, args, calls, states } = begin();
  newest.ask('a');
  jest.advanceTimersByTime(500);
  newest.ask('ab');
  calls[0]?.end('old');
  await settle();
  expect(args()).toEqual(['a']);
  expect(states.at(-1)?.isPending).toBe(true);
  jest.advanceTimersByTime(500);
  expect(args()).toEqual(['a', 'ab']);
});

test('a failure keeps the last result; the next call takes it away', async () => {
  const { newest, calls, states } = begin();
  newest.ask('a');
  jest.advanceTimersByTime(500);
  calls[0]?.end('one');
  await settle();
  newest.ask('ab');
  jest.advanceTimersByTime(500);
  const failure = new Error('refused');
  calls[1]?.fail(failure);
  await settle();
  expect(states.at(-1)).toEqual({ result: 'one', error: failure, isPending: false });
  newest.ask(null);
  expect(states.at(-1)).toEqual({ result: null, error: null, isPending: false });
});

test('after the end nothing is called or shown', async () => {
  const { newest, args, calls, states } = begin();
  newest.ask('a');
  jest.advanceTimersByTime(500);
  newest.stop();
  const { length } = states;
  calls[0]?.end('late');
  await settle();
  newest.ask('ab');
  newest.stop();
  jest.advanceTimersByTime(500);
  expect(args()).toEqual(['a']);
  expect(states).toHaveLength(length);
});
