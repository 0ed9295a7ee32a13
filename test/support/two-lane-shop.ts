import { eventually } from '@loyalty/testkit/runs';
import { createBulk } from './bulk.ts';
import { readFacts, type ReadFact } from './read-facts.ts';
import { giftCampaign } from './rewards.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from './tenant.ts';
import { openWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

/** A tenant at which each receipt of a member leads to a tier, a code, a membership and a webhook. */
export interface TwoLaneShop {
  readonly tenant: TestTenant;
  readonly segmentId: string;
  readonly receiver: WebhookReceiver;
}

/** Opens the shop. Its receiver gets `transaction.processed` alone. */
export const openTwoLaneShop = async (name: string): Promise<TwoLaneShop> => {
  const tenant = await createTestTenant(name);
  const earningRule = { type: 'SPEND_PERCENTAGE', percentage: 100 };
  await activateCampaigns(tenant.live, [{ name: 'A point each cent', earningRule }, giftCampaign]);
  await tenant.live.post('/tiers', { name: 'Silver', minLifetimePoints: 100 });
  const rules = {
    operator: 'AND',
    conditions: [{ field: 'lifetime_points', op: 'gte', value: 100 }],
  };
  const segment = await tenant.live.post('/segments', { name: 'Bought', type: 'DYNAMIC', rules });
  await tenant.live.post(`/segments/${segment.body.id}/refresh`);
  const receiver = await openWebhookReceiver(tenant, ['transaction.processed']);
  return { tenant, segmentId: segment.body.id, receiver };
};

/** The receipts of one call of bulk evaluate. */
const itemsOfCall = 500;

/** Sends one receipt each of so many members through bulk evaluate. Items without a result in time are repeated. */
export const buyInBulk = async ({ tenant }: TwoLaneShop, count: number): Promise<void> => {
  const bulk = createBulk(tenant.tenantId, tenant.keys.live);
  const all = Array.from({ length: count }, (_, n) => receiptOf(`bulk-${n.toString()}`));
  for (let from = 0; from < count; from += itemsOfCall) {
    const items = all.slice(from, from + itemsOfCall);
    await eventually('every receipt of the call has its result', async () => {
      const { results } = await bulk(items);
      return results.length === items.length && results.every(({ status }) => status === 200);
    });
  }
};

/** Sends the receipt of a till. */
export const buyAtTill = async ({ tenant }: TwoLaneShop, name: string): Promise<void> => {
  await tenant.live.post('/transactions/evaluate', receiptOf(name));
};

const receiptOf = (name: string) => ({ transactionRef: name, memberRef: `member-of-${name}`, amount: 150 });

/** Returns the topics on which the processed receipts of tills, and those of bulk calls, were published. */
export const topicsOfReceipts = (facts: readonly ReadFact[]) => {
  const processed = facts.filter(({ type }) => type === 'transaction.processed');
  const topicsOf = (isBulk: boolean): string[] => [
    ...new Set(processed.filter(isOfBulk(isBulk)).map(({ topic }) => topic)),
  ];
  return { tills: topicsOf(false), bulk: topicsOf(true) };
};

const isOfBulk =
  (isBulk: boolean) =>
  ({ data }: ReadFact): boolean =>
    String(data['transactionRef']).startsWith('bulk-') === isBulk;

/** Waits until the facts of so many receipts are published. */
export const untilPublished = async ({ tenant }: TwoLaneShop, receipts: number): Promise<void> => {
  const isPublished = async () => {
    const facts = await readFacts(tenant.tenantId);
    const refs = facts.flatMap(({ type, data }) =>
      type === 'transaction.processed' ? [data['transactionRef']] : [],
    );
    return new Set(refs).size === receipts;
  };
  await eventually('the facts of all receipts are published', isPublished, { everyMs: 500 });
};
