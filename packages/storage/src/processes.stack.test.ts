import { randomId } from '@loyalty/kernel';
import { createScratchDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { storageMigrations } from './migrations/storage-migrations.ts';
import {
  forgetProcess,
  listProcesses,
  noteProcess,
  readOldestRulesVersion,
  type RunningProcess,
} from './processes.ts';
import type { Database } from './sql/database.ts';

// A database of its own: the stack's services are listed as well.
let scratch: ScratchDatabase;
let db: Database;
beforeAll(async () => {
  scratch = await createScratchDatabase(storageMigrations);
  db = scratch.db;
});
afterEach(() => db.query('DELETE FROM processes'));
afterAll(() => scratch.drop());

const processOf = (service: string, rulesVersion: number): RunningProcess => ({
  id: randomId(),
  service,
  version: '1.2.3',
  rulesVersion,
  schema: '0001-streams',
});

const lastSeen = (id: string, secondsAgo: number) =>
  db.query(`UPDATE processes SET seen_at = now() - make_interval(secs => $2) WHERE id = $1`, [
    id,
    secondsAgo,
  ]);

test('a process that was noted twice is listed once, and not after it stopped', async () => {
  const engine = processOf('earn-engine', 1);
  await noteProcess(db, engine);
  await noteProcess(db, engine);
  expect(await listProcesses(db)).toEqual([
    { ...engine, startedAt: expect.any(Date) as Date, seenAt: expect.any(Date) as Date },
  ]);
  await forgetProcess(db, engine.id);
  expect(await listProcesses(db)).toEqual([]);
});

test('▲ the oldest running process decides which rules may be used; a killed one does not after 30 s', async () => {
  expect(await readOldestRulesVersion(db)).toBeNull();
  const [older, newer] = [processOf('earn-engine', 1), processOf('earn-engine', 2)];
  await noteProcess(db, older);
  await noteProcess(db, newer);
  expect(await readOldestRulesVersion(db)).toBe(1);
  await lastSeen(older.id, 31);
  expect(await readOldestRulesVersion(db)).toBe(2);
  expect((await listProcesses(db)).map(({ id }) => id)).toEqual([newer.id]);
});

test('a process that stops also removes those that were killed days ago', async () => {
  const [dead, stopping] = [processOf('tier-service', 1), processOf('tier-service', 1)];
  await noteProcess(db, dead);
  await noteProcess(db, stopping);
  await lastSeen(dead.id, 90_000);
  await forgetProcess(db, stopping.id);
  expect(await db.query('SELECT id FROM processes')).toEqual([]);
});
