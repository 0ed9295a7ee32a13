import { randomUUID } from 'node:crypto';
import type { EnvironmentId } from '@loyalty/kernel';
import { storageMigrations } from '@loyalty/storage/migrations';
import { createScratchDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { taskMigrations } from '../migrations.ts';
import { enqueueTasks } from '../task-tables.ts';
import { readBacklog } from './backlog.ts';

let scratch: ScratchDatabase;
beforeAll(async () => {
  scratch = await createScratchDatabase([...storageMigrations, ...taskMigrations]);
});
afterAll(() => scratch.drop());

const add = (
  destination: string,
  { rank, inS, count = 1 }: { readonly rank: 0 | 1; readonly inS: number; readonly count?: number },
): Promise<void> =>
  scratch.db.transaction((tx) =>
    enqueueTasks(
      tx,
      'delivery',
      Array.from({ length: count }, () => ({
        destinationId: destination,
        rank,
        dueAtMs: Date.now() + inS * 1_000,
        id: randomUUID(),
        environmentId: 1 as EnvironmentId,
        memberId: null,
        attempt: 0,
        createdAtMs: 0,
      })),
    ),
  );

test('due tasks of all destinations and both ranks are counted, and the oldest is found', async () => {
  expect(await readBacklog(scratch.db, 'delivery')).toEqual({ rows: 0, oldestS: 0 });
  const [sick, well] = [randomUUID(), randomUUID()];
  await add(sick, { rank: 0, inS: 3_600 });
  expect(await readBacklog(scratch.db, 'delivery')).toEqual({ rows: 0, oldestS: 0 });
  await add(well, { rank: 1, inS: -20, count: 2 });
  await add(sick, { rank: 1, inS: -100, count: 3 });
  await add(sick, { rank: 0, inS: -60 });
  const { rows, oldestS } = await readBacklog(scratch.db, 'delivery');
  expect(rows).toBe(6);
  expect([oldestS >= 99, oldestS < 160]).toEqual([true, true]);
  expect(await readBacklog(scratch.db, 'fulfilment')).toEqual({ rows: 0, oldestS: 0 });
});
