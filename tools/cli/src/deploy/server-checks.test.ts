import { readFileSync } from 'node:fs';
import { connectionsMin, isRefused, judgeServers, type ServerFacts } from './server-checks.ts';

const goodSettings = {
  data_checksums: 'on',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  synchronous_standby_names: '',
  max_connections: '400',
  archive_mode: 'on',
  log_error_verbosity: 'terse',
};
const good: ServerFacts = {
  postgres: {
    version: 180_001,
    versionText: '18.1',
    encoding: 'UTF8',
    isStandby: false,
    standbys: 0,
    settings: goodSettings,
  },
  redis: new Map([
    ['redis_version', '7.4.1'],
    ['role', 'master'],
    ['cluster_enabled', '0'],
    ['maxmemory', '268435456'],
    ['maxmemory_policy', 'volatile-lru'],
    ['aof_enabled', '0'],
  ]),
};

const withPostgres = (change: Partial<ServerFacts['postgres']>): ServerFacts => ({
  postgres: Object.assign({}, good.postgres, change),
  redis: good.redis,
});
const withSetting = (name: string, value: string, standbys = 0): ServerFacts =>
  withPostgres({ standbys, settings: Object.assign({}, goodSettings, { [name]: value }) });
const withRedis = (field: string, value: string): ServerFacts => ({
  postgres: good.postgres,
  redis: new Map([...(good.redis ?? []), [field, value]]),
});

/** The checks that do not hold. */
const failing = (facts: ServerFacts) =>
  judgeServers(facts)
    .filter(({ level }) => level !== 'ok')
    .map(({ check, level }) => [level, check]);

test('servers as the documents have them hold every check, and each is reported', () => {
  expect(failing(good)).toEqual([]);
  expect(judgeServers(good)).toHaveLength(17);
});

test.each([
  ['a Postgres before 17', withPostgres({ version: 160_010, versionText: '16.10' }), 'version'],
  ['a database in another encoding', withPostgres({ encoding: 'SQL_ASCII' }), 'encoding'],
  ['a standby', withPostgres({ isStandby: true }), 'role'],
])('%s is refused', (_, facts, check) => {
  expect(failing(facts)).toEqual([['refuse', check]]);
  expect(isRefused(judgeServers(facts))).toBe(true);
});

test.each([
  ['data_checksums', 'off'],
  ['fsync', 'off'],
  ['full_page_writes', 'off'],
  ['synchronous_commit', 'off'],
  ['synchronous_standby_names', 'ANY 1 (a, b)'],
  ['max_connections', '189'],
  ['archive_mode', 'off'],
  ['log_error_verbosity', 'default'],
])('%s = %s of Postgres is a warning, and refuses nothing', (name, value) => {
  expect(failing(withSetting(name, value))).toEqual([['warn', name]]);
  expect(isRefused(judgeServers(withSetting(name, value)))).toBe(false);
});

test('a synchronous standby that follows is well; commits that wait for the disk alone are not enough beside it', () => {
  expect(failing(withSetting('synchronous_standby_names', 'a', 1))).toEqual([]);
  const local = { synchronous_commit: 'local', synchronous_standby_names: 'a' };
  expect(failing(withPostgres({ standbys: 1, settings: Object.assign({}, goodSettings, local) }))).toEqual([
    ['warn', 'synchronous_commit'],
  ]);
});

test.each([
  ['redis_version', '6.0.16'],
  ['role', 'slave'],
  ['cluster_enabled', '1'],
  ['maxmemory', '0'],
  ['maxmemory_policy', 'allkeys-lru'],
])('%s = %s of Redis is a warning', (field, value) => {
  expect(failing(withRedis(field, value))).toEqual([['warn', field]]);
});

test('what a managed server does not say is not judged', () => {
  expect(failing({ postgres: good.postgres, redis: null })).toEqual([]);
  expect(failing(withPostgres({ settings: {} }))).toEqual([]);
});

test('the connections that are needed are those of the reference page', () => {
  const page = readFileSync(new URL('../../../../docs/reference/connections.md', import.meta.url), 'utf8');
  const [, needed] =
    /\| one of each, as in the local stack and in compose \| \d+ \| (\d+) \|/.exec(page) ?? [];
  expect(Number(needed)).toBe(connectionsMin);
});
