import { lockOrder } from '@loyalty/storage/lock-order';
import { schemaMigrations } from '@loyalty/testkit/database';

const sqlOf = ({ sql, ...rest }: (typeof schemaMigrations)[number]): string =>
  typeof sql === 'string' ? sql : JSON.stringify(rest);

/** Tables that no two transactions of services lock rows of, or that one process alone writes. */
const apart = new Set([
  'campaign_spendings',
  'database_cell',
  'database_epochs',
  'database_history',
  'dead_letter_counts',
  'dead_letters_by_environment',
  'history_differences',
  'history_enrolled_members',
  'history_ghosts',
  'history_scans',
  'history_skipped_codes',
  'installation',
  'registered_schemas',
  'tenant_moves',
  'tenant_streams',
  'tenants',
]);

/** All that one pattern finds in a text. */
const found = (sql: string, pattern: RegExp): string[][] =>
  [...sql.matchAll(pattern)].map(([, ...groups]) => groups);

const made = new Set<string>();
for (const sql of schemaMigrations.map(sqlOf)) {
  for (const [table = ''] of found(sql, /CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?(\w+) \(/g))
    made.add(table);
  for (const [old = ''] of found(sql, /ALTER TABLE (\w+) RENAME TO \w+/g)) made.delete(old);
  for (const [now = ''] of found(sql, /ALTER TABLE \w+ RENAME TO (\w+)/g)) made.add(now);
  for (const [table = ''] of found(sql, /DROP TABLE (\w+)/g)) made.delete(table);
}

test('▲ every table has its place in the order of locks, or is named here', () => {
  const placed = new Set([...lockOrder.flatMap(({ tables = [] }) => tables), ...apart]);
  expect([...made].filter((table) => !placed.has(table))).toEqual([]);
});

test('no table stands in two places', () => {
  const tables = lockOrder.flatMap(({ tables: own = [] }) => own);
  expect(tables).toHaveLength(new Set(tables).size);
});
