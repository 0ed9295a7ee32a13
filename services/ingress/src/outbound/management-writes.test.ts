import type { OperationId } from '@loyalty/contracts/http';
import type { EnvironmentId } from '@loyalty/kernel';
import type { Database, Transaction } from '@loyalty/storage';
import type { DatabaseEpoch } from '@loyalty/storage/history';
import { sharesOf } from '../testing/shares-of.ts';
import { callerOf } from '../testing/test-caller.ts';
import type { ManagementCall } from '../audited-calls.ts';
import type { ManagementWrite } from '../usecases/management-writes.ts';
import { createConfirmWrite, createManaged } from './management-writes.ts';

const environmentId = 7 as EnvironmentId;

const calling = (operationId: OperationId): ManagementCall => callerOf(operationId, environmentId);

const actor = calling('updateCampaign').credential;

const transactionAt = new Date('2026-03-01T08:00:00.000Z');

/** A database that runs each transaction, with what it stores and publishes before a call returns. */
const createScene = (acknowledged: Promise<boolean> = Promise.resolve(true)) => {
  const published: ManagementWrite[] = [];
  const noted: unknown[][] = [];
  const tx = {
    query: (_: unknown, values?: unknown[]) => {
      if (values === undefined) return Promise.resolve([{ at: transactionAt }]);
      noted.push(values);
      return Promise.resolve([]);
    },
  };
  const db = { transaction: (work: (tx: Transaction) => Promise<unknown>) => work(tx as never) };
  const managed = createManaged({
    db: sharesOf(db as Database),
    publishWrites: (_, writes) => {
      published.push(...writes);
      return Promise.resolve({ acknowledged });
    },
  });
  return { managed, published, noted };
};

const doing = (result: unknown) => () => Promise.resolve(result);

const campaign = { id: 'c', name: 'Spring' };

const wroteCampaign = { actor, kind: 'campaign', entityId: 'c', body: campaign };

const published = (acknowledged: Promise<boolean>) => () =>
  Promise.resolve({ response: 'done', publication: { acknowledged } });

const renamed = [{ pointer: '/name', from: 'Winter', to: 'Spring' }];

test.each<[string, unknown, readonly ManagementWrite[], readonly unknown[]]>([
  [
    'is made',
    { outcome: 'created', record: campaign },
    [{ ...wroteCampaign, action: 'created' }],
    [[{ pointer: '/name', from: null, to: 'Spring' }]],
  ],
  [
    'is changed',
    { outcome: 'changed', before: { id: 'c', name: 'Winter', spentCents: 1 }, record: campaign },
    [{ ...wroteCampaign, action: 'changed' }],
    [renamed],
  ],
  [
    'has another secret',
    { outcome: 'changed', before: campaign, record: campaign, unshown: ['/secret'] },
    [{ ...wroteCampaign, action: 'changed' }],
    [[{ pointer: '/secret' }]],
  ],
  ['stays as it was', { outcome: 'unchanged', record: campaign }, [], []],
  ['is not there', { outcome: 'not-found' }, [], []],
  ['is refused', { outcome: 'invalid', faults: [] }, [], []],
])(
  'where an entity %s, a fact and an entry are left of it or none',
  async (_what, result, writes, entries) => {
    const { managed, published, noted } = createScene();
    const db = managed(calling('updateCampaign'), { kind: 'campaign' });
    expect(await db.transaction(doing(result))).toEqual(result);
    expect(published).toEqual(writes);
    expect(noted.map((values) => JSON.parse(String(values[7])) as unknown)).toEqual(entries);
  },
);

test('an entry says who called, by which request, and which object (D208)', async () => {
  const { managed, noted } = createScene();
  const caller = calling('pauseCampaign');
  const db = managed(caller, { kind: 'campaign', id: 'C' });
  await db.transaction(doing({ outcome: 'changed', before: campaign, record: campaign }));
  const id = expect.any(String) as string;
  const by = ['KEY', caller.credential.id];
  expect(noted).toEqual([
    [7, id, ...by, 'campaign.paused', 'c', 'Spring', '[]', false, 'request-1', 'ours-1', null],
  ]);
});

test('a deletion is published with the id of the call, and noted with what was deleted', async () => {
  const { managed, published, noted } = createScene();
  const db = managed(calling('deleteWebhook'), { kind: 'webhook', id: 'W' });
  await db.transaction(doing({ outcome: 'deleted', before: { id: 'w', status: 'ACTIVE' } }));
  expect(published).toEqual([{ actor, kind: 'webhook', entityId: 'W', action: 'deleted', body: null }]);
  const changes = '[{"pointer":"/status","from":"ACTIVE","to":null}]';
  expect(noted[0]?.slice(4, 8)).toEqual(['webhook.deleted', 'w', null, changes]);
});

test('of settings each that changed is published and noted by its name, and no other (D219)', async () => {
  const { managed, published, noted } = createScene();
  const db = managed(calling('updateSettings'), { kind: 'setting' });
  const before = { pointValueCents: 1, refundGraceDays: 30, corsOrigins: [], phoneCountry: null };
  const record = {
    pointValueCents: 2,
    refundGraceDays: 30,
    corsOrigins: ['https://a.example'],
    phoneCountry: null,
  };
  await db.transaction(doing({ outcome: 'changed', before, record }));
  const updatedAt = transactionAt.toISOString();
  const wrote = { actor, kind: 'setting', action: 'changed' };
  expect(published).toEqual([
    { ...wrote, entityId: 'pointValueCents', body: { pointValueCents: 2, updatedAt } },
    { ...wrote, entityId: 'corsOrigins', body: { corsOrigins: ['https://a.example'], updatedAt } },
  ]);
  expect(noted.map((values) => [values[4], values[5], JSON.parse(String(values[7])) as unknown])).toEqual([
    ['setting.changed', 'pointValueCents', [{ pointer: '/pointValueCents', from: 1, to: 2 }]],
    ['setting.changed', 'corsOrigins', [{ pointer: '/corsOrigins', from: [], to: ['https://a.example'] }]],
  ]);
});

test('a pool of codes is published as the provider that it is, without its codes', async () => {
  const { managed, published, noted } = createScene();
  const db = managed(calling('putCodePool'), { kind: 'code-pool', id: 'films' });
  const record = { name: 'films', remaining: 0, lowBelow: 5, isLow: true };
  await db.transaction(doing({ outcome: 'created', record }));
  expect(published).toEqual([
    { actor, kind: 'provider', entityId: 'films', action: 'created', body: record },
  ]);
  const changes = '[{"pointer":"/lowBelow","from":null,"to":5}]';
  expect(noted[0]?.slice(4, 8)).toEqual(['code_pool.changed', 'films', 'films', changes]);
});

test('▲ a change by an operation that is said to change nothing fails', async () => {
  const { managed } = createScene();
  const db = managed(calling('getCampaign'), { kind: 'campaign' });
  await expect(db.transaction(doing({ outcome: 'created', record: campaign }))).rejects.toThrow('x-audit');
});

test('a call returns although Kafka does not respond', async () => {
  const { managed, published } = createScene(new Promise(() => undefined));
  const db = managed(calling('createTier'), { kind: 'tier' });
  await db.transaction(doing({ outcome: 'created', record: { id: 'x' } }));
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

test('▲ a write is not confirmed where the database has started over before Kafka had what tells of it', async () => {
  const confirmWrite = createConfirmWrite(databaseOf('second'));
  await expect(confirmWrite(published(Promise.resolve(true)))).rejects.toMatchObject(unconfirmed);
});

test('▲ a write is not confirmed while the database that took it does not answer', async () => {
  const { history } = databaseOf('first');
  const db = { query: () => Promise.reject(new Error('away')) };
  await expect(createConfirmWrite({ db, history })(published(Promise.resolve(true)))).rejects.toThrow('away');
});
