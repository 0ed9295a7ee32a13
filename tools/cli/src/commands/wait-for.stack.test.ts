import { engineServices, followerServices } from '@loyalty/contracts';
import { randomId } from '@loyalty/kernel';
import { rulesVersion } from '@loyalty/rules';
import type { Database } from '@loyalty/storage';
import { storageMigrations } from '@loyalty/storage/migrations';
import { noteProcess } from '@loyalty/storage/processes';
import { createScratchDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { captureRun } from '../testing/captured-run.ts';

// A database of its own: the stack's services are listed on theirs.
let scratch: ScratchDatabase;
let db: Database;
beforeAll(async () => {
  scratch = await createScratchDatabase(storageMigrations);
  db = scratch.db;
});
afterEach(() => db.query('DELETE FROM processes'));
afterAll(() => scratch.drop());

const waitFor = (...line: readonly string[]) =>
  captureRun(['wait-for', ...line], { variables: { DATABASE_URL: scratch.url } });

const start = (service: string, rules = rulesVersion) =>
  noteProcess(db, {
    id: randomId(),
    service,
    version: '1.2.3',
    rulesVersion: rules,
    schema: '0001-streams',
  });

test('waiting ends at once where every engine runs, and followers are not asked for', async () => {
  for (const service of engineServices) await start(service);
  const { exitCode, out, err } = await waitFor('engines', '--timeout', '1h');
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
  expect(out).toBe(`${engineServices.join(', ')}: rules ${rulesVersion.toString()} or newer.\n`);
});

test('followers come first (D102): a process of each is needed, of this release’s rules or newer ones', async () => {
  const [first = '', second = '', ...others] = followerServices;
  await start(first, rulesVersion + 1);
  await start(second, rulesVersion - 1);
  for (const service of others) await start(service);
  const { exitCode, err } = await waitFor('followers', '--timeout', '1s');
  expect(exitCode).toBe(1);
  expect(err).toBe(
    `waiting for ${second}, which runs rules ${(rulesVersion - 1).toString()}\n1 s have passed: giving up\n`,
  );
});

test('a process that was last seen long ago does not count', async () => {
  for (const service of engineServices) await start(service);
  await db.query(
    `UPDATE processes SET seen_at = now() - interval '31 seconds' WHERE service = 'burn-engine'`,
  );
  const { exitCode, err } = await waitFor('engines', '--timeout', '1s');
  expect(exitCode).toBe(1);
  expect(err).toContain('waiting for burn-engine, which has no running process\n');
});

test('waiting ends when the last service comes', async () => {
  const waiting = waitFor('engines', '--timeout', '1h');
  for (const service of engineServices) await start(service);
  expect(await waiting).toMatchObject({ exitCode: 0 });
});

test('services that are not installed need not be waited for', async () => {
  await start('fulfilment');
  expect(await waitFor('followers', '--services', 'fulfilment')).toMatchObject({ exitCode: 0, err: '' });
});

test('with --continue the end of the time is no failure, and it is said', async () => {
  const { exitCode, err } = await waitFor('engines', '--timeout', '1s', '--continue');
  expect(exitCode).toBe(0);
  expect(err).toContain('1 s have passed: continuing anyway\n');
});

test('a database that is unavailable is waited for, until the time is over', async () => {
  const { exitCode, err } = await captureRun(['wait-for', 'engines', '--timeout', '1s'], {
    variables: { DATABASE_URL: 'postgres://loyalty@127.0.0.1:1/loyalty' },
  });
  expect(exitCode).toBe(1);
  expect(err).toMatch(/^waiting for the database \(.*127\.0\.0\.1:1/);
});

test('a service of another kind is a mistake on the command line', async () => {
  const { exitCode, err } = await waitFor('engines', '--services', 'earn-engine,fulfilment');
  expect(exitCode).toBe(2);
  expect(err).toContain('«fulfilment» is not one of the engines');
});
