import { Fault, randomId } from '@loyalty/kernel';
import { createDatabase, type Database } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry/logger';
import type { SchemaRegistry } from './schema-registry.ts';
import { createStoredRegistry, storeSchema } from './stored-registry.ts';

let db: Database;
const address = `http://user:secret@registry-${randomId()}/ccompat/`;

beforeAll(() => {
  // eslint-disable-next-line n/no-process-env -- the runner, not a config.ts, gives tests their database.
  const url = process.env['DATABASE_URL'] ?? '';
  db = createDatabase({ url, applicationName: 'registry-test', poolMax: 1, logger: silentLogger });
});
afterAll(async () => {
  await db.query('DELETE FROM registered_schemas WHERE registry LIKE $1', [`%${new URL(address).hostname}%`]);
  await db.close();
});

const away = (): Promise<never> => Promise.reject(new Fault('REGISTRY_UNAVAILABLE', 'away', { retry: true }));
const awayRegistry: SchemaRegistry = { findId: away, findSchema: away, register: away };
const thereRegistry: SchemaRegistry = {
  findId: () => Promise.resolve(21),
  findSchema: () => Promise.resolve('"found"'),
  register: () => Promise.resolve(20),
};

test('what was registered is known while the registry is unavailable; it is asked for the rest', async () => {
  const given = { address, database: db };
  await storeSchema(given, { subject: 'a-value', schemaText: '"string"', schemaId: 20 });
  const alone = createStoredRegistry({ ...given, registry: awayRegistry });
  expect([await alone.findId('a-value', '"string"'), await alone.findSchema(20)]).toEqual([20, '"string"']);
  await expect(alone.findId('a-value', '"bytes"')).rejects.toThrow('away');
  await expect(alone.findSchema(22)).rejects.toThrow('away');
  const both = createStoredRegistry({ ...given, registry: thereRegistry });
  expect([await both.findId('a-value', '"bytes"'), await both.findSchema(22)]).toEqual([21, '"found"']);
});

test('the stored address has no password', async () => {
  const rows = await db.query('SELECT DISTINCT registry FROM registered_schemas WHERE registry LIKE $1', [
    `%${new URL(address).hostname}%`,
  ]);
  expect(rows).toEqual([{ registry: `http://${new URL(address).hostname}/ccompat` }]);
});

test('while Postgres is unavailable the registry is asked', async () => {
  const database = {
    query: () => Promise.reject(new Fault('DATABASE_UNAVAILABLE', 'away', { retry: true })),
  };
  const registry = createStoredRegistry({ address, database, registry: thereRegistry });
  expect([await registry.findId('a-value', '"string"'), await registry.findSchema(20)]).toEqual([
    21,
    '"found"',
  ]);
});
