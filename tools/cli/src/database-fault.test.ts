import { Fault } from '@loyalty/kernel';
import { databaseFaultOf } from './database-fault.ts';

const url = 'postgres://user:geheim@db.example:5432/loyalty';
const failing = (code: string, message: string): Error => Object.assign(new Error(message), { code });

test.each([
  ['ECONNREFUSED', /db\.example:5432\/loyalty does not respond \(why\).*DATABASE_URL\./],
  ['EPIPE', /does not respond/],
  [
    '28P01',
    /refused the connection \(why\): correct DATABASE_URL, or the password in DATABASE_PASSWORD_FILE\./,
  ],
  ['3D000', /refused the connection/],
  ['42P01', /missing or out of date \(why\): run «loyaltyctl migrate»/],
])('%s has a way out', (code, sentence) => {
  expect(databaseFaultOf(failing(code, 'why'), url)?.message).toMatch(sentence);
});

test('a pool that waits too long for a connection does not answer', () => {
  const failure = new Error('timeout exceeded when trying to connect');
  expect(databaseFaultOf(failure, url)?.message).toMatch(/does not respond/);
});

test('what storage found away is explained by its cause', () => {
  const cause = failing('ECONNREFUSED', 'connect ECONNREFUSED');
  const failure = new Fault('DATABASE_UNAVAILABLE', 'connect ECONNREFUSED', { retry: true, cause });
  expect(databaseFaultOf(failure, url)?.message).toMatch(/does not respond \(connect ECONNREFUSED\)/);
});

test('a host with several addresses names the first reason', () => {
  const failure = Object.assign(new AggregateError([new Error('connect ECONNREFUSED ::1:5432')], ''), {
    code: 'ECONNREFUSED',
  });
  expect(databaseFaultOf(failure, url)?.message).toContain('(connect ECONNREFUSED ::1:5432)');
});

test.each([failing('23505', 'duplicate'), new Error('ours'), new Fault('TENANT_NOT_FOUND', 'none'), 'text'])(
  'any other failure stays what it is (%s)',
  (failure) => {
    expect(databaseFaultOf(failure, url)).toBeNull();
  },
);
