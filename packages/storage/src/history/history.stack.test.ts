import { silentLogger } from '@loyalty/telemetry/logger';
import { createScratchDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { storageMigrations } from '../migrations/storage-migrations.ts';
import { insertOutbox } from '../outbox.ts';
import { createDatabase, type Database } from '../sql/database.ts';
import { finishEpoch, openEpoch, readEpochState } from './epochs.ts';
import { History } from './history.ts';

let scratch: ScratchDatabase;
beforeEach(async () => {
  scratch = await createScratchDatabase(storageMigrations);
});

const opened: Database[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((db) => db.close()));
  await scratch.drop();
});

/** Opens a pool whose connections `history` admits. */
const open = (history: History, { opensWithinMs }: { readonly opensWithinMs?: number } = {}): Database => {
  const options = { applicationName: 'history-test', poolMax: 4, logger: silentLogger, history };
  const db = createDatabase({
    ...options,
    url: scratch.url,
    ...(opensWithinMs === undefined ? {} : { opensWithinMs }),
  });
  opened.push(db);
  return db;
};

/** Makes the server look restarted to every connection. */
const beginAnew = () => scratch.db.query(`UPDATE database_epochs SET incarnation = 'an earlier life'`);

const epochs = async (): Promise<number> => {
  const [row] = await scratch.db.query<{ count: number }>('SELECT count(*) FROM database_epochs');
  return row?.count ?? 0;
};

const atOnce = (db: Database, times: number): Promise<unknown> =>
  Promise.all(Array.from({ length: times }, () => db.query('SELECT pg_sleep(0.05)')));

test('a server that keeps running keeps its epoch', async () => {
  const [one, other] = [new History(silentLogger), new History(silentLogger)];
  await atOnce(open(one), 4);
  await atOnce(open(other), 4);
  expect(one.present).toEqual(other.present);
  expect(await epochs()).toBe(1);
});

test('▲ a restarted server gets one epoch, however many connections notice it; each process is notified once', async () => {
  const [one, other] = [new History(silentLogger), new History(silentLogger)];
  const notified: string[] = [];
  one.onChange(() => notified.push('one'));
  other.onChange(() => notified.push('other'));
  await Promise.all([one, other].map((history) => open(history).query('SELECT 1')));
  const before = one.present;
  await beginAnew();
  await Promise.all([one, other].map((history) => atOnce(open(history), 4)));
  expect(await epochs()).toBe(2);
  expect(notified.toSorted()).toEqual(['one', 'other']);
  expect(one.present).toEqual(other.present);
  expect(one.present).toMatchObject({ databaseId: before?.databaseId });
  expect(one.present).not.toMatchObject({ epoch: before?.epoch });
});

test('▲ a transaction on a connection to the earlier history is rolled back', async () => {
  const history = new History(silentLogger);
  const db = open(history);
  await expect(
    db.transaction(async (tx) => {
      await insertOutbox(tx, 1, Buffer.from('lost'));
      await beginAnew();
      await open(history).query('SELECT 1');
      await tx.query('SELECT 1');
    }),
  ).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE', retry: true });
  expect(await db.query('SELECT FROM outbox')).toEqual([]);
});

test('▲ ids that lost commits may have used are skipped', async () => {
  const db = open(new History(silentLogger));
  const before = await insertOutbox(db, 1, Buffer.alloc(1));
  await beginAnew();
  const after = await insertOutbox(open(new History(silentLogger)), 1, Buffer.alloc(1));
  expect(after - before).toBeGreaterThan(1_000_000);
});

test('▲ when an epoch is lost too, the next one gives other numbers', async () => {
  const db = open(new History(silentLogger));
  const next = await insertOutbox(db, 1, Buffer.alloc(1));
  const given: number[] = [];
  // Two of a thousand jumps are equal once in a thousand times; of six some differ.
  for (let raise = 0; raise < 6; raise += 1) {
    // The commits after the first one are lost.
    await scratch.db.query('DELETE FROM outbox WHERE id > $1', [next]);
    await scratch.db.query(`SELECT setval(pg_get_serial_sequence('outbox', 'id'), $1)`, [next]);
    await beginAnew();
    given.push(await insertOutbox(open(new History(silentLogger)), 1, Buffer.alloc(1)));
  }
  expect(new Set(given).size).toBeGreaterThan(1);
  expect(given.every((id) => id > next)).toBe(true);
});

test('▲ a server that continues an abandoned history is not used any more', async () => {
  const history = new History(silentLogger);
  await open(history).query('SELECT 1');
  const left = history.present?.epoch;
  await beginAnew();
  await open(history).query('SELECT 1');
  await scratch.db.query(`UPDATE database_epochs SET incarnation = database_incarnation() WHERE epoch = $1`, [
    left,
  ]);
  await scratch.db.query('UPDATE database_history SET epoch = $1', [left]);
  await expect(open(history).query('SELECT 1')).rejects.toMatchObject({
    code: 'DATABASE_BEHIND',
    retry: true,
  });
});

test('▲ a read-only server is not used', async () => {
  const { pathname } = new URL(scratch.url);
  await scratch.db.query(`ALTER DATABASE ${pathname.slice(1)} SET default_transaction_read_only = on`);
  const asked = open(new History(silentLogger)).query('SELECT 1');
  await expect(asked).rejects.toMatchObject({ code: 'DATABASE_READ_ONLY', retry: true });
});

/** Returns the epoch that the restarted server gets. */
const raise = async (): Promise<string> => {
  const history = new History(silentLogger);
  await beginAnew();
  await open(history).query('SELECT 1');
  expect(history.isOpen).toBe(false);
  return history.present?.epoch ?? '';
};

test('▲ a process that waits for an open epoch gets no connection before', async () => {
  const history = new History(silentLogger);
  const epoch = await raise();
  const lent = jest.fn();
  const asked = open(history, { opensWithinMs: 60_000 }).query('SELECT 1').then(lent);
  await atOnce(open(history), 2);
  expect([history.isOpen, lent.mock.calls.length]).toEqual([false, 0]);
  await openEpoch(scratch.db, epoch);
  await asked;
  expect(history.isOpen).toBe(true);
});

test('▲ a process that has waited long enough for an open epoch gets a retriable refusal', async () => {
  const history = new History(silentLogger);
  const epoch = await raise();
  const db = open(history, { opensWithinMs: 0 });
  await expect(db.query('SELECT 1')).rejects.toMatchObject({ code: 'HISTORY_OPENING', retry: true });
  await openEpoch(scratch.db, epoch);
  await db.query('SELECT 1');
});

test('▲ an epoch that follows an unfinished one goes back to the same commit', async () => {
  // Kafka finds offsets by whole milliseconds.
  await scratch.db.query(`UPDATE database_epochs SET raised_at = '2026-01-01 00:00:00.000716Z'`);
  const first = await raise();
  const { branchedAtMs } = await readEpochState(scratch.db);
  expect(branchedAtMs).toBe(Date.parse('2026-01-01T00:00:00Z'));
  const second = await raise();
  expect(await readEpochState(scratch.db)).toMatchObject({ epoch: second, branchedAtMs, isOpen: false });
  await openEpoch(scratch.db, first);
  expect(await readEpochState(scratch.db)).toMatchObject({ isOpen: false });
  await openEpoch(scratch.db, second);
  await finishEpoch(scratch.db, second);
  expect(await readEpochState(scratch.db)).toMatchObject({ isOpen: true, isFinished: true });
  await raise();
  expect((await readEpochState(scratch.db)).branchedAtMs).toBeGreaterThan(branchedAtMs);
});
