import { randomId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { createOwnTenant, openSharedDatabase, withSchemaDatabase } from '@loyalty/testkit/database';
import { enableStream, listStreams, listStreamTopics } from './tenant-streams.ts';
import { createTenant } from './tenants.ts';

let db: Database;
beforeAll(() => {
  db = openSharedDatabase();
});
afterAll(() => db.close());

test('a stream is enabled once, and named by tenant and mode', async () => {
  const { id: tenantId, environmentIds } = await createOwnTenant(db);
  const first = await enableStream(db, { tenantId, mode: 'test' });
  const topic = `loyalty.receipts.${tenantId}.test`;
  expect(first).toMatchObject({
    outcome: 'enabled',
    isNew: true,
    stream: { tenantId, mode: 'test', topic, environmentId: environmentIds.test },
  });
  expect(await enableStream(db, { tenantId, mode: 'test' })).toEqual({ ...first, isNew: false });
  expect(await listStreams(db)).toContainEqual(first.outcome === 'enabled' ? first.stream : null);
  expect(await listStreamTopics(db)).toContain(topic);
});

test('a tenant that does not exist gets no stream', async () => {
  const refused = { outcome: 'refused', reason: 'ENVIRONMENT_NOT_FOUND' };
  expect(await enableStream(db, { tenantId: randomId(), mode: 'live' })).toEqual(refused);
});

test('▲ the 301st stream is refused, also among concurrent calls, and one of the 300 may be enabled again', async () => {
  await withSchemaDatabase(async (scratch) => {
    const tenants = Array.from({ length: 158 }, () => ({ tenantId: randomId() }));
    for (const { tenantId } of tenants) await createTenant(scratch, { id: tenantId, name: 'One of many' });
    const enable = ({ tenantId }: { readonly tenantId: string }, mode: 'live' | 'test') =>
      enableStream(scratch, { tenantId, mode });

    for (const tenant of tenants.slice(0, 149)) await enable(tenant, 'test');
    for (const tenant of tenants.slice(0, 150)) await enable(tenant, 'live');
    const rush = await Promise.all(tenants.slice(150).map((tenant) => enable(tenant, 'live')));

    const refused = { outcome: 'refused', reason: 'TOO_MANY_STREAMS' };
    expect(rush.filter(({ outcome }) => outcome === 'enabled')).toHaveLength(1);
    expect(rush.filter(({ outcome }) => outcome === 'refused')).toEqual(
      Array.from({ length: 7 }, () => refused),
    );
    expect(await listStreamTopics(scratch)).toHaveLength(300);
    expect(await Promise.all(tenants.slice(0, 1).map((tenant) => enable(tenant, 'live')))).toMatchObject([
      { outcome: 'enabled', isNew: false },
    ]);
  });
});
