import { readdirSync, readFileSync } from 'node:fs';
import { readLocalStack } from '@loyalty/stack';
import pg from 'pg';

const queries = readdirSync('docs/runbooks').flatMap((name) => {
  const page = readFileSync(`docs/runbooks/${name}`, 'utf8');
  const found = page.matchAll(/psql "\$DATABASE_URL" -c "((?:SELECT|SHOW)[^"]*)"/g);
  return [...found].map(([, query = '']): [string, string] => [name, query]);
});

let client: pg.Client;

beforeAll(async () => {
  client = new pg.Client({ connectionString: readLocalStack().databaseUrl });
  await client.connect();
});

afterAll(() => client.end());

test.each(queries)('a query of %s reads what is there: %s', async (_, query) => {
  await expect(client.query(query)).resolves.toHaveProperty('rows');
});

test('runbooks have queries', () => {
  expect(queries.length).toBeGreaterThan(8);
});
