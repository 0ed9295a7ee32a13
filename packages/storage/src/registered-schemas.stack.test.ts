import { randomId } from '@loyalty/kernel';
import { silentLogger } from '@loyalty/telemetry/logger';
import { findStoredSchema, findStoredSchemaId, storeRegisteredSchema } from './registered-schemas.ts';
import { createDatabase, type Database } from './sql/database.ts';

let db: Database;
const registry = `http://registry-${randomId()}`;

beforeAll(() => {
  // eslint-disable-next-line n/no-process-env -- the runner, not a config.ts, gives tests their database.
  const url = process.env['DATABASE_URL'] ?? '';
  db = createDatabase({ url, applicationName: 'storage-test', poolMax: 1, logger: silentLogger });
});
afterAll(async () => {
  await db.query('DELETE FROM registered_schemas WHERE registry LIKE $1', [`${registry}%`]);
  await db.close();
});

const [first, second] = [
  { subject: 'a-value', schemaText: '"string"' },
  { subject: 'a-value', schemaText: '"bytes"' },
];

test('a schema is found by its text and by its id, for the registry that gave the id', async () => {
  await storeRegisteredSchema(db, registry, { ...first, schemaId: 3 });
  await storeRegisteredSchema(db, registry, { ...first, subject: 'b-value', schemaId: 3 });
  await storeRegisteredSchema(db, registry, { ...second, schemaId: 4 });
  expect(await findStoredSchemaId(db, registry, first)).toBe(3);
  expect(await findStoredSchemaId(db, registry, second)).toBe(4);
  expect(await findStoredSchemaId(db, registry, { ...second, subject: 'b-value' })).toBeNull();
  expect([await findStoredSchema(db, registry, 3), await findStoredSchema(db, registry, 4)]).toEqual([
    '"string"',
    '"bytes"',
  ]);
  expect(await findStoredSchema(db, registry, 5)).toBeNull();
  expect(await findStoredSchema(db, `${registry}-other`, 3)).toBeNull();
});

test('ids that a registry gives anew, having lost its data, replace the old ones', async () => {
  await storeRegisteredSchema(db, registry, { ...second, schemaId: 3 });
  expect(await findStoredSchemaId(db, registry, second)).toBe(3);
  expect(await findStoredSchema(db, registry, 3)).toBe('"bytes"');
  expect(await findStoredSchemaId(db, registry, first)).toBeNull();
  expect(await findStoredSchema(db, registry, 4)).toBeNull();
});
