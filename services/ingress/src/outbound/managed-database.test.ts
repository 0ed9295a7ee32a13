import type { EnvironmentId, TenantId } from '@loyalty/kernel';
import type { Database, Transaction } from '@loyalty/storage';
import { createManaged, type ManagementWrite } from './managed-database.ts';

const actor = { kind: 'key', id: 'k', environmentId: 7 as EnvironmentId, tenantId: 't' as TenantId } as const;

/** A database that runs what it is given, and what was told of by the time that a call is answered. */
const createScene = (acknowledged: Promise<boolean> = Promise.resolve(true)) => {
  const told: ManagementWrite[] = [];
  const db = { transaction: (work: (tx: Transaction) => Promise<unknown>) => work({} as Transaction) };
  const managed = createManaged({
    db: db as Database,
    publishWrite: (_, write) => {
      told.push(write);
      return Promise.resolve({ acknowledged });
    },
  });
  return { managed, told };
};

const doing = (result: unknown) => () => Promise.resolve(result);

const campaign = { id: 'c' };
const wroteCampaign = { actor, kind: 'campaign', entityId: 'c', body: campaign };

test.each<[string, unknown, readonly ManagementWrite[]]>([
  ['is made', { outcome: 'created', record: campaign }, [{ ...wroteCampaign, action: 'created' }]],
  ['is changed', { outcome: 'changed', record: campaign }, [{ ...wroteCampaign, action: 'changed' }]],
  [
    'is changed, and more is told beside it',
    { outcome: 'changed', record: { record: campaign, warnings: [] } },
    [{ ...wroteCampaign, action: 'changed' }],
  ],
  ['stays as it was', { outcome: 'unchanged', record: campaign }, []],
  ['is not there', { outcome: 'not-found' }, []],
  ['is refused', { outcome: 'invalid', faults: [] }, []],
])('where an entity %s, a fact is left of it or none', async (_what, result, writes) => {
  const { managed, told } = createScene();
  expect(await managed(actor, { kind: 'campaign' }).transaction(doing(result))).toEqual(result);
  expect(told).toEqual(writes);
});

test('what is deleted is told by the id of the call', async () => {
  const { managed, told } = createScene();
  await managed(actor, { kind: 'webhook', id: 'w' }).transaction(doing({ outcome: 'deleted' }));
  expect(told).toEqual([{ actor, kind: 'webhook', entityId: 'w', action: 'deleted', body: null }]);
});

test('a call is answered although Kafka says nothing', async () => {
  const { managed, told } = createScene(new Promise(() => undefined));
  await managed(actor, { kind: 'tier' }).transaction(doing({ outcome: 'created', record: { id: 'x' } }));
  expect(told).toHaveLength(1);
});
