import type { Part } from '@loyalty/kernel';
import { AdvisoryLocks, createDatabase, type Database } from '@loyalty/storage';
import { History } from '@loyalty/storage/history';
import { storageMigrations } from '@loyalty/storage/migrations';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createScratchDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { eventually } from '@loyalty/testkit/runs';
import { createHistoryPart, type EpochStep } from './history-part.ts';

let scratch: ScratchDatabase;
beforeEach(async () => {
  scratch = await createScratchDatabase(storageMigrations);
});

const opened: Database[] = [];
const started: Part[] = [];
afterEach(async () => {
  for (const part of started.splice(0)) await part.stop?.();
  await Promise.all(opened.splice(0).map((db) => db.close()));
  await scratch.drop();
});

/** Makes connections see a new start of the server. */
const beginAnew = () => scratch.db.query(`UPDATE database_epochs SET incarnation = 'an earlier life'`);

/**
 * Starts a process that runs these steps for each epoch; `waiting` is a connection that waits for the
 * opening.
 */
const startProcess = async (
  steps: {
    readonly holding?: readonly EpochStep[];
    readonly following?: readonly EpochStep[];
  } | null,
) => {
  const history = new History(silentLogger);
  const options = { url: scratch.url, applicationName: 'history-test', poolMax: 2, logger: silentLogger };
  const [db, waiting] = [
    createDatabase({ ...options, history }),
    createDatabase({ ...options, history, opensWithinMs: 60_000 }),
  ];
  opened.push(db, waiting);
  const part = createHistoryPart({
    history,
    db,
    locks: new AdvisoryLocks(scratch.url),
    logger: silentLogger,
    steps: steps === null ? null : { holding: [], following: [], ...steps },
  });
  started.push(part);
  await part.start?.();
  return { history, part, waiting };
};

const noting = (notes: string[], name: string): EpochStep => ({
  name,
  run: () => Promise.resolve(void notes.push(name)),
});

/** Runs until its signal aborts. */
const endless = (notes: string[], name: string): EpochStep => ({
  name,
  run: (_, signal) => {
    notes.push(name);
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        reject(new Error('ended'));
      });
    });
  },
});

const isFinished = async (): Promise<boolean> =>
  (await scratch.db.query('SELECT FROM database_epochs WHERE finished_at IS NULL')).length === 0;

test('▲ steps run once for an epoch, and the holding ones before any request is served', async () => {
  const notes: string[] = [];
  await beginAnew();
  const steps = { holding: [noting(notes, 'one'), noting(notes, 'two')], following: [noting(notes, 'last')] };
  const { waiting, history } = await startProcess(steps);
  await waiting.query('SELECT 1');
  expect([notes.slice(0, 2), history.isOpen]).toEqual([['one', 'two'], true]);
  await eventually('the epoch is finished', isFinished);
  await startProcess(steps);
  await waiting.query('SELECT 1');
  expect(notes).toEqual(['one', 'two', 'last']);
});

test('▲ if the leader dies before all steps are done, another process starts them again, and no request is served before', async () => {
  const notes: string[] = [];
  await beginAnew();
  const first = await startProcess({ holding: [noting(notes, 'one'), endless(notes, 'two')] });
  await eventually('it is at its second step', () => notes.length === 2);
  const second = await startProcess({ holding: [noting(notes, 'one'), noting(notes, 'two')] });
  const asked = second.waiting.query('SELECT 1').then(() => notes.push('served'));
  expect(second.history.isOpen).toBe(true);
  await first.part.stop?.();
  await asked;
  expect(notes).toEqual(['one', 'two', 'one', 'two', 'served']);
});

test('▲ a process without steps opens no epoch, and serves once another one has opened it (D144)', async () => {
  const notes: string[] = [];
  await beginAnew();
  const alone = await startProcess(null);
  const asked = alone.waiting.query('SELECT 1').then(() => notes.push('served'));
  const other = await startProcess({ holding: [noting(notes, 'one')] });
  await other.waiting.query('SELECT 1');
  await asked;
  expect(notes).toEqual(['one', 'served']);
});

test('▲ a step that fails is retried, and the epoch stays closed until it succeeds', async () => {
  const notes: string[] = [];
  await beginAnew();
  const failing: EpochStep = {
    name: 'failing',
    run: () => {
      notes.push('tried');
      return notes.length < 2 ? Promise.reject(new Error('Kafka is unavailable')) : Promise.resolve();
    },
  };
  const { waiting } = await startProcess({ holding: [failing] });
  await waiting.query('SELECT 1');
  expect(notes).toEqual(['tried', 'tried']);
});

test('▲ an epoch that is raised while the one before is being opened runs all of its own steps', async () => {
  const notes: string[] = [];
  await beginAnew();
  const first = endless(notes, 'one');
  const { waiting, history } = await startProcess({
    holding: [
      {
        name: 'one',
        run: (...of) => (notes.length === 0 ? first.run(...of) : noting(notes, 'one').run(...of)),
      },
      noting(notes, 'two'),
    ],
  });
  await eventually('its steps have begun', () => notes.length === 2);
  const before = history.present?.epoch;
  await beginAnew();
  await waiting.query('SELECT 1');
  expect(notes).toEqual(['one', 'two', 'one', 'two']);
  expect([history.isOpen, history.present?.epoch === before]).toEqual([true, false]);
  expect(await scratch.db.query('SELECT FROM database_epochs WHERE opened_at IS NULL')).toEqual([]);
});
