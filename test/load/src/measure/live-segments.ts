import { askOurs } from '../ask-ours.ts';
import type { Contender } from '../contender.ts';

/** The number of segments that {@link createLiveSegments} creates. */
export const liveSegments = 20;

/** Creates twenty dynamic segments that members enter by receipts. */
export const createLiveSegments = async (tenant: Contender): Promise<void> => {
  for (let n = 1; n <= liveSegments; n += 1) await askOurs(tenant, 'POST /segments', segment(n));
};

/** Segment n needs n purchases or more; every other one also needs a spend within a week. */
const segment = (n: number): object => {
  const [field, value] = n % 2 === 1 ? ['txn_count_lifetime', (n + 1) / 2] : ['spend_cents_7d', n * 1_000];
  const rules = { operator: 'AND', conditions: [{ field, op: 'gte', value }] };
  return { name: `live ${n.toString()}`, type: 'DYNAMIC', rules };
};
