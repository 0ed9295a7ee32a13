import type { EnvironmentId } from '@loyalty/kernel';
import { CachedResponses } from './cached-responses.ts';

const [one, other] = [1 as EnvironmentId, 2 as EnvironmentId];

const startCache = () => {
  const reads: string[] = [];
  const cache = new CachedResponses();
  const find = async (environmentId: EnvironmentId, asked: string, failure?: Error): Promise<string> => {
    const found = await cache.find(environmentId, asked, () => {
      reads.push(asked);
      return failure === undefined
        ? Promise.resolve({ of: environmentId, n: reads.length })
        : Promise.reject(failure);
    });
    return found.toString();
  };
  return { reads, find };
};

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('▲ fifty people who ask for the same within a second have one read, and the next second another', async () => {
  const { reads, find } = startCache();
  const found = await Promise.all(Array.from({ length: 50 }, () => find(one, 'today')));
  expect(new Set(found)).toEqual(new Set(['{"of":1,"n":1}']));
  await jest.advanceTimersByTimeAsync(999);
  expect(await find(one, 'today')).toBe('{"of":1,"n":1}');
  await jest.advanceTimersByTimeAsync(1);
  expect(await find(one, 'today')).toBe('{"of":1,"n":2}');
  expect(reads).toHaveLength(2);
});

test('▲ I9 the same question of another environment has its own response, and so has another question', async () => {
  const { find } = startCache();
  expect(await find(one, 'today')).toBe('{"of":1,"n":1}');
  expect(await find(other, 'today')).toBe('{"of":2,"n":2}');
  expect(await find(one, 'yesterday')).toBe('{"of":1,"n":3}');
});

test('a failure is for those who wait, and is not kept', async () => {
  const { find } = startCache();
  const away = new Error('away');
  const both = await Promise.allSettled([find(one, 'today', away), find(one, 'today')]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await find(one, 'today')).toBe('{"of":1,"n":2}');
});

test('▲ an environment keeps a quarter of what is kept; what is beyond is read each time, and others keep theirs', async () => {
  const { reads, find } = startCache();
  for (let round = 0; round < 2; round += 1)
    for (let n = 0; n < 17; n += 1) await find(one, `question ${n.toString()}`);
  expect(reads).toHaveLength(18);
  for (let round = 0; round < 2; round += 1) await find(other, 'theirs');
  expect(reads).toHaveLength(19);
  await jest.advanceTimersByTimeAsync(1_000);
  for (let round = 0; round < 2; round += 1) await find(one, 'question 16');
  expect(reads).toHaveLength(20);
});
