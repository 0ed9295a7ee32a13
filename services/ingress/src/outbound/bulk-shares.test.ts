import type { EnvironmentId } from '@loyalty/kernel';
import { BulkShares } from './bulk-shares.ts';

const [greedy, other, third] = [1, 2, 3] as [EnvironmentId, EnvironmentId, EnvironmentId];
const overloaded = { code: 'OVERLOADED', retry: true };

/** Shares that note which calls have begun, in their order. */
const notedShares = (slotsMax: number, waitMs = 60_000) => {
  const shares = new BulkShares({ slotsMax, waitMs });
  const begun: string[] = [];
  const call = async (owner: EnvironmentId, slots: number, name: string): Promise<void> => {
    await shares.take(owner, slots);
    begun.push(name);
  };
  return { shares, begun, call };
};

const endOfTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Ends one call after the other. */
const freeEach = async (calls: readonly unknown[], free: () => void): Promise<void> => {
  for (let left = calls.length; left > 0; left -= 1) {
    free();
    await endOfTurn();
  }
};

test('▲ five calls of one environment take a share; another one begins at once', async () => {
  const { shares, begun, call } = notedShares(5_000);
  const calls = [1, 2, 3, 4, 5].map((at) => call(greedy, 1_000, `greedy ${at.toString()}`));
  await call(other, 1_000, 'other');
  expect(begun).toEqual(['greedy 1', 'other']);
  await freeEach(calls, () => {
    shares.free(greedy, 1_000);
  });
  await Promise.all(calls);
  expect(begun.slice(2)).toEqual(['greedy 2', 'greedy 3', 'greedy 4', 'greedy 5']);
});

test('small calls of one environment run beside each other within its share', async () => {
  const { shares, begun, call } = notedShares(400);
  const calls = ['first', 'second', 'third'].map((name) => call(greedy, 50, name));
  await endOfTurn();
  expect(begun).toEqual(['first', 'second']);
  shares.free(greedy, 50);
  await Promise.all(calls);
});

test('when the slots are few, environments take turns, and a large call keeps its own', async () => {
  const { shares, begun, call } = notedShares(100);
  await call(greedy, 60, 'greedy 1');
  void call(greedy, 60, 'greedy 2');
  void call(other, 80, 'other');
  void call(third, 10, 'third');
  await endOfTurn();
  expect(begun).toEqual(['greedy 1']);
  shares.free(greedy, 60);
  await endOfTurn();
  expect(begun).toEqual(['greedy 1', 'other', 'third']);
  shares.free(other, 80);
  await endOfTurn();
  expect(begun).toEqual(['greedy 1', 'other', 'third', 'greedy 2']);
});

test('a call that can never have its slots, or whose turn does not come, is refused', async () => {
  const { shares, begun, call } = notedShares(100, 10);
  await expect(call(other, 101, 'too large')).rejects.toMatchObject(overloaded);
  await call(greedy, 100, 'all');
  await expect(call(other, 1, 'late')).rejects.toMatchObject(overloaded);
  shares.free(greedy, 100);
  await call(other, 1, 'again');
  expect(begun).toEqual(['all', 'again']);
});

test('20 calls of an environment wait, and the next is refused at once', async () => {
  const { shares, begun, call } = notedShares(20);
  const calls = Array.from({ length: 21 }, (_, at) => call(greedy, 20, at.toString()));
  await expect(call(greedy, 1, 'never')).rejects.toMatchObject(overloaded);
  await freeEach(calls, () => {
    shares.free(greedy, 20);
  });
  await Promise.all(calls);
  expect(begun).toHaveLength(21);
});
