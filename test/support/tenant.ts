import { setTimeout } from 'node:timers/promises';
import type { EnvironmentId } from '@loyalty/kernel';
import { readLocalStack } from '@loyalty/stack';
import type { Database } from '@loyalty/storage';
import { createApiKey } from '@loyalty/tables/keys';
import { createTenant, findEnvironment } from '@loyalty/tables/tenants';
import { setSettings } from '@loyalty/tables/tenants/management';
import { type FillableKind, fillConfiguration, withDatabase } from '@loyalty/testkit/database';
import { type Api, createApi } from './api.ts';
import { loyaltyctlJson } from './loyaltyctl.ts';

/** A new tenant for one test, with a key for each environment and no effective rate limit. */
export interface TestTenant {
  readonly tenantId: string;
  readonly live: Api;
  readonly test: Api;
  readonly keys: { readonly live: string; readonly test: string };
}

/** Creates a tenant as loyaltyctl does, without starting it three times. */
export const createTestTenant = (name: string): Promise<TestTenant> =>
  withDatabase(readLocalStack().databaseUrl, async (db) => {
    const { id, environmentIds } = await createTenant(db, { name });
    const keyOf = async (mode: 'live' | 'test'): Promise<string> => {
      const wanted = { name: 'made by a test', rateLimitPerMinute };
      const made = await createApiKey(db, environmentIds[mode], wanted);
      if (made.outcome === 'refused') throw new Error(`key refused: ${made.reason}`);
      return made.keyText;
    };
    return testTenant(id, { live: await keyOf('live'), test: await keyOf('test') });
  });

/** Creates a tenant with loyaltyctl, as an operator would. */
export const createTenantAsOperator = async (name: string): Promise<TestTenant> => {
  const { id } = await loyaltyctlJson<{ id: string }>('tenants', 'create', name);
  const keyOf = async (mode: 'live' | 'test'): Promise<string> => {
    const limit = ['--role', 'admin', '--rate-limit', rateLimitPerMinute.toString()];
    const line = ['keys', 'create', '--tenant', id, '--mode', mode, ...limit];
    return (await loyaltyctlJson<{ key: string }>(...line)).key;
  };
  const [live, test] = await Promise.all([keyOf('live'), keyOf('test')]);
  return testTenant(id, { live, test });
};

/** Sets settings of the tenant's live environment as loyaltyctl does, without starting it. */
export const setLiveSettings = (
  { tenantId }: Pick<TestTenant, 'tenantId'>,
  settings: Parameters<typeof setSettings>[2],
): Promise<void> =>
  onEnvironment(tenantId, 'live', async (db, environmentId) => {
    const set = await setSettings(db, environmentId, settings);
    if (set.outcome !== 'changed' && set.outcome !== 'unchanged') throw new Error(JSON.stringify(set));
  });

/** Lifts the limit of configuration's writes (D5) for a tenant that nobody has called yet. */
export const liftWriteLimit = async ({ tenantId }: Pick<TestTenant, 'tenantId'>): Promise<void> => {
  for (const mode of ['live', 'test'] as const)
    await onEnvironment(tenantId, mode, async (db, environmentId) => {
      await setSettings(db, environmentId, { configurationWritesPerMinute: rateLimitPerMinute });
    });
};

/** Stores `rows` rows of a kind in the tenant's test environment past all limits, instead of thousands of calls. */
export const fillTestEnvironment = (
  { tenantId }: Pick<TestTenant, 'tenantId'>,
  kind: FillableKind,
  rows: number,
): Promise<void> =>
  onEnvironment(tenantId, 'test', (db, environmentId) =>
    fillConfiguration(db, environmentId, { [kind]: rows }),
  );

const onEnvironment = (
  tenantId: string,
  mode: 'live' | 'test',
  work: (db: Database, environmentId: EnvironmentId) => Promise<void>,
): Promise<void> =>
  withDatabase(readLocalStack().databaseUrl, async (db) => {
    const environment = await findEnvironment(db, tenantId, mode);
    if (environment === null) throw new Error(`the tenant has no ${mode} environment`);
    await work(db, environment.environmentId);
  });

/** A key of the test environment that has this many requests a minute. */
export const keyWithLimit = async (
  { tenantId }: Pick<TestTenant, 'tenantId'>,
  limit: number,
): Promise<string> => {
  let keyText = '';
  await onEnvironment(tenantId, 'test', async (db, environmentId) => {
    const wanted = { name: 'with few requests', rateLimitPerMinute: limit };
    const made = await createApiKey(db, environmentId, wanted);
    if (made.outcome === 'refused') throw new Error(`key refused: ${made.reason}`);
    ({ keyText } = made);
  });
  return keyText;
};

/** No test reaches this limit. */
const rateLimitPerMinute = 1_000_000;

const testTenant = (tenantId: string, keys: TestTenant['keys']): TestTenant => ({
  tenantId,
  keys,
  live: createApi(tenantId, keys.live),
  test: createApi(tenantId, keys.test),
});

/** Creates and activates campaigns, in order. Returns their ids. */
export const activateCampaigns = async (api: Api, campaigns: readonly object[]): Promise<string[]> => {
  const ids: string[] = [];
  for (const campaign of campaigns) {
    const created = await api.post('/campaigns', campaign);
    if (created.status !== 201) throw new Error(`campaign refused: ${created.text}`);
    const { id } = created.body;
    await api.post(`/campaigns/${id}/activate`);
    ids.push(id);
  }
  return ids;
};

/** Reads the balance of every member of an environment, page by page. */
export const balancesOf = async (api: Api): Promise<Map<string, number>> => {
  const balances = new Map<string, number>();
  let cursor: string | null = null;
  do {
    const { members, nextCursor }: MembersPage = await readMembersPage(api, cursor);
    for (const { externalRef, pointsBalance } of members) balances.set(externalRef, pointsBalance);
    cursor = nextCursor;
  } while (cursor !== null);
  return balances;
};

interface MembersPage {
  readonly members: readonly { readonly externalRef: string; readonly pointsBalance: number }[];
  readonly nextCursor: string | null;
}

/** Repeats while the service responds 503, as a caller does. */
const readMembersPage = async (api: Api, cursor: string | null): Promise<MembersPage> => {
  const after = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
  for (;;) {
    const page = await api.get(`/members?limit=200${after}`);
    if (page.status === 200) return page.body;
    if (page.status !== 503) throw new Error(`a page of members was refused: ${page.text}`);
    await setTimeout(500);
  }
};
