import { databaseRoles } from '@loyalty/storage/database-roles';
import { createSchemaDatabase, type ScratchDatabase, withDatabase } from '@loyalty/testkit/database';
import { tableCatalogue } from '@loyalty/storage/table-catalogue';
import { captureRun } from '../testing/captured-run.ts';
import { createScratchSystem, type ScratchSystem } from '../testing/scratch-system.ts';
import { stackVariables } from '../testing/stack-variables.ts';

let scratch: ScratchDatabase;
let system: ScratchSystem;

beforeAll(async () => {
  scratch = await createSchemaDatabase();
  system = await createScratchSystem(scratch.db, scratch.url);
  await system.enrol('somebody');
  const { exitCode, err } = await system.loyaltyctl(['roles', 'create']);
  if (exitCode !== 0) throw new Error(err);
});
afterAll(() => scratch.drop());

const urlAs = (role: string): string => Object.assign(new URL(scratch.url), { username: role }).href;

const loyaltyctlAs = (role: string, ...line: readonly string[]) =>
  captureRun(line, { variables: { ...stackVariables(), DATABASE_URL: urlAs(role) } });

test('every column is named once: for readers, for the check, or for services alone', async () => {
  const rows = await scratch.db.query<{ name: string; columns: string[] }>(
    `SELECT c.relname::text AS name, array_agg(a.attname::text ORDER BY a.attname) AS columns
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      GROUP BY 1`,
  );
  const named = Object.entries(tableCatalogue).map(([name, { read, check = '', withheld = '' }]) => [
    name,
    // Every table has it.
    `${read} ${check} ${withheld}`
      .trim()
      .split(/\s+/)
      .filter((column) => column !== 'xmin')
      .toSorted(),
  ]);
  expect(Object.fromEntries(named)).toEqual(
    Object.fromEntries(rows.map(({ name, columns }) => [name, columns.toSorted()])),
  );
});

test('▲ the nightly check needs no more than its role has, and the readers’ role is not enough for it', async () => {
  const asOwner = await system.documentOf('check', '--all');
  const asCheck = await loyaltyctlAs(databaseRoles.check, 'check', '--all', '--json');
  expect([asCheck.err, asCheck.exitCode]).toEqual(['', asOwner.exitCode]);
  expect(JSON.parse(asCheck.out)).toEqual(asOwner.document);
  const sinceThen = await loyaltyctlAs(databaseRoles.check, 'check', '--json');
  expect([sinceThen.err, JSON.parse(sinceThen.out)]).toEqual([
    '',
    expect.objectContaining({ scope: 'changed' }),
  ]);
  expect((await loyaltyctlAs(databaseRoles.read, 'check')).err).toContain('permission denied');
});

test('▲ readers change nothing, and the check nothing but its mark', async () => {
  const tables = Object.keys(tableCatalogue);
  for (const role of [databaseRoles.read, databaseRoles.check])
    await withDatabase(urlAs(role), async (db) => {
      const rows = await db.query<{ name: string }>(
        `SELECT t.name FROM unnest($1::text[]) AS t (name)
          WHERE has_table_privilege(t.name, 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER')
             OR has_any_column_privilege(t.name, 'INSERT, UPDATE')`,
        [tables],
      );
      expect(rows).toEqual(role === databaseRoles.check ? [{ name: 'check_marks' }] : []);
    });
});
