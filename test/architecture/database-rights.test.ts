import { serviceNames } from '@loyalty/contracts';
import { schemaMigrations } from '@loyalty/testkit/database';
import { readableColumns } from '../../packages/storage/src/readable-columns.ts';
import { serviceGrants } from '../../packages/storage/src/service-rights.ts';
import { type Catalogue, type Need, needsOf, needsReachedFrom } from '../support/statement-ledger.ts';

const steps = schemaMigrations.map(({ sql }) => (typeof sql === 'string' ? sql : sql.join(';\n'))).join('\n');

const renamed = new Map(
  [...steps.matchAll(/ALTER SEQUENCE (\w+) RENAME TO (\w+)/g)].map(([, old = '', now = '']) => [old, now]),
);

/** As the steps leave them; a partition is reached by its table. */
const tables = new Set(['schema_migrations']);
for (const [, made = '', dropped = '', before = '', after = ''] of steps.matchAll(
  /CREATE TABLE (?:IF NOT EXISTS )?(\w+)\s*\(|DROP TABLE (?:IF EXISTS )?(\w+)|ALTER TABLE (\w+) RENAME TO (\w+)/g,
)) {
  for (const gone of [dropped, before]) tables.delete(gone);
  for (const name of [made, after]) if (name !== '') tables.add(name);
}

test('every table of the schema is in the list of readable columns, and no other', () => {
  expect(Object.keys(readableColumns).toSorted()).toEqual([...tables].toSorted());
});

const catalogue: Catalogue = {
  tables,
  sequences: new Set(
    [...steps.matchAll(/CREATE SEQUENCE (\w+)/g)].map(([, name = '']) => renamed.get(name) ?? name),
  ),
  functions: new Set(
    [...steps.matchAll(/FUNCTION (\w+)\([^)]*\)[^$;]*SECURITY DEFINER/g)].map(([, name = '']) => name),
  ),
  // A store takes the table of its queue from its caller.
  named: { 'packages/task-queue/src/': ['fulfilment_tasks', 'delivery_tasks'] },
};

/** Each of the two has one queue, and never names the other's table. */
const queueOf: Readonly<Partial<Record<string, string>>> = {
  fulfilment: 'fulfilment_tasks',
  'webhook-dispatcher': 'delivery_tasks',
};

const order: readonly Need['privilege'][] = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];

/** As it stands in `serviceGrants`. */
const rightsOf = (service: string) => {
  const queue = queueOf[service];
  const named = queue === undefined ? catalogue.named : { 'packages/task-queue/src/': [queue] };
  const needs = needsReachedFrom(`services/${service}/src/main.ts`, { ...catalogue, named });
  const namesOf = (privilege: Need['privilege']): string =>
    [...new Set(needs.filter((need) => need.privilege === privilege).map(({ on }) => on))]
      .toSorted()
      .join(' ');
  const tables = [...new Set(needs.map(({ on }) => on))].filter((on) => catalogue.tables.has(on)).toSorted();
  const privilegesOf = (table: string): string =>
    order
      .filter((privilege) => needs.some((need) => need.on === table && need.privilege === privilege))
      .join(' ');
  return {
    tables: Object.fromEntries(tables.map((table) => [table, privilegesOf(table)])),
    ...(namesOf('USAGE') === '' ? {} : { sequences: namesOf('USAGE') }),
    ...(namesOf('EXECUTE') === '' ? {} : { functions: namesOf('EXECUTE') }),
  };
};

test.each(serviceNames)(
  '%s has the rights that the statements need that it can reach, and no other',
  (service) => {
    expect(serviceGrants[service]).toEqual(rightsOf(service));
  },
);

test('every service has its rights, and nobody else', () => {
  expect(Object.keys(serviceGrants).toSorted()).toEqual([...serviceNames].toSorted());
});

/** Statements, each with its needs. */
const samples: readonly (readonly [string, readonly string[]])[] = [
  ['SELECT 1 FROM members m JOIN tiers AS t USING (id)', ['members SELECT', 'tiers SELECT']],
  ['SELECT FROM members WHERE id = $1 FOR NO KEY UPDATE', ['members SELECT', 'members UPDATE']],
  ['INSERT INTO events (id) VALUES ($1)', ['events INSERT']],
  ['INSERT INTO events (id) VALUES ($1) RETURNING id', ['events INSERT', 'events SELECT']],
  [
    'INSERT INTO jobs (name) VALUES ($1) ON CONFLICT (name) DO UPDATE SET at = now()',
    ['jobs INSERT', 'jobs SELECT', 'jobs UPDATE'],
  ],
  ['UPDATE rewards AS r SET state = $1', ['rewards SELECT', 'rewards UPDATE']],
  [
    'WITH gone AS (DELETE FROM outbox WHERE id = $1 RETURNING 1) SELECT count(*) FROM gone',
    ['outbox DELETE', 'outbox SELECT'],
  ],
  [
    'DELETE FROM jobs WHERE ctid = ANY (ARRAY(SELECT ctid FROM jobs LIMIT 1 FOR UPDATE SKIP LOCKED))',
    ['jobs DELETE', 'jobs SELECT', 'jobs UPDATE'],
  ],
  [`SELECT nextval('campaign_activations')`, ['campaign_activations USAGE']],
  ['SELECT remove_delivery_days($1, 2)', ['remove_delivery_days EXECUTE']],
];

test.each(samples)('%s', (text, expected) => {
  const found = needsOf(text, catalogue).map(({ on, privilege }) => `${on} ${privilege}`);
  expect([...new Set(found)].toSorted()).toEqual([...expected].toSorted());
});
