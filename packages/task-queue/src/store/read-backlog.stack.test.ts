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
  {
    rank,
    inS,
    count = 1,
    isBulk = false,
  }: { readonly rank: 0 | 1; readonly inS: number; readonly count?: number; readonly isBulk?: boolean },
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
        isBulk,
      })),
    ),
  );

const nothing = { rows: 0, interactive: 0, bulk: 0, oldestS: 0 };

test('due tasks of all destinations and both ranks are counted, and the oldest is found', async () => {
  expect(await readBacklog(scratch.db, 'delivery')).toEqual(nothing);
  const [sick, well] = [randomUUID(), randomUUID()];
  await add(sick, { rank: 0, inS: 3_600 });
  expect(await readBacklog(scratch.db, 'delivery')).toEqual({ rows: 0, interactive: 1, bulk: 0, oldestS: 0 });
  await add(well, { rank: 1, inS: -20, count: 2 });
  await add(sick, { rank: 1, inS: -100, count: 3, isBulk: true });
  await add(sick, { rank: 0, inS: -60 });
  const { rows, interactive, bulk, oldestS } = await readBacklog(scratch.db, 'delivery');
  expect({ rows, interactive, bulk }).toEqual({ rows: 6, interactive: 4, bulk: 3 });
  expect([oldestS >= 99, oldestS < 160]).toEqual([true, true]);
  expect(await readBacklog(scratch.db, 'fulfilment')).toEqual(nothing);
});
