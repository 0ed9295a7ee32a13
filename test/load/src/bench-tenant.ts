import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { LocalStack } from '@loyalty/stack';

const run = promisify(execFile);

/** Runs loyaltyctl on the running stack and answers its JSON. */
export const loyaltyctl = async <T>(stack: LocalStack, ...args: string[]): Promise<T> => {
  const main = join(stack.root, 'packages/cli/dist/main.js');
  const { stdout } = await run(process.execPath, [main, ...args, '--json']);
  return JSON.parse(stdout) as T;
};

/** A tenant of its own, with five active campaigns and a key that no rate limit is in the way of. */
export interface BenchTenant {
  readonly tenantId: string;
  readonly key: string;
}

const campaigns = [
  { name: 'One percent', earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 } },
  { name: 'A basket over 20', earningRule: { type: 'FIXED_POINTS', points: 5 }, minSpend: 2000 },
  { name: 'A visit', earningRule: { type: 'VISIT_FIXED', points: 3 } },
  { name: 'Groceries', earningRule: { type: 'PRODUCT_PURCHASE', points: 1, categories: ['GROCERY'] } },
  { name: 'Two stores', earningRule: { type: 'FIXED_POINTS', points: 2 }, storeIds: ['367', '406'] },
];

export const createBenchTenant = async (stack: LocalStack): Promise<BenchTenant> => {
  const { id: tenantId } = await loyaltyctl<{ id: string }>(stack, 'tenants', 'create', 'Bench');
  const environment = ['--tenant', tenantId, '--mode', 'live'];
  const { key } = await loyaltyctl<{ key: string }>(
    stack,
    'keys',
    'create',
    ...environment,
    '--rate-limit',
    '100000000',
  );
  for (const campaign of campaigns)
    await activate(`${stack.baseUrl}/tenants/${tenantId}/campaigns`, key, campaign);
  return { tenantId, key };
};

const activate = async (url: string, key: string, campaign: object): Promise<void> => {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
  const created = await fetch(url, { method: 'POST', headers, body: JSON.stringify(campaign) });
  const { id } = (await created.json()) as { id: string };
  await fetch(`${url}/${id}/activate`, { method: 'POST', headers });
};
