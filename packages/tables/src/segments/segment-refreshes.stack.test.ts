import { type EnvironmentId, randomId, type SegmentId } from '@loyalty/kernel';
import { createScratchDatabase } from '@loyalty/testkit/database';
import { accountsMigrations } from '../migrations.ts';
import {
  finishRefreshes,
  readAskedRefreshes,
  readPendingRefreshes,
  requestRefresh,
} from './segment-refreshes.ts';

let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;
beforeAll(async () => {
  scratch = await createScratchDatabase(accountsMigrations);
});
afterAll(() => scratch.drop());

test('a request of a caller is found apart from those of the night, until a run has served it', async () => {
  const { db } = scratch;
  const environmentId = 1 as EnvironmentId;
  const segmentId = randomId() as SegmentId;
  const found = async () => [await readPendingRefreshes(db), await readAskedRefreshes(db)];
  const serve = async (serves: number): Promise<void> => {
    const served = [{ segmentId, serves, added: 0, removed: 0 }];
    await db.transaction((tx) => finishRefreshes(tx, environmentId, { served, startedAtMs: 0 }));
  };
  await requestRefresh(db, environmentId, [segmentId], 'night');
  expect(await found()).toEqual([[environmentId], []]);
  await requestRefresh(db, environmentId, [segmentId]);
  await requestRefresh(db, environmentId, [segmentId], 'night');
  expect(await found()).toEqual([[environmentId], [environmentId]]);
  await serve(2);
  expect(await found()).toEqual([[environmentId], []]);
  await serve(3);
  expect(await found()).toEqual([[], []]);
});
