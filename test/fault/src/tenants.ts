import { loyaltyctlJson } from './loyaltyctl.ts';
import { webhookSecret, type WebhookReceiver } from './load/webhook-receiver.ts';
import type { OwnStack } from './own-stack.ts';
import { eventKey, fixedPoints } from './points.ts';

/** A tenant of the run. */
export interface FaultTenant {
  readonly tenantId: string;
  readonly key: string;
}

/** What every tenant has; `points.ts` works out by itself what they give. */
const campaigns = [
  {
    name: 'Two and a half percent',
    earningRule: { type: 'SPEND_PERCENTAGE', percentage: 2.5 },
    redemptionRule: { pointsPerRand: 10 },
  },
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
  {
    name: 'Points for a visit without a purchase',
    earningRule: { type: 'EVENT_TRIGGER', eventKey, reward: { points: fixedPoints.event } },
  },
];

/** Reached by some receipts and by many: members climb all the time, and each climb is rewarded. */
const tiers = [
  { name: 'Silver', minLifetimePoints: 50 },
  { name: 'Gold', minLifetimePoints: 500 },
].map((tier) => ({
  ...tier,
  benefits: [
    { type: 'FREE_REWARD', rewardType: 'FREE_ITEM', value: { description: 'A mug' }, validDays: 30 },
  ],
}));

/** What receipts, redeems and events make true and untrue. */
const segments = [
  { field: 'spend_cents_30d', op: 'gte', value: 20_000 },
  { field: 'points_balance', op: 'lt', value: 100 },
  { field: 'txn_count_7d', op: 'gte', value: 3 },
].map((comparison) => ({
  ...{ name: comparison.field, type: 'DYNAMIC' },
  rules: { operator: 'AND', conditions: [comparison] },
}));

/** Makes a tenant with tiers, segments, its campaigns active, an endpoint for all events and a key that no rate limit is in the way of. */
export const createTenant = async (
  stack: OwnStack,
  receiver: WebhookReceiver,
  name: string,
): Promise<FaultTenant> => {
  const { id: tenantId } = await loyaltyctlJson<{ id: string }>(stack, 'tenants', 'create', name);
  const live = ['--tenant', tenantId, '--mode', 'live'];
  const unlimited = ['--rate-limit', '100000000'];
  const { key } = await loyaltyctlJson<{ key: string }>(stack, 'keys', 'create', ...live, ...unlimited);
  const { baseUrl } = stack.now();
  const url = `${baseUrl}/tenants/${tenantId}`;
  await post(`${url}/event-definitions`, key, { key: eventKey, name: 'A visit' });
  for (const campaign of campaigns) {
    const { id } = await post(`${url}/campaigns`, key, campaign);
    await post(`${url}/campaigns/${id}/activate`, key);
  }
  const webhook = { url: receiver.urlOf(tenantId), secret: webhookSecret, events: ['*'] };
  await loyaltyctlJson(stack, 'settings', 'set', 'webhooksOverPlainHttp', 'true', ...live);
  await post(`${url}/webhooks`, key, webhook);
  for (const tier of tiers) await post(`${url}/tiers`, key, tier);
  for (const segment of segments) await post(`${url}/segments`, key, segment);
  return { tenantId, key };
};

const post = async (url: string, key: string, body?: object): Promise<{ readonly id: string }> => {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
  const answer = await fetch(url, {
    method: 'POST',
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${url} was refused: ${await answer.text()}`);
  return (await answer.json()) as { readonly id: string };
};
