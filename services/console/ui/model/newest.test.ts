import { createNewest } from './newest.ts';

const waitMs = 600;

const setUp = () => {
  const asked: string[] = [];
  const results: string[] = [];
  const ends: (() => void)[] = [];
  const newest = createNewest<string, string>({
    waitMs,
    run: (text) => {
      asked.push(text);
      return new Promise((resolve, reject) => {
        ends.push(() => {
          if (text === 'bad') reject(new Error(text));
          else resolve(text.toUpperCase());
        });
      });
    },
    onResult: (result) => results.push(result),
    onError: (error) => results.push(String(error)),
  });
  const end = async (): Promise<void> => {
    ends.shift()?.();
    await jest.advanceTimersByTimeAsync(0);
  };
  return { newest, asked, results, end };
};

describe('what is asked while somebody types', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('is asked once the typing pauses', async () => {
    const { newest, asked } = setUp();
    for (const text of ['a', 'ab', 'abc']) {
      newest.ask(text);
      await jest.advanceTimersByTimeAsync(waitMs - 1);
    }
    expect(asked).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(asked).toEqual(['abc']);
  });

  it('waits for the one before, skips what is old, and shows the newest alone', async () => {
    const { newest, asked, results, end } = setUp();
    for (const text of ['first', 'second', 'third']) {
      newest.ask(text);
      await jest.advanceTimersByTimeAsync(waitMs);
    }
    expect(asked).toEqual(['first']);
    await end();
    expect([asked, results]).toEqual([['first', 'third'], []]);
    await end();
    expect(results).toEqual(['THIRD']);
  });

  it('does not show what was overtaken by a key, and asks again after the pause', async () => {
    const { newest, asked, results, end } = setUp();
    newest.ask('first');
    await jest.advanceTimersByTimeAsync(waitMs);
    newest.ask('second');
    await end();
    expect([asked, results]).toEqual([['first'], []]);
    await jest.advanceTimersByTimeAsync(waitMs);
    await end();
    expect(results).toEqual(['SECOND']);
  });

  it('goes on after a failure', async () => {
    const { newest, results, end } = setUp();
    newest.ask('bad');
    await jest.advanceTimersByTimeAsync(waitMs);
    await end();
    newest.ask('good');
    await jest.advanceTimersByTimeAsync(waitMs);
    await end();
    expect(results).toEqual(['Error: bad', 'GOOD']);
  });

  it('stops with the page', async () => {
    const { newest, asked } = setUp();
    newest.ask('a');
    newest.stop();
    await jest.advanceTimersByTimeAsync(waitMs);
    expect(asked).toEqual([]);
  });
});
