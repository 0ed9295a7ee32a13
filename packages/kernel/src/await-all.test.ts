import { awaitAll } from './await-all.ts';

test('values come in the order of their promises', async () => {
  expect(await awaitAll([Promise.resolve(1), Promise.resolve('two'), Promise.resolve(null)])).toEqual([
    1,
    'two',
    null,
  ]);
});

test('the first rejection in order is thrown, once all have ended', async () => {
  const ended: string[] = [];
  const late = new Promise<void>((resolve) =>
    setImmediate(() => {
      ended.push('late');
      resolve();
    }),
  );
  const first = new Promise<never>((_, reject) =>
    setImmediate(() => {
      reject(new Error('first'));
    }),
  );
  const work = awaitAll([first, Promise.reject(new Error('second')), late]);
  await expect(work).rejects.toThrow('first');
  expect(ended).toEqual(['late']);
});
