import { createApi, type Api } from './api.ts';
import { loyaltyctlJson } from './loyaltyctl.ts';

/** A tenant of its own for one test, with a key to each of its environments and no rate limit in the way. */
export interface TestTenant {
  readonly tenantId: string;
  readonly live: Api;
  readonly test: Api;
  readonly keys: { readonly live: string; readonly test: string };
}

/** Makes a tenant with loyaltyctl, as an operator would. */
export const createTestTenant = async (name: string): Promise<TestTenant> => {
  const { id: tenantId } = await loyaltyctlJson<{ id: string }>('tenants', 'create', name);
  const keyOf = async (mode: string): Promise<string> => {
    const { key } = await loyaltyctlJson<{ key: string }>(
      ...['keys', 'create', '--tenant', tenantId, '--mode', mode, '--rate-limit', '1000000'],
    );
    return key;
  };
  const [live, test] = await Promise.all([keyOf('live'), keyOf('test')]);
  const keys = { live, test };
  return { tenantId, keys, live: createApi(tenantId, keys.live), test: createApi(tenantId, keys.test) };
};

/** Creates campaigns and activates them, in order; answers their ids. */
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

/** Every member of an environment with their balance, page by page. */
export const balancesOf = async (api: Api): Promise<Map<string, number>> => {
  const balances = new Map<string, number>();
  let cursor: string | null = null;
  do {
    const page = await api.get(
      `/members?limit=200${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    const { members, nextCursor } = page.body;
    for (const { externalRef, pointsBalance } of members) balances.set(externalRef, pointsBalance);
    cursor = nextCursor;
  } while (cursor !== null);
  return balances;
};
