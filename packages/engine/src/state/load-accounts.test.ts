import type { EnvironmentId } from '@loyalty/kernel';
import {
  MemoryConfiguration,
  ScriptedTransaction,
  testAccount,
  testMessage,
  testSnapshot,
} from '@loyalty/testkit/engine';
import { readRequests } from '../requests/read-requests.ts';
import { createToyHandler } from '../testing/toy-engine.ts';
import { loadAccounts } from './batch-state.ts';

const otherId = 8 as EnvironmentId;

const load = async (
  configuration: MemoryConfiguration,
  tx: ScriptedTransaction,
  headers: readonly string[],
) => {
  const batch = headers.map((id) =>
    testMessage({ ref: 'a', member: 'customer-1', points: 1 }, { headers: { loyalty_environment: id } }),
  );
  const { requests } = await readRequests(configuration, createToyHandler(configuration).reader, batch);
  const readOwned = () => tx.query({ name: 'owned-read', text: '' });
  return { requests, ...(await loadAccounts({ configuration: configuration, tx, requests, readOwned })) };
};

test('accounts are locked, then the members’ rows are read, then the versions: a change confirmed before is seen (D33)', async () => {
  const tx = new ScriptedTransaction();
  await load(new MemoryConfiguration(testSnapshot()), tx, ['7']);
  expect(tx.names).toEqual(['accounts-lock', 'owned-read', 'config-versions']);
});

test('versions are read once for each environment of the batch', async () => {
  const configuration = new MemoryConfiguration(testSnapshot(), testSnapshot({ environmentId: otherId }));
  const tx = new ScriptedTransaction();
  const { snapshots } = await load(configuration, tx, ['7', '8', '7']);
  expect(tx.valuesOf('config-versions')).toEqual([[7, otherId]]);
  expect([...snapshots.keys()]).toEqual([7, otherId]);
});

test('the configuration is the committed one, not the cached one', async () => {
  const configuration = new MemoryConfiguration(testSnapshot({ version: 2 }));
  configuration.held.set(testSnapshot().environmentId, testSnapshot({ version: 1 }));
  const { snapshots } = await load(configuration, new ScriptedTransaction(), ['7']);
  expect([...snapshots.values()].map(({ version }) => version)).toEqual([2]);
});

test('the accounts are the locked ones', async () => {
  const account = testAccount({ pointsBalance: 42 });
  const rows = ([, keys]: readonly unknown[]) =>
    (keys as Buffer[]).map((memberKey) => ({
      environmentId: 7,
      memberKey,
      id: account.memberId,
      claims: null,
      ...account,
    }));
  const tx = new ScriptedTransaction({ 'accounts-lock': rows });
  const { accounts, requests } = await load(new MemoryConfiguration(testSnapshot()), tx, ['7']);
  expect(requests.map((request) => accounts.accountOf(request))).toEqual([account]);
});
