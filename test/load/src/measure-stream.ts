import { join } from 'node:path';
import type { LocalStack } from '@loyalty/stack';
import { createBenchTenant, loyaltyctl } from './bench-tenant.ts';

/** Streams the 20,000 receipts of the sample to a new tenant; answers receipts stored a second, from the first sent. */
export const measureStream = async (stack: LocalStack): Promise<number> => {
  const { tenantId } = await createBenchTenant(stack);
  const sample = join(stack.root, 'test/data/receipts.ndjson.gz');
  const { storedPerSecond } = await loyaltyctl<{ storedPerSecond: number }>(
    stack,
    ...['receipts', 'stream', sample, '--tenant', tenantId],
  );
  return Math.round(storedPerSecond);
};
