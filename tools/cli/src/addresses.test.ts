import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAddresses } from './addresses.ts';
import { readConfig } from './config.ts';
import { createTemporaryFolder } from './testing/temporary-folder.ts';

const local = {
  root: '/checkout',
  baseUrl: 'http://127.0.0.1:8080/v1',
  kafkaBrokers: '127.0.0.1:19092',
  schemaRegistryUrl: 'http://127.0.0.1:18081/apis/ccompat/v7',
  databaseUrl: 'postgres://loyalty@127.0.0.1:15432/loyalty',
};

let folder: ReturnType<typeof createTemporaryFolder>;
beforeEach(() => {
  folder = createTemporaryFolder();
});
afterEach(() => {
  folder.remove();
});

const writeLocal = (text: string): void => {
  mkdirSync(join(folder.path, '.loyalty'));
  writeFileSync(join(folder.path, '.loyalty', 'local.json'), text);
};

test('what the environment does not say, the local stack of the nearest folder above does', () => {
  writeLocal(JSON.stringify(local));
  const below = join(folder.path, 'deep', 'below');
  mkdirSync(below, { recursive: true });
  const addresses = createAddresses(
    readConfig({ DATABASE_URL: 'postgres://elsewhere/db', BASE_URL: '' }),
    below,
  );
  expect(addresses.databaseUrl()).toBe('postgres://elsewhere/db');
  expect(addresses.kafkaBrokers()).toEqual(['127.0.0.1:19092']);
  expect(addresses.schemaRegistryUrl()).toBe(local.schemaRegistryUrl);
  expect(addresses.baseUrl()).toBe(local.baseUrl);
  expect(addresses.localStack()?.root).toBe('/checkout');
});

test('LOYALTY_LOCAL_JSON names another local stack', () => {
  const path = join(folder.path, 'other.json');
  writeFileSync(path, JSON.stringify(local));
  const addresses = createAddresses(readConfig({ LOYALTY_LOCAL_JSON: path }), '/');
  expect(addresses.databaseUrl()).toBe(local.databaseUrl);
});

test('brokers are separated by commas, and a base URL ends without a slash', () => {
  const config = readConfig({ KAFKA_BROKERS: 'a:1, b:2,', BASE_URL: 'https://x/v1/' });
  const addresses = createAddresses(config, '/');
  expect(addresses.kafkaBrokers()).toEqual(['a:1', 'b:2']);
  expect(addresses.baseUrl()).toBe('https://x/v1');
});

test('without either, the variable is named', () => {
  const addresses = createAddresses(readConfig({}), '/');
  expect(() => addresses.kafkaBrokers()).toThrow(/set KAFKA_BROKERS=host:port,host:port\./);
  expect(() => addresses.schemaRegistryUrl()).toThrow(/set SCHEMA_REGISTRY_URL=/);
  expect(() => addresses.baseUrl()).toThrow(/set BASE_URL=/);
});

test('a record that is no JSON is named', () => {
  writeLocal('{');
  expect(() => createAddresses(readConfig({}), folder.path).databaseUrl()).toThrow(
    /local\.json cannot be read/,
  );
});
