import type { EnvironmentId } from '@loyalty/kernel';
import { SharedReads } from './shared-reads.ts';

interface Key {
  readonly environmentId: EnvironmentId;
  readonly ref: number;
}

const keyOf = (ref: number, environmentId = 1): Key => ({
  environmentId: environmentId as EnvironmentId,
  ref,
});

/** Statements that the test ends one by one, in any order. */
const createReader = () => {
  const parts: (readonly number[])[] = [];
  const ends: ((failure?: Error) => void)[] = [];
  const reads = new SharedReads<Key, string>(
    (keys) =>
      new Promise((resolve, reject) => {
        parts.push(keys.map(({ ref }) => ref));
        ends.push((failure) => {
          if (failure === undefined) resolve(keys.map(({ ref }) => `of ${ref.toString()}`));
          else reject(failure);
        });
      }),
  );
  return { parts, ends, reads };
};

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('▲ sixty-four keys at once are two statements, and each gets its own row', async () => {
  const { parts, ends, reads } = createReader();
  const rows = Promise.all(Array.from({ length: 64 }, (_, ref) => reads.find(keyOf(ref))));
  expect(parts).toEqual([[0]]);
  ends[0]?.();
  await turn();
  expect(parts.map(({ length }) => length)).toEqual([1, 63]);
  ends[1]?.();
  expect(await rows).toEqual(Array.from({ length: 64 }, (_, ref) => `of ${ref.toString()}`));
  void reads.find(keyOf(99));
  expect(parts[2]).toEqual([99]);
});

test('environments do not wait for each other', async () => {
  const { parts, ends, reads } = createReader();
  const slow = reads.find(keyOf(1, 1));
  const quick = reads.find(keyOf(2, 2));
  expect(parts).toEqual([[1], [2]]);
  ends[1]?.();
  expect(await quick).toBe('of 2');
  ends[0]?.();
  expect(await slow).toBe('of 1');
});

test('a statement that fails is the failure of its own keys alone', async () => {
  const { ends, reads } = createReader();
  const first = reads.find(keyOf(1));
  const second = reads.find(keyOf(2));
  ends[0]?.(new Error('Postgres is unavailable'));
  await expect(first).rejects.toThrow('Postgres is unavailable');
  await turn();
  ends[1]?.();
  expect(await second).toBe('of 2');
});

test('one statement has at most 1,000 keys', async () => {
  const { parts, ends, reads } = createReader();
  const rows = Promise.all(Array.from({ length: 1_502 }, (_, ref) => reads.find(keyOf(ref))));
  for (let n = 0; n < 3; n += 1) {
    ends[n]?.();
    await turn();
  }
  expect(parts.map(({ length }) => length)).toEqual([1, 1_000, 501]);
  expect(await rows).toHaveLength(1_502);
});
