import type { EnvironmentId, TenantId } from '@loyalty/kernel';
import type { Database, Transaction } from '@loyalty/storage';
import { sharesOf } from '../testing/shares-of.ts';
import { createManaged, type ManagementWrite } from './managed-database.ts';

const actor = { kind: 'key', id: 'k', environmentId: 7 as EnvironmentId, tenantId: 't' as TenantId } as const;

/** A database that runs each transaction, with a record of the writes published before a call returns. */
const createScene = (acknowledged: Promise<boolean> = Promise.resolve(true)) => {
  const published: ManagementWrite[] = [];
  const db = { transaction: (work: (tx: Transaction) => Promise<unknown>) => work({} as Transaction) };
  const managed = createManaged({
    db: sharesOf(db as Database),
    publishWrite: (_, write) => {
      published.push(write);
      return Promise.resolve({ acknowledged });
    },
  });
  return { managed, published };
};

const doing = (result: unknown) => () => Promise.resolve(result);

const campaign = { id: 'c' };
const wroteCampaign = { actor, kind: 'campaign', entityId: 'c', body: campaign };

test.each<[string, unknown, readonly ManagementWrite[]]>([
  ['is made', { outcome: 'created', record: campaign }, [{ ...wroteCampaign, action: 'created' }]],
  ['is changed', { outcome: 'changed', record: campaign }, [{ ...wroteCampaign, action: 'changed' }]],
  [
    'is changed, with more fields beside the record',
    { outcome: 'changed', record: { record: campaign, warnings: [] } },
    [{ ...wroteCampaign, action: 'changed' }],
  ],
  ['stays as it was', { outcome: 'unchanged', record: campaign }, []],
  ['is not there', { outcome: 'not-found' }, []],
  ['is refused', { outcome: 'invalid', faults: [] }, []],
])('where an entity %s, a fact is left of it or none', async (_what, result, writes) => {
  const { managed, published } = createScene();
  expect(await managed(actor, { kind: 'campaign' }).transaction(doing(result))).toEqual(result);
  expect(published).toEqual(writes);
});

test('a deletion is published with the id of the call', async () => {
  const { managed, published } = createScene();
  await managed(actor, { kind: 'webhook', id: 'w' }).transaction(doing({ outcome: 'deleted' }));
  expect(published).toEqual([{ actor, kind: 'webhook', entityId: 'w', action: 'deleted', body: null }]);
});

test('a call returns although Kafka does not respond', async () => {
  const { managed, published } = createScene(new Promise(() => undefined));
  await managed(actor, { kind: 'tier' }).transaction(doing({ outcome: 'created', record: { id: 'x' } }));
  expect(published).toHaveLength(1);
});
