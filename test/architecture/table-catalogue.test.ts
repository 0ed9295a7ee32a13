import { tablesOfTenants, tableCatalogue } from '@loyalty/storage/table-catalogue';
import { schemaMigrations } from '@loyalty/testkit/database';
import { schemaCatalogue } from '../../packages/testkit/src/service-rights.ts';
import { needsReachedFrom } from '../../packages/testkit/src/statement-needs.ts';
import { read, sources } from '../support/sources.ts';

const catalogue = 'packages/storage/src/table-catalogue.ts';

const changes = schemaMigrations.flatMap(({ name, sql }) =>
  [
    ...[sql]
      .flat()
      .join(';\n')
      .matchAll(
        /CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?(\w+)\s*\(|DROP TABLE (?:IF EXISTS )?(\w+)|ALTER TABLE (\w+) RENAME TO (\w+)/g,
      ),
  ].map(([, created, dropped, before, after]) => ({
    step: name,
    gone: dropped ?? before,
    table: created ?? after,
  })),
);

/** Tables as the steps leave them, with the step that names each; a partition is reached by its table. */
const made = new Map([['schema_migrations', 'knex']]);
for (const { step, gone, table } of changes) {
  if (gone !== undefined) made.delete(gone);
  if (table !== undefined) made.set(table, step);
}

test('every table of the schema is in the catalogue, and no other', () => {
  const missing = [...made]
    .filter(([table]) => tableCatalogue[table] === undefined)
    .map(
      ([table, step]) => `${catalogue} has no entry for the table ${table}, which the step ${step} makes.`,
    );
  const strange = Object.keys(tableCatalogue)
    .filter((table) => !made.has(table))
    .map((table) => `${catalogue} has an entry for ${table}, which no step makes.`);
  expect([...missing, ...strange]).toEqual([]);
});

const columnsOf = ({ read: readable, check = '', withheld = '' }: (typeof tableCatalogue)[string]) =>
  `${readable} ${check} ${withheld}`.split(/\s+/);

test('every table with environments is moved with its tenant, or says why it stays', () => {
  const withEnvironments = Object.entries(tableCatalogue)
    .filter(([, entry]) => columnsOf(entry).includes('environment_id'))
    .map(([table]) => table);
  expect([...withEnvironments, 'tenants', 'environments'].toSorted()).toEqual(
    Object.keys(tablesOfTenants).toSorted(),
  );
});

/** Who adds rows beside the owner, always in the same package. */
const alsoAdds: Readonly<Partial<Record<string, readonly string[]>>> = {
  member_days: ['tables/rebuild-figures'],
  member_profiles: ['tables/accounts', 'tables/erasure'],
  members: ['tables/erasure'],
  segment_members: ['tables/memberships'],
  segment_states: ['tables/memberships'],
};

test('the owner of a table adds its rows, and nobody else does', () => {
  const files = sources.filter(
    (path) =>
      /^(?:packages|services|tools)\/.+(?<!\.test)\.ts$/.test(path) &&
      !/\/(?:migrations|testing|testkit)\//.test(path),
  );
  const adding = files.flatMap((path) =>
    [...read(path).matchAll(/INSERT\s+INTO\s+(\w+)/g)].map(([, table = '']) => ({ path, table })),
  );
  const strangers = adding.filter(({ path, table }) => {
    const { owner } = tableCatalogue[table] ?? {};
    const [, place = ''] = /^packages\/(.+)\.ts$/.exec(path.replace('/src/', '/')) ?? [];
    return (
      owner !== undefined &&
      ![owner, ...(alsoAdds[table] ?? [])].some((one) => `${place}/`.startsWith(`${one}/`))
    );
  });
  expect(strangers).toEqual([]);
});

/** They count members, or say who was erased. */
const besides = new Set(['erasures', 'segment_states']);

test('the erasure of a member reaches the tables that say so, and no other', () => {
  const needs = Object.entries({
    eraseMember: 'erase-member.ts',
    scrubErased: 'scrub-erased.ts',
    emptyLateRejected: 'erased-references.ts',
  }).flatMap(([name, file]) =>
    needsReachedFrom({ path: `packages/tables/src/erasure/${file}`, name }, schemaCatalogue),
  );
  const tablesWith = (privilege: string) =>
    new Set(
      needs.filter((need) => need.privilege === privilege && !besides.has(need.on)).map(({ on }) => on),
    );
  const deleted = tablesWith('DELETE');
  const emptied = [...tablesWith('UPDATE')].filter((table) => !deleted.has(table));
  const erased = (how: string) =>
    Object.keys(tableCatalogue).filter((table) => tableCatalogue[table]?.erased === how);
  expect({ rows: [...deleted].toSorted(), columns: emptied.toSorted() }).toEqual({
    rows: erased('rows').toSorted(),
    columns: erased('columns').toSorted(),
  });
});
