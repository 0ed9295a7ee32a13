import { askOurs } from '../ask-ours.ts';
import type { Contender } from '../contender.ts';

/** How many {@link createLiveSegments} makes. */
export const liveSegments = 20;

/** Twenty dynamic segments that receipts lead into. */
export const createLiveSegments = async (tenant: Contender): Promise<void> => {
  for (let n = 1; n <= liveSegments; n += 1) await askOurs(tenant, 'POST /segments', segment(n));
};

/** The first purchase leads to the first one, and so on; every other one asks for money within a week. */
const segment = (n: number): object => {
  const [field, value] = n % 2 === 1 ? ['txn_count_lifetime', (n + 1) / 2] : ['spend_cents_7d', n * 1_000];
  const rules = { operator: 'AND', conditions: [{ field, op: 'gte', value }] };
  return { name: `live ${n.toString()}`, type: 'DYNAMIC', rules };
};
