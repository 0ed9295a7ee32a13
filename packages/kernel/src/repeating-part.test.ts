import { repeatingPart } from './repeating-part.ts';

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
