import { createLifecycle, type Part, repeatingPart } from './lifecycle.ts';

const journalled = (journal: string[], name: string, over: Partial<Part> = {}): Part => ({
  name,
  start: () => {
    journal.push(`+${name}`);
    return Promise.resolve();
  },
  stop: () => {
    journal.push(`-${name}`);
    return Promise.resolve();
  },
  ...over,
});

test('parts start in order and stop in reverse', async () => {
  const journal: string[] = [];
  const lifecycle = createLifecycle(['a', 'b', 'c'].map((name) => journalled(journal, name)));
  await lifecycle.start();
  await lifecycle.stop();
  expect(journal).toEqual(['+a', '+b', '+c', '-c', '-b', '-a']);
});

test('a half start is rolled back, the part that failed included', async () => {
  const journal: string[] = [];
  const broken = journalled(journal, 'b', { start: () => Promise.reject(new Error('no port')) });
  const lifecycle = createLifecycle([journalled(journal, 'a'), broken, journalled(journal, 'c')]);
  await expect(lifecycle.start()).rejects.toThrow('no port');
  expect(journal).toEqual(['+a', '-b', '-a']);
});

test('a part that fails to stop does not prevent the others from stopping', async () => {
  const journal: string[] = [];
  const broken = journalled(journal, 'b', { stop: () => Promise.reject(new Error('stuck')) });
  const lifecycle = createLifecycle([journalled(journal, 'a'), broken]);
  await lifecycle.start();
  await expect(lifecycle.stop()).rejects.toThrow('some parts did not stop cleanly');
  expect(journal).toEqual(['+a', '+b', '-a']);
});

test('a stop in the middle of a start waits for the starting part and starts no other', async () => {
  const journal: string[] = [];
  const opened: { open?: () => void } = {};
  const slow = journalled(journal, 'b', {
    start: () =>
      new Promise((resolve) => {
        opened.open = () => {
          journal.push('+b');
          resolve();
        };
      }),
  });
  const lifecycle = createLifecycle([journalled(journal, 'a'), slow, journalled(journal, 'c')]);
  const started = lifecycle.start();
  await new Promise((resolve) => setImmediate(resolve));
  const stopped = lifecycle.stop();
  opened.open?.();
  await Promise.all([started, stopped]);
  expect(journal).toEqual(['+a', '+b', '-b', '-a']);
});

test('a stop ends a start that waits, which counts as stopped and not as failed', async () => {
  const journal: string[] = [];
  const waiting = journalled(journal, 'b', {
    start: (signal) =>
      new Promise((_, reject) => {
        signal?.addEventListener('abort', () => {
          reject(new Error('interrupted'));
        });
      }),
  });
  const lifecycle = createLifecycle([journalled(journal, 'a'), waiting, journalled(journal, 'c')]);
  const started = lifecycle.start();
  await new Promise((resolve) => setImmediate(resolve));
  await lifecycle.stop();
  expect(await started).toBe('stopped');
  expect(journal).toEqual(['+a', '-b', '-a']);
});

test('rounds continue after one that failed, and end with the part', async () => {
  const failures: unknown[] = [];
  let rounds = 0;
  let enough = (): void => undefined;
  const reached = new Promise<void>((resolve) => (enough = resolve));
  const part = repeatingPart({
    name: 'toy',
    everyMs: 1,
    work: () => {
      rounds += 1;
      if (rounds === 3) enough();
      return rounds === 1 ? Promise.reject(new Error('first')) : Promise.resolve();
    },
    onFailed: (failure) => failures.push(failure),
  });
  await part.start?.();
  await reached;
  await part.stop?.();
  const atStop = rounds;
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(failures).toEqual([new Error('first')]);
  expect(rounds).toBe(atStop);
});

test('a stop waits for the running round', async () => {
  const journal: string[] = [];
  const part = repeatingPart({
    name: 'toy',
    everyMs: 1_000,
    work: async () => {
      await new Promise((resolve) => setImmediate(resolve));
      journal.push('round ended');
    },
    onFailed: () => undefined,
  });
  await part.start?.();
  await part.stop?.();
  expect(journal).toEqual(['round ended']);
});
