import { boundedList } from './lists.ts';
import type { Database, Transaction } from './sql/database.ts';

interface Query {
  readonly environmentId: number;
  readonly limit: number;
}

test('a list whose condition lacks its value fails: it never shows more than was asked for', async () => {
  const tx = { query: () => Promise.resolve([]) } as unknown as Transaction;
  const db = { readConsistently: (work) => work(tx) } as Pick<Database, 'readConsistently'> as Database;
  const list = boundedList('campaigns', {
    columns: 'r.id, r.created_at AS "createdAt"',
    index: ({ environmentId }: Query) => [['r.environment_id = ?', environmentId]],
    filters: () => [],
    lookedAt: 10,
    recordOf: (row: { readonly id: string; readonly createdAt: Date }) => row,
  });
  expect(await list(db, { environmentId: 1, limit: 5 })).toEqual({ rows: [], next: null });
  await expect(list(db, { limit: 5 } as Query)).rejects.toThrow('Undefined binding');
});
