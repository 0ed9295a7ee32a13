import { captureRun } from './testing/captured-run.ts';

const tenant = '0198c0de-0000-7000-8000-000000000001';

test.each([
  { line: ['--help'], code: 0, out: /Usage: loyaltyctl/, err: /^$/ },
  { line: ['help'], code: 0, out: /Usage: loyaltyctl \[options\] \[command\]/, err: /^$/ },
  { line: ['help', 'keys'], code: 0, out: /Usage: loyaltyctl keys [^]*create \[options\]/, err: /^$/ },
  { line: ['help', 'keys', 'list'], code: 0, out: /Usage: loyaltyctl keys list/, err: /^$/ },
  { line: ['receipts', 'stream', '--help'], code: 0, out: /Examples:/, err: /^$/ },
  { line: [], code: 2, out: /^$/, err: /Usage: loyaltyctl/ },
  { line: ['keys'], code: 2, out: /^$/, err: /Usage: loyaltyctl keys/ },
  { line: ['tenant'], code: 2, out: /^$/, err: /unknown command 'tenant'\n\(Did you mean tenants\?\)/ },
  {
    line: ['keys', 'list'],
    code: 2,
    out: /^$/,
    err: /'--tenant <id>' not specified\nSee «loyaltyctl keys list --help»/,
  },
  { line: ['tenants', 'create'], code: 2, out: /^$/, err: /missing required argument 'name'/ },
  { line: ['deploy', '--local', '--partitions', 'local'], code: 2, out: /^$/, err: /cannot be used with/ },
  { line: ['keys', 'list', '--tenant', 'x'], code: 2, out: /^$/, err: /It must be a UUID/ },
  {
    line: ['token', '--tenant', tenant, '--mode', 'prod'],
    code: 2,
    out: /^$/,
    err: /Allowed choices are live, test/,
  },
])('loyaltyctl $line ends with $code', async ({ line, code, out, err }) => {
  const run = await captureRun(line);
  expect(run.exitCode).toBe(code);
  expect(run.out).toMatch(out);
  expect(run.err).toMatch(err);
});

test('every command has examples in its help', async () => {
  const commands = [
    ['deploy'],
    ['migrate'],
    ['topics', 'create'],
    ['schemas', 'register'],
    ['demo'],
    ['tenants', 'create'],
    ['tenants', 'list'],
    ['keys', 'create'],
    ['keys', 'list'],
    ['keys', 'revoke'],
    ['settings', 'get'],
    ['settings', 'set'],
    ['time-zones', 'check'],
    ['token'],
    ['receipts', 'stream'],
    ['campaigns', 'explain'],
    ['stream', 'enable'],
    ['stream', 'list'],
    ['positions', 'list'],
    ['positions', 'move'],
    ['positions', 'unpark'],
    ['dead-letters', 'list'],
    ['dead-letters', 'show'],
    ['dead-letters', 'replay'],
    ['segments', 'import'],
    ['segments', 'refresh'],
    ['statistics', 'rebuild'],
    ['statistics', 'check'],
    ['check'],
  ];
  for (const command of commands) {
    const { out } = await captureRun([...command, '--help']);
    expect(out).toContain(`  $ loyaltyctl ${command.join(' ')}`);
  }
});

test('a failure is one sentence that says what to do', async () => {
  const { exitCode, out, err } = await captureRun(['tenants', 'list']);
  expect({ exitCode, out }).toEqual({ exitCode: 1, out: '' });
  expect(err).toBe(
    'loyaltyctl: DATABASE_URL is not set and no local stack runs here: start one with «npm start», ' +
      'or set DATABASE_URL=postgres://user@host:port/database.\n',
  );
});

test('--debug adds the stack', async () => {
  const { err } = await captureRun(['tenants', 'list', '--debug']);
  expect(err).toMatch(/^loyaltyctl: Fault: DATABASE_URL is not set[^\n]*\n {4}at /);
});

test('a database that does not answer is named without its password', async () => {
  const variables = { DATABASE_URL: 'postgres://user:geheim@127.0.0.1:1/loyalty' };
  const { exitCode, err } = await captureRun(['tenants', 'list'], { variables });
  expect(exitCode).toBe(1);
  expect(err).toMatch(/^loyaltyctl: Postgres at 127\.0\.0\.1:1\/loyalty does not respond \(.+\): .+\.\n$/);
  expect(err).not.toContain('geheim');
});

test('a registry that does not answer is named', async () => {
  const variables = { SCHEMA_REGISTRY_URL: 'http://127.0.0.1:1/apis/ccompat/v7' };
  const { exitCode, err } = await captureRun(['schemas', 'register'], { variables });
  expect(exitCode).toBe(1);
  expect(err).toMatch(
    /^loyaltyctl: The schema registry at http:\/\/127\.0\.0\.1:1\S+ does not respond \(.+\): .+\.\n$/,
  );
});
