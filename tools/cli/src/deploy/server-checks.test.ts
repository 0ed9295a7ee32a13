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
    textOrder: 'byte order',
    isNew: true,
    settings: goodSettings,
  },
  connections: null,
  kafka: { release: '4', brokerCount: 3, copies: 3 },
  redis: new Map([
    ['redis_version', '7.4.1'],
    ['role', 'master'],
    ['cluster_enabled', '0'],
    ['maxmemory', '268435456'],
    ['maxmemory_policy', 'volatile-lru'],
    ['aof_enabled', '0'],
  ]),
};

const but = (change: Partial<ServerFacts>): ServerFacts => Object.assign({}, good, change);
const withPostgres = (change: Partial<ServerFacts['postgres']>): ServerFacts =>
  but({ postgres: Object.assign({}, good.postgres, change) });
const withKafka = (change: Partial<NonNullable<ServerFacts['kafka']>>): ServerFacts =>
  but({ kafka: Object.assign({}, good.kafka, change) });
const withSetting = (name: string, value: string, standbys = 0): ServerFacts =>
  withPostgres({ standbys, settings: Object.assign({}, goodSettings, { [name]: value }) });
const withRedis = (field: string, value: string): ServerFacts =>
  but({ redis: new Map([...(good.redis ?? []), [field, value]]) });

/** The checks that do not hold. */
const failing = (facts: ServerFacts) =>
  judgeServers(facts)
    .filter(({ level }) => level !== 'ok')
    .map(({ check, level }) => [level, check]);

test('servers as the documents have them hold every check, and each is reported', () => {
  expect(failing(good)).toEqual([]);
  expect(judgeServers(good)).toHaveLength(20);
});

test.each([
  ['a Postgres before 17', withPostgres({ version: 160_010, versionText: '16.10' }), 'version'],
  ['a database in another encoding', withPostgres({ encoding: 'SQL_ASCII' }), 'encoding'],
  ['a standby', withPostgres({ isStandby: true }), 'role'],
  ['a Redis before 6.2', withRedis('redis_version', '6.0.16'), 'redis_version'],
  ['a Kafka before 3.9', withKafka({ release: 'before 3.9' }), 'version'],
  ['fewer brokers than copies', withKafka({ brokerCount: 2 }), 'brokers'],
  ['fewer connections than processes may have', but({ connections: 401 }), 'max_connections'],
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
  ['role', 'slave'],
  ['cluster_enabled', '1'],
  ['maxmemory', '0'],
  ['maxmemory_policy', 'allkeys-lru'],
])('%s = %s of Redis is a warning', (field, value) => {
  expect(failing(withRedis(field, value))).toEqual([['warn', field]]);
});

test('▲ each supported version is taken: Postgres 17 and 18, Kafka 3.9 and 4, Redis 6.2 to 8 (D146)', () => {
  for (const version of [170_000, 180_004]) expect(failing(withPostgres({ version }))).toEqual([]);
  for (const release of ['3.9', '4'] as const) expect(failing(withKafka({ release }))).toEqual([]);
  for (const version of ['6.2.0', '7.0.15', '8.2.1'])
    expect(failing(withRedis('redis_version', version))).toEqual([]);
});

test('a broker that is unavailable refuses no later deploy', () => {
  const later = { postgres: Object.assign({}, good.postgres, { isNew: false }) };
  expect(failing(Object.assign(withKafka({ brokerCount: 2 }), later))).toEqual([]);
});

test('who says how many connections processes may have is not held to the smallest number', () => {
  expect(failing(Object.assign(withSetting('max_connections', '150'), { connections: 150 }))).toEqual([]);
});

test('text that follows a locale is a warning: deploy declares another order', () => {
  expect(failing(withPostgres({ textOrder: 'libc en_US.UTF-8' }))).toEqual([['warn', 'text order']]);
});

test('what a managed server does not say is not judged', () => {
  expect(failing(but({ redis: null, kafka: null }))).toEqual([]);
  expect(failing(withPostgres({ settings: {} }))).toEqual([]);
});

test('the connections that are needed are those of the reference page', () => {
  const page = readFileSync(new URL('../../../../docs/reference/connections.md', import.meta.url), 'utf8');
  const [, needed] =
    /\| one of each, as in the local stack and in compose \| \d+ \| (\d+) \|/.exec(page) ?? [];
  expect(Number(needed)).toBe(connectionsMin);
});
