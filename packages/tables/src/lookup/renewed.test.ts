import type { EnvironmentId } from '@loyalty/kernel';
import { createVersionedCache } from './versioned-cache.ts';

/** A database whose history the test changes. */
const createDatabase = () => {
  const listeners: (() => void)[] = [];
  return {
    onHistoryChange: (work: () => void): void => {
      listeners.push(work);
    },
    changeHistory: (): void => {
      for (const work of listeners) work();
    },
  };
};

const environmentId = 7 as EnvironmentId;

test('▲ a cached version is read again once the history has changed: the same number may mean something else', async () => {
  const db = createDatabase();
  let said = 'before';
  const held = createVersionedCache({
    db,
    reader: 'engines',
    bytesOf: () => 1,
    read: () => Promise.resolve(new Map([[environmentId, { version: 8, said }]])),
  });
  expect((await held.get(environmentId, 8))?.said).toBe('before');
  said = 'after';
  expect((await held.get(environmentId, 8))?.said).toBe('before');
  db.changeHistory();
  expect(held.peek(environmentId)).toBeNull();
  expect((await held.get(environmentId, 8))?.said).toBe('after');
});

test('▲ the result of a load that was running when the history changed is not cached, and no caller joins it', async () => {
  const db = createDatabase();
  const loads: ((said: string) => void)[] = [];
  const held = createVersionedCache({
    db,
    reader: 'engines',
    bytesOf: () => 1,
    read: () =>
      new Promise<Map<EnvironmentId, { version: number; said: string }>>((resolve) => {
        loads.push((said) => {
          resolve(new Map([[environmentId, { version: 8, said }]]));
        });
      }),
  });
  const before = held.get(environmentId, 8);
  db.changeHistory();
  const after = held.get(environmentId, 8);
  expect(loads).toHaveLength(2);
  loads[1]?.('after');
  loads[0]?.('before');
  expect((await before)?.said).toBe('before');
  expect((await after)?.said).toBe('after');
  expect(held.peek(environmentId)?.said).toBe('after');
});
