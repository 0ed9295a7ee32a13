import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSecuredUrl } from '@loyalty/kernel';
import { addressSettings } from './common-settings.ts';
import { describeSettings, readSettings } from './read-settings.ts';

const marker = 'marker-of-a-secret';
let folder: string;
let passwordFile: string;
let caFile: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'loyalty-settings-'));
  [passwordFile, caFile] = [join(folder, 'password'), join(folder, 'ca.pem')];
  writeFileSync(passwordFile, `${marker}\n`);
  writeFileSync(caFile, '-----BEGIN CERTIFICATE-----\n');
  writeFileSync(join(folder, 'empty'), '');
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const plain = {
  KAFKA_BROKERS: 'k:9092',
  SCHEMA_REGISTRY_URL: 'http://r/apis/ccompat/v7',
  DATABASE_URL: 'postgres://app@db/loyalty',
  REDIS_URL: 'redis://r',
};

const read = (more: Record<string, string>) => readSettings(addressSettings, { ...plain, ...more });

test('without a word on security, addresses are what they were', () => {
  expect(read({})).toEqual({
    kafkaBrokers: ['k:9092'],
    kafkaSecurity: { tls: null, sasl: null },
    schemaRegistryUrl: plain.SCHEMA_REGISTRY_URL,
    databaseUrl: plain.DATABASE_URL,
    redisUrl: plain.REDIS_URL,
  });
});

test('a password comes from its variable, or from a file that is read when it is asked for', () => {
  const given = read({
    DATABASE_PASSWORD: 'p&w/1',
    REDIS_PASSWORD_FILE: passwordFile,
    SCHEMA_REGISTRY_URL: 'https://u@r/x',
    SCHEMA_REGISTRY_PASSWORD_FILE: passwordFile,
    SCHEMA_REGISTRY_CA_FILE: caFile,
  });
  expect(readSecuredUrl(given.databaseUrl).password?.()).toBe('p&w/1');
  expect(readSecuredUrl(given.redisUrl).password?.()).toBe(marker);
  const registry = readSecuredUrl(given.schemaRegistryUrl);
  expect([registry.url.href, registry.user, registry.password?.()]).toEqual(['https://r/x', 'u', marker]);
  expect(registry.ca?.()).toContain('CERTIFICATE');
});

test('Kafka is asked for over TLS, as a user, by a mechanism that does not send the password', () => {
  const { kafkaSecurity } = read({
    KAFKA_SECURITY_PROTOCOL: 'SASL_SSL',
    KAFKA_SASL_USERNAME: 'engine',
    KAFKA_SASL_PASSWORD_FILE: passwordFile,
    KAFKA_CA_FILE: caFile,
  });
  expect(kafkaSecurity.sasl).toMatchObject({ mechanism: 'SCRAM-SHA-512', username: 'engine' });
  expect(kafkaSecurity.sasl?.password()).toBe(marker);
  expect(kafkaSecurity.tls?.ca?.()).toContain('CERTIFICATE');
});

const user = { KAFKA_SASL_USERNAME: 'u', KAFKA_SASL_PASSWORD: marker };

/** Files by the names that they have in {@link wrong}, where the folder is not known yet. */
const inFolder = (env: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(env).map(([name, text]) => [name, text.replace('FOLDER', folder)]));

const wrong: readonly (readonly [string, Record<string, string>])[] = [
  ['KAFKA_SASL_… needs KAFKA_SECURITY_PROTOCOL=SASL_SSL', user],
  ['KAFKA_SASL_… needs KAFKA_SECURITY_PROTOCOL=SASL_SSL', { ...user, KAFKA_SECURITY_PROTOCOL: 'SSL' }],
  ['KAFKA_SASL_… needs KAFKA_SECURITY_PROTOCOL=SASL_SSL', { KAFKA_SASL_MECHANISM: 'PLAIN' }],
  ['KAFKA_CA_FILE needs KAFKA_SECURITY_PROTOCOL=SSL or SASL_SSL', { KAFKA_CA_FILE: 'FOLDER/ca.pem' }],
  ['SASL_SSL needs KAFKA_SASL_USERNAME', { KAFKA_SECURITY_PROTOCOL: 'SASL_SSL' }],
  [
    'KAFKA_SASL_PASSWORD and KAFKA_SASL_PASSWORD_FILE are both set',
    { ...user, KAFKA_SECURITY_PROTOCOL: 'SASL_SSL', KAFKA_SASL_PASSWORD_FILE: 'FOLDER/password' },
  ],
  ['KAFKA_SECURITY_PROTOCOL must be one of', { KAFKA_SECURITY_PROTOCOL: 'SASL_PLAINTEXT' }],
  ['DATABASE_URL must say sslmode=verify-full', { DATABASE_URL: 'postgres://app@db/x?sslmode=require' }],
  ['DATABASE_CA_FILE needs sslmode=verify-full in DATABASE_URL', { DATABASE_CA_FILE: 'FOLDER/ca.pem' }],
  [
    'DATABASE_URL has a password already',
    { DATABASE_URL: `postgres://app:${marker}@db/x`, DATABASE_PASSWORD: marker },
  ],
  ['DATABASE_URL names no user', { DATABASE_URL: 'postgres://db/x', DATABASE_PASSWORD: marker }],
  ['DATABASE_PASSWORD_FILE cannot be read', { DATABASE_PASSWORD_FILE: 'FOLDER/absent' }],
  ['DATABASE_PASSWORD_FILE names a file that does not hold', { DATABASE_PASSWORD_FILE: 'FOLDER/empty' }],
  ['REDIS_CA_FILE needs rediss:// in REDIS_URL', { REDIS_CA_FILE: 'FOLDER/ca.pem' }],
  [
    'REDIS_CA_FILE names a file that does not hold',
    { REDIS_URL: 'rediss://r', REDIS_CA_FILE: 'FOLDER/password' },
  ],
  ['SCHEMA_REGISTRY_CA_FILE needs https://', { SCHEMA_REGISTRY_CA_FILE: 'FOLDER/ca.pem' }],
  ['SCHEMA_REGISTRY_URL names no user', { SCHEMA_REGISTRY_PASSWORD: marker }],
];

test.each(wrong)('▲ «%s» is said of a combination that cannot be meant, and no secret', (sentence, env) => {
  const reading = (): unknown => read(inFolder(env));
  expect(reading).toThrow(sentence);
  expect(reading).not.toThrow(marker);
});

test('help lists each variable of a group', () => {
  expect(describeSettings(addressSettings)).toMatch(/KAFKA_SASL_PASSWORD_FILE +a file with the password of/);
});

test.each([
  [{ KAFKA_BROKERS: 'k' }, 'KAFKA_BROKERS must be host:port'],
  [{ KAFKA_BROKERS: 'k:9092,http://k:9092' }, 'KAFKA_BROKERS must be host:port'],
  [{ REDIS_URL: 'redis://r/cache' }, 'REDIS_URL must end with the number of a database'],
])('what could only be found wrong when it is used is found before: %p', (wrong, sentence) => {
  expect(() => read(wrong)).toThrow(sentence);
});

test('brokers have names or addresses, and Redis a number', () => {
  const given = read({ KAFKA_BROKERS: 'k-1.svc:9092, 10.0.0.1:1', REDIS_URL: 'redis://r:1/12' });
  expect(given.kafkaBrokers).toEqual(['k-1.svc:9092', '10.0.0.1:1']);
});
