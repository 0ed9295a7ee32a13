import type { EnvironmentId } from '@loyalty/kernel';
import type { Queryable } from '@loyalty/storage';
import { sharesOf } from '../testing/shares-of.ts';
import { createCompileShares } from '../usecases/events/compile-shares.ts';
import { createDefinitionLookup } from './event-lookup.ts';

const environmentId = 3 as EnvironmentId;

const row = {
  key: 'fuel.purchase',
  version: 1,
  revision: 1,
  state: 'ACTIVE',
  identityProperty: 'customerId',
  referrerProperty: 'referrerRef',
  lifecycleType: 'CUSTOM',
  properties: { litres: { type: 'number' } },
};

/** A database whose reads give these rows in turn, the last one again and again; it notes what was read. */
const databaseWith = (...rows: readonly (typeof row | undefined)[]) => {
  const read: string[] = [];
  const db: Queryable = {
    query: <Row>(statement: Parameters<Queryable['query']>[0]) => {
      read.push(typeof statement === 'string' ? statement : statement.name);
      const found = rows[Math.min(read.length, rows.length) - 1];
      return Promise.resolve((found === undefined ? [] : [found]) as Row[]);
    },
  };
  return {
    definitions: createDefinitionLookup(
      sharesOf(db),
      createCompileShares({ sleep: () => Promise.resolve() }),
    ),
    read,
  };
};

const [head, whole] = ['event-definition-head', 'event-definition-whole'];

it('a definition is read afresh for each event, its schema once for each revision (D63)', async () => {
  const { definitions, read } = databaseWith(row);
  const first = await definitions.find(environmentId, row.key);
  const second = await definitions.find(environmentId, row.key);
  expect(second?.validate).toBe(first?.validate);
  expect(first?.validate({ litres: 'x' })).toHaveLength(1);
  expect(read).toEqual([head, whole, head]);
});

it('a new revision is judged by its own schema', async () => {
  const newer = { ...row, revision: 2, version: 2, properties: { litres: { type: 'string' } } };
  const { definitions } = databaseWith(row, row, newer);
  await definitions.find(environmentId, row.key);
  const found = await definitions.find(environmentId, row.key);
  expect(found).toMatchObject({ revision: 2, version: 2 });
  expect(found?.validate({ litres: 'x' })).toEqual([]);
});

it('a revision that came between the two readings is taken whole', async () => {
  const newer = { ...row, revision: 2, state: 'ARCHIVED' };
  const { definitions } = databaseWith(row, newer);
  expect(await definitions.find(environmentId, row.key)).toMatchObject({ revision: 2, state: 'ARCHIVED' });
});

it('the same key in another environment is another definition', async () => {
  const { definitions, read } = databaseWith(row);
  await definitions.find(environmentId, row.key);
  await definitions.find(4 as EnvironmentId, row.key);
  expect(read).toEqual([head, whole, head, whole]);
});

it('a key that no definition has finds nothing', async () => {
  const { definitions, read } = databaseWith(undefined);
  expect(await definitions.find(environmentId, row.key)).toBeNull();
  expect(await definitions.find(environmentId, 'No Key')).toBeNull();
  expect(read).toEqual([head]);
});

it('▲ an environment that uses 600 definitions leaves the validators of others where they are', async () => {
  const others = Array.from({ length: 600 }, (_, n) => ({ ...row, revision: n + 2 }));
  const { definitions, read } = databaseWith(row, row, ...others.flatMap((other) => [other, other]), row);
  await definitions.find(environmentId, row.key);
  for (const { revision } of others)
    expect((await definitions.find(4 as EnvironmentId, row.key))?.revision).toBe(revision);
  const before = read.length;
  expect((await definitions.find(environmentId, row.key))?.revision).toBe(1);
  expect(read.slice(before)).toEqual([head]);
});

it('▲ three hundred events that meet a new revision at once have its schema read and compiled once', async () => {
  const { definitions, read } = databaseWith(row);
  const found = await Promise.all(
    Array.from({ length: 300 }, () => definitions.find(environmentId, row.key)),
  );
  expect(new Set(found.map((definition) => definition?.validate)).size).toBe(1);
  expect(read.filter((name) => name === whole)).toHaveLength(1);
});
