import { readdirSync, readFileSync } from 'node:fs';
import { databaseUrlOf, readLocalStack } from '@loyalty/stack';
import { databaseRoles } from '@loyalty/storage/database-roles';
import pg from 'pg';

const queries = readdirSync('docs/runbooks').flatMap((name) => {
  const page = readFileSync(`docs/runbooks/${name}`, 'utf8');
  const found = page.matchAll(/psql "\$DATABASE_URL" -c "((?:SELECT|SHOW)[^"]*)"/g);
  return [...found].map(([, query = '']): [string, string] => [name, query]);
});

let client: pg.Client;

// Runbooks say that it is enough for every look (D143).
beforeAll(async () => {
  client = new pg.Client({ connectionString: databaseUrlOf(readLocalStack(), databaseRoles.read) });
  await client.connect();
});

afterAll(() => client.end());

test.each(queries)('▲ a query of %s reads what is there, as a reader: %s', async (_, query) => {
  await expect(client.query(query)).resolves.toHaveProperty('rows');
});

test('runbooks have queries', () => {
  expect(queries.length).toBeGreaterThan(8);
});
