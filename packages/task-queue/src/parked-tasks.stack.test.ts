import { randomUUID } from 'node:crypto';
import type { EnvironmentId } from '@loyalty/kernel';
import { storageMigrations } from '@loyalty/storage/migrations';
import { createScratchDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { taskMigrations } from './migrations.ts';
import { areTasksMoving, parkTasks, removeParkedTasks, unparkTasks } from './parked-tasks.ts';
import { enqueueTasks } from './task-tables.ts';

let scratch: ScratchDatabase;
beforeEach(async () => {
  scratch = await createScratchDatabase([...storageMigrations, ...taskMigrations]);
});
afterEach(() => scratch.drop());

const [ours, others] = [7 as EnvironmentId, 8 as EnvironmentId];
const dueAtMs = Date.parse('2024-02-29T12:00:00.123Z');

const add = (environmentId: EnvironmentId): Promise<void> =>
  scratch.db.transaction((tx) =>
    enqueueTasks(tx, 'delivery', [
      {
        destinationId: randomUUID(),
        rank: 1,
        dueAtMs,
        id: randomUUID(),
        environmentId,
        memberId: null,
        attempt: 0,
        createdAtMs: dueAtMs,
      },
    ]),
  );

const dueOf = async (environmentId: EnvironmentId): Promise<readonly number[]> => {
  const rows = await scratch.db.query<{ at: Date }>(
    'SELECT due_at AS at FROM delivery_tasks WHERE environment_id = $1',
    [environmentId],
  );
  return rows.map(({ at }) => at.getTime());
};

const farOff = Date.parse('2100-01-01T00:00:00Z');

test('only tasks of these environments are parked, once, and keep their due times', async () => {
  await add(ours);
  await add(others);
  expect(await areTasksMoving(scratch.db, [ours])).toBe(true);
  expect(await parkTasks(scratch.db, [ours])).toBe(1);
  expect(await parkTasks(scratch.db, [ours])).toBe(0);
  expect(await areTasksMoving(scratch.db, [ours])).toBe(false);
  expect((await dueOf(ours)).every((at) => at > farOff)).toBe(true);
  expect(await dueOf(others)).toEqual([dueAtMs]);
  await unparkTasks(scratch.db, [ours]);
  expect(await dueOf(ours)).toEqual([dueAtMs]);
});

test('▲ claimed tasks are not parked, and are reported until none is left', async () => {
  await add(ours);
  await scratch.db.query('UPDATE delivery_tasks SET owner = 3');
  expect(await parkTasks(scratch.db, [ours])).toBe(1);
  expect(await areTasksMoving(scratch.db, [ours])).toBe(true);
  expect(await dueOf(ours)).toEqual([dueAtMs]);
  await scratch.db.query('UPDATE delivery_tasks SET owner = 0');
  expect(await parkTasks(scratch.db, [ours])).toBe(1);
  expect(await parkTasks(scratch.db, [ours])).toBe(0);
});

test('▲ leased tasks in memory count as in flight', async () => {
  await scratch.db.query(
    `INSERT INTO task_leases (owner, destination_ids, ids, environment_ids, member_ids, created_ats, source_ids)
     VALUES (3, ARRAY[$1::uuid, $1], ARRAY[$1::uuid, $1], '{7, 8}', ARRAY[$1::uuid, $1], ARRAY[now(), now()], ARRAY[$1::uuid, $1])`,
    [randomUUID()],
  );
  expect(await parkTasks(scratch.db, [ours])).toBe(1);
  expect(await areTasksMoving(scratch.db, [ours])).toBe(true);
  expect(await parkTasks(scratch.db, [9 as EnvironmentId])).toBe(0);
});

test('only parked tasks are removed', async () => {
  await add(ours);
  await removeParkedTasks(scratch.db, [ours]);
  expect(await dueOf(ours)).toEqual([dueAtMs]);
  await parkTasks(scratch.db, [ours]);
  await removeParkedTasks(scratch.db, [ours]);
  expect(await dueOf(ours)).toEqual([]);
});
