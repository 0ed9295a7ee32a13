import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';
import type { LocalStack } from '@loyalty/stack';
import type { BenchTenant } from './bench-tenant.ts';
import type { Send } from './closed-loop.ts';

/** Members that the load spreads over. */
const membersCount = 10_000;

/** Sends evaluates of new receipts, over so many connections. */
export const createEvaluateSender = (
  stack: LocalStack,
  tenant: BenchTenant,
  connections: number,
): { readonly send: Send; readonly close: () => Promise<void> } => {
  const base = new URL(stack.baseUrl);
  const pool = new Pool(base.origin, { connections, pipelining: 1 });
  const run = randomUUID().slice(0, 8);
  const request = {
    path: `${base.pathname}/tenants/${tenant.tenantId}/transactions/evaluate`,
    method: 'POST' as const,
    headers: { 'x-api-key': tenant.key, 'content-type': 'application/json' },
  };
  const send = async (n: number): Promise<void> => {
    const body = JSON.stringify({
      transactionRef: `${run}-${n.toString()}`,
      memberRef: `bench-${(n % membersCount).toString()}`,
      amount: 1_000 + (n % 9_000),
      storeRef: '367',
      products: [
        { sku: '1095275', quantity: 1, unitPrice: 500, categories: ['PASTRY', 'ROLLS'] },
        { sku: '9878513', quantity: 2, unitPrice: 250, categories: ['GROCERY'] },
      ],
    });
    const answer = await pool.request({ ...request, body });
    const text = await answer.body.text();
    if (answer.statusCode !== 200)
      throw new Error(`evaluate answered ${answer.statusCode.toString()}: ${text}`);
  };
  return { send, close: () => pool.close() };
};
