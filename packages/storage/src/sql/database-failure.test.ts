import pg from 'pg';
import { BrokenInvariant, Fault } from '@loyalty/kernel';
import { silentLogger } from '@loyalty/telemetry/logger';
import { toDatabaseFailure, classifyFailure, isKeyTaken } from './database-failure.ts';
import { createDatabase } from './database.ts';

const saidByServer = (code: string): pg.DatabaseError =>
  Object.assign(new pg.DatabaseError(code, 0, 'error'), { code });

const away = new Fault('DATABASE_UNAVAILABLE', 'away', { retry: true });

test.each([
  ['race', saidByServer('40001')],
  ['race', saidByServer('40P01')],
  ['race', saidByServer('55P03')],
  ['data', saidByServer('22003')],
  ['data', saidByServer('23514')],
  ['timeout', saidByServer('57014')],
  ['unavailable', saidByServer('42P01')],
  ['unavailable', new pg.DatabaseError('without a code', 0, 'error')],
  ['unavailable', away],
  ['unknown', new Fault('ENVIRONMENT_NOT_FOUND', 'gone')],
  ['unknown', new TypeError('a mistake of ours')],
  ['unknown', new RangeError('Invalid string length')],
  ['unknown', new BrokenInvariant('a promise')],
  ['unknown', new Error('somebody else')],
  ['unknown', 'a text'],
] as const)('what asks for «%s»: %s', (asked, thrown) => {
  expect(classifyFailure(thrown)).toBe(asked);
});

test.each([
  new Error('Connection terminated unexpectedly'),
  new Error('Query read timeout'),
  Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
])('what pg or its socket throws is the database being away: %s', (thrown) => {
  expect(toDatabaseFailure(thrown)).toMatchObject({
    code: 'DATABASE_UNAVAILABLE',
    message: thrown.message,
    retry: true,
    cause: thrown,
  });
});

test('the failure of a host with several unreachable addresses has a reason', () => {
  const refused = new AggregateError([new Error('connect ECONNREFUSED ::1:1'), new Error('other')]);
  expect(toDatabaseFailure(refused)).toMatchObject({ message: 'connect ECONNREFUSED ::1:1', retry: true });
});

test.each([
  saidByServer('40001'),
  away,
  new BrokenInvariant('a promise'),
  new TypeError('a mistake of ours'),
  new RangeError('Invalid string length'),
])('what the server says, and what is ours, stays what it is: %s', (thrown) => {
  expect(toDatabaseFailure(thrown)).toBe(thrown);
});

test('a refused connection means that the database is unavailable', async () => {
  const db = createDatabase({
    url: 'postgres://nobody@localhost:1/none',
    applicationName: 'test',
    poolMax: 1,
    logger: silentLogger,
  });
  const isAway = { code: 'DATABASE_UNAVAILABLE', retry: true };
  await expect(db.query('SELECT 1')).rejects.toMatchObject(isAway);
  await expect(db.transaction((tx) => tx.query('SELECT 1'))).rejects.toMatchObject(isAway);
  await db.close();
});

test('quoted values are cut out of the message and the stack; names of constraints stay', () => {
  const quoted = Object.assign(
    new pg.DatabaseError('invalid input syntax for type integer: "Kunde "7""', 0, 'error'),
    { code: '22P02' },
  );
  const failure = toDatabaseFailure(quoted) as pg.DatabaseError;
  expect(failure.message).toBe('invalid input syntax for type integer: "…"');
  expect(failure.stack).not.toContain('Kunde');
  const named = Object.assign(new pg.DatabaseError('violates check constraint "positive"', 0, 'error'), {
    code: '23514',
  });
  expect(toDatabaseFailure(named)).toMatchObject({ message: 'violates check constraint "positive"' });
});

const takenKey = (code: string, table: string, constraint: string): pg.DatabaseError =>
  Object.assign(saidByServer(code), { table, constraint });

test.each([
  [true, takenKey('23505', 'members', 'members_pkey')],
  [true, takenKey('23505', 'members_07', 'members_07_pkey')],
  [true, takenKey('23505', 'members_20260301', 'members_20260301_pkey')],
  [false, takenKey('23505', 'members_2026', 'members_2026_pkey')],
  [false, takenKey('23505', 'members', 'members_external_ref')],
  [false, takenKey('23505', 'new_members', 'new_members_pkey')],
  [false, takenKey('23505', 'members_07', 'members_08_pkey')],
  [false, takenKey('23514', 'members', 'members_pkey')],
  [false, saidByServer('23505')],
  [false, new Error('members_pkey')],
])('only a named key of its table or a partition is taken: %s for %s', (isTaken, thrown) => {
  expect(isKeyTaken(thrown, ['members_pkey'])).toBe(isTaken);
});
