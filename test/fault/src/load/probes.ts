import type { FaultTenant } from '../tenants.ts';
import type { Client } from './client.ts';
import type { Journal } from './journal.ts';

/** Enough members for every one of the 12 partitions to have some (but for once in 65 times). */
const probesCount = 48;

/** Asks for members on all partitions at once; resolves with the milliseconds until the last of them was answered. */
export const createProbes = (
  client: Client,
  journal: Journal,
  tenant: FaultTenant,
): (() => Promise<number>) => {
  let round = 0;
  const probe = async (number: number): Promise<void> => {
    const ref = `probe-${round.toString()}-${number.toString()}`;
    const body = JSON.stringify({
      transactionRef: ref,
      memberRef: `probe-${number.toString()}`,
      amount: 1_000,
      storeRef: '1',
      products: [],
    });
    journal.sent(tenant.tenantId, ref, body);
    const { answer } = await client.evaluate(tenant, body);
    journal.answered(tenant.tenantId, ref, answer);
  };
  return async () => {
    round += 1;
    const beganMs = performance.now();
    await Promise.all(Array.from({ length: probesCount }, (_, number) => probe(number)));
    return performance.now() - beganMs;
  };
};
