import type { EnvironmentId, TenantId } from '@loyalty/kernel';
import type { Database, Transaction } from '@loyalty/storage';
import type { DatabaseEpoch } from '@loyalty/storage/history';
import { sharesOf } from '../testing/shares-of.ts';
import { createConfirmWrite, createManaged, type ManagementWrite } from './management-writes.ts';

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

const published = (acknowledged: Promise<boolean>) => () =>
  Promise.resolve({ response: 'done', publication: { acknowledged } });

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

const epochNamed = (epoch: string): DatabaseEpoch => ({ epoch, databaseId: 'd', raisedAtMs: 0 });

const unconfirmed = { code: 'WRITE_UNCONFIRMED', retry: true };

/** A database that tells of an epoch whenever it is asked. */
const databaseOf = (epoch: string) => {
  const history: { present: DatabaseEpoch } = { present: epochNamed('first') };
  const query = (): Promise<never[]> => {
    history.present = epochNamed(epoch);
    return Promise.resolve([]);
  };
  return { history, db: { query } };
};

test('a write that Kafka knows of is confirmed', async () => {
  const confirmWrite = createConfirmWrite(databaseOf('first'));
  expect(await confirmWrite(published(Promise.resolve(true)))).toMatchObject({ response: 'done' });
});

test('a write of which there is nothing to tell needs no confirmation', async () => {
  const confirmWrite = createConfirmWrite(databaseOf('second'));
  const write = () => Promise.resolve({ response: 'nobody', publication: null });
  expect(await confirmWrite(write)).toMatchObject({ response: 'nobody' });
});

test('▲ a write is not confirmed where Kafka does not take what tells of it', async () => {
  const confirmWrite = createConfirmWrite({ ...databaseOf('first'), patienceMs: 1 });
  await expect(confirmWrite(published(Promise.resolve(false)))).rejects.toMatchObject(unconfirmed);
  await expect(confirmWrite(published(new Promise(() => undefined)))).rejects.toMatchObject(unconfirmed);
});

test('▲ a write is not confirmed where the database has begun anew before Kafka had what tells of it', async () => {
  const confirmWrite = createConfirmWrite(databaseOf('second'));
  await expect(confirmWrite(published(Promise.resolve(true)))).rejects.toMatchObject(unconfirmed);
});

test('▲ a write is not confirmed while the database that took it does not answer', async () => {
  const { history } = databaseOf('first');
  const db = { query: () => Promise.reject(new Error('away')) };
  await expect(createConfirmWrite({ db, history })(published(Promise.resolve(true)))).rejects.toThrow('away');
});
