import { type LocalStack, readLocalStack } from '@loyalty/stack';
import { findEnvironment } from '@loyalty/tables/tenants';
import { withDatabase } from '@loyalty/testkit/database';
import { benchCampaigns, type Contender } from './contender.ts';
import { localJsonOf, loyaltyctl } from './loyaltyctl.ts';

/** Creates a tenant on the running stack, with active campaigns (default: five). Its key has no effective rate limit. */
export const openOurTenant = async (
  stack: LocalStack,
  campaigns: readonly object[] = benchCampaigns,
): Promise<Contender> => {
  const { id: tenantId } = await loyaltyctl<{ id: string }>(stack, 'tenants', 'create', 'Bench');
  const ofTenant = ['--tenant', tenantId, '--mode', 'live', '--role', 'admin', '--rate-limit', '100000000'];
  const { key } = await loyaltyctl<{ key: string }>(stack, 'keys', 'create', ...ofTenant);
  const tenantUrl = `${stack.baseUrl}/tenants/${tenantId}`;
  for (const campaign of campaigns) await activate(`${tenantUrl}/campaigns`, key, campaign);
  const environment = await withDatabase(stack.databaseUrl, (db) => findEnvironment(db, tenantId, 'live'));
  if (environment === null) throw new Error('the tenant that was just made is not there');
  return {
    name: 'engine',
    tenantId,
    environmentId: environment.environmentId,
    key,
    urls: {
      evaluate: `${tenantUrl}/transactions/evaluate`,
      redeem: `${tenantUrl}/transactions/redeem`,
    },
    databaseUrl: stack.databaseUrl,
    processes: () => ourProcesses(stack),
  };
};

/** Returns the serving processes of the stack by name. */
const ourProcesses = (stack: LocalStack): Readonly<Record<string, number>> => {
  const { parts, services } = readLocalStack(localJsonOf(stack));
  const pids = Object.entries({ ...services, ...parts }).map(([name, { pid }]) => [name, pid ?? 0] as const);
  return Object.fromEntries(pids.filter(([name]) => name !== 'registry'));
};

const activate = async (url: string, key: string, campaign: object): Promise<void> => {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
  const created = await fetch(url, { method: 'POST', headers, body: JSON.stringify(campaign) });
  const { id } = (await created.json()) as { id: string };
  const activated = await fetch(`${url}/${id}/activate`, { method: 'POST', headers });
  if (!activated.ok) throw new Error(`a campaign was not activated: ${await activated.text()}`);
};
