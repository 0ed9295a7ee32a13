import { randomId } from '@loyalty/kernel';
import { createDatabase, type Database } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry/logger';
import {
  type JobCheckpoint,
  moveJobCheckpoint,
  readJobCheckpoint,
  readJobCheckpoints,
  readJobFinishedAt,
} from './checkpoints.ts';

let db: Database;
beforeAll(() => {
  // eslint-disable-next-line n/no-process-env -- the test runner passes the database's address in the environment.
  const url = process.env['DATABASE_URL'] ?? '';
  db = createDatabase({ url, applicationName: 'storage-test', poolMax: 3, logger: silentLogger });
});
afterAll(() => db.close());

let name: string;
beforeEach(() => {
  name = `test-${randomId()}`;
});
afterEach(() => db.query('DELETE FROM jobs WHERE name = $1', [name]));

const first: JobCheckpoint = {
  atMs: 1_700_000_000_123,
  cursor: ['a', { b: 1 }],
  done: 5,
  chunks: 1,
  isFinished: false,
};
const second: JobCheckpoint = { ...first, cursor: null, done: 7, chunks: 2, isFinished: true };

const move = async (from: JobCheckpoint | null, to: JobCheckpoint, environmentId = 1): Promise<boolean> =>
  (await moveJobCheckpoint(db, { name, environmentId }, { from, to })) !== null;

test('a checkpoint is read as it was written, and its cursor is any JSON', async () => {
  expect(await readJobCheckpoint(db, { name, environmentId: 1 })).toBeNull();
  expect(await move(null, first)).toBe(true);
  expect(await readJobCheckpoint(db, { name, environmentId: 1 })).toEqual(first);
  expect(await move(first, second)).toBe(true);
  expect(await readJobCheckpoint(db, { name, environmentId: 1 })).toEqual(second);
});

test('a checkpoint moves only from its present position: of two moves, one fails', async () => {
  expect(await Promise.all([move(null, first), move(null, first)])).toEqual(
    expect.arrayContaining([true, false]),
  );
  expect(await Promise.all([move(first, second), move(first, second)])).toEqual(
    expect.arrayContaining([true, false]),
  );
  expect(await move({ ...second, atMs: second.atMs - 1 }, first)).toBe(false);
  expect(await move(null, first)).toBe(false);
  expect(await readJobCheckpoint(db, { name, environmentId: 1 })).toEqual(second);
});

test('a move says how long its transaction has taken, by the database’s clock', async () => {
  const workedMs = await db.transaction(async (tx) => {
    await tx.query('SELECT pg_sleep(0.05)');
    return moveJobCheckpoint(tx, { name, environmentId: 1 }, { from: null, to: first });
  });
  expect(workedMs).toBeGreaterThanOrEqual(50);
  const alone = await moveJobCheckpoint(db, { name, environmentId: 1 }, { from: first, to: second });
  expect(alone).toBeGreaterThanOrEqual(1);
});

test('the status has the environments that were asked for, and the time of the database', async () => {
  expect(await readJobCheckpoints(db, name, [1, 2])).toMatchObject({ checkpoints: new Map() });
  expect(await readJobFinishedAt(db, name)).toBeNull();
  const [clock] = await db.query<{ nowMs: number }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS "nowMs"',
  );
  await move(null, first, 1);
  await move(null, { ...second, chunks: 1 }, 2);
  await move(null, first, 3);
  const finishedAtMs = (await readJobFinishedAt(db, name)) ?? Infinity;
  const status = await readJobCheckpoints(db, name, [1, 2, 9]);
  expect([...status.checkpoints].toSorted(([a], [b]) => a - b)).toEqual([
    [1, first],
    [2, { ...second, chunks: 1 }],
  ]);
  expect(finishedAtMs).toBeGreaterThanOrEqual(clock?.nowMs ?? Infinity);
  expect(status.nowMs).toBeGreaterThanOrEqual(finishedAtMs);
});
