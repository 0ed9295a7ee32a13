import { loyaltyctlJson } from './loyaltyctl.ts';
import type { OwnStack } from './own-stack.ts';

/** A tenant of the run. */
export interface FaultTenant {
  readonly tenantId: string;
  readonly key: string;
  /** Where it takes evaluates. */
  readonly path: string;
}

/** What every tenant has; `points.ts` works out by itself what they give. */
const campaigns = [
  { name: 'Two and a half percent', earningRule: { type: 'SPEND_PERCENTAGE', percentage: 2.5 } },
  { name: 'Five a basket over 20', earningRule: { type: 'FIXED_POINTS', points: 5 }, minSpend: 2000 },
  {
    name: 'Three a visit in two stores',
    earningRule: { type: 'VISIT_FIXED', points: 3 },
    storeIds: ['367', '406'],
  },
  {
    name: 'Seven a grocery item',
    earningRule: { type: 'PRODUCT_PURCHASE', points: 7, categories: ['GROCERY'] },
  },
];

/** Makes a tenant with its campaigns active and a key that no rate limit is in the way of. */
export const createTenant = async (stack: OwnStack, name: string): Promise<FaultTenant> => {
  const { id: tenantId } = await loyaltyctlJson<{ id: string }>(stack, 'tenants', 'create', name);
  const environment = ['--tenant', tenantId, '--mode', 'live', '--rate-limit', '100000000'];
  const { key } = await loyaltyctlJson<{ key: string }>(stack, 'keys', 'create', ...environment);
  const { baseUrl } = stack.now();
  for (const campaign of campaigns) await activate(`${baseUrl}/tenants/${tenantId}/campaigns`, key, campaign);
  return { tenantId, key, path: `/v1/tenants/${tenantId}/transactions/evaluate` };
};

const activate = async (url: string, key: string, campaign: object): Promise<void> => {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
  const created = await fetch(url, { method: 'POST', headers, body: JSON.stringify(campaign) });
  const { id } = (await created.json()) as { id: string };
  const activated = await fetch(`${url}/${id}/activate`, { method: 'POST', headers });
  if (!activated.ok) throw new Error(`a campaign was not activated: ${await activated.text()}`);
};
