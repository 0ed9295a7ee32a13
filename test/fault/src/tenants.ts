import type { OwnStack } from '@loyalty/stack';
import { askPatiently, type TenantAt } from './ask.ts';
import type { FaultTenant } from './fault-tenant.ts';
import { loyaltyctlJson } from './loyaltyctl.ts';
import { webhookSecret, type WebhookReceiver } from './load/webhook-receiver.ts';
import { eventKey, fixedPoints, importSource } from './points.ts';

/** So counting changes no points, and `loyaltyctl check` compares it with the responses (I24). */
const unreached = 1_000_000_000;

/** The campaigns of every tenant; `points.ts` computes independently what they give. */
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
    name: 'Two a basket over 100',
    earningRule: { type: 'FIXED_POINTS', points: 2 },
    minSpend: 10_000,
    exclusiveGroup: 'basket',
    priority: 1,
    limits: [{ per: 'CAMPAIGN', period: 'EVER', of: 'TIMES', max: unreached }],
  },
  {
    name: 'Or else one',
    earningRule: { type: 'FIXED_POINTS', points: 1 },
    exclusiveGroup: 'basket',
    limits: [
      { per: 'MEMBER', period: 'EVER', of: 'TIMES', max: unreached },
      { per: 'MEMBER', period: 'EVER', of: 'POINTS', max: unreached },
    ],
  },
  {
    name: 'Points for a visit without a purchase',
    earningRule: { type: 'EVENT_TRIGGER', eventKey, reward: { points: fixedPoints.event } },
  },
];

/** Some members reach them with one receipt, others with many: members climb all the time, and each climb gives a reward. */
const tiers = [
  { name: 'Silver', minLifetimePoints: 50 },
  { name: 'Gold', minLifetimePoints: 500 },
].map((tier) => ({
  ...tier,
  benefits: [
    { type: 'FREE_REWARD', rewardType: 'FREE_ITEM', value: { description: 'A mug' }, validDays: 30 },
  ],
}));

/** Receipts, redeems and events change who is in these segments. */
const segments = [
  { field: 'spend_cents_30d', op: 'gte', value: 20_000 },
  { field: 'points_balance', op: 'lt', value: 100 },
  { field: 'txn_count_7d', op: 'gte', value: 3 },
].map((comparison) => ({
  name: comparison.field,
  type: 'DYNAMIC',
  rules: { operator: 'AND', conditions: [comparison] },
}));

/**
 * Creates a tenant with tiers, segments, active campaigns and an endpoint for all events. Its key has no effective rate limit.
 */
export const createTenant = async (
  stack: OwnStack,
  receiver: WebhookReceiver,
  name: string,
): Promise<FaultTenant> => {
  const tenant = await createBareTenant(stack, name);
  const at = { stack, tenant };
  await make(at, '/event-definitions', { key: eventKey, name: 'A visit' });
  for (const campaign of campaigns) await activateCampaign(at, campaign);
  const webhook = { url: receiver.urlOf(tenant.tenantId), secret: webhookSecret, events: ['*'] };
  await changeSetting(at, 'webhooksOverPlainHttp', true);
  await make(at, '/webhooks', webhook);
  for (const tier of tiers) await make(at, '/tiers', tier);
  for (const segment of segments) await make(at, '/segments', segment);
  await make(at, `/imports/${importSource}`, { signedUp: true }, 'PUT');
  return tenant;
};

/** Creates a tenant without configuration. Its key has no effective rate limit. */
export const createBareTenant = async (stack: OwnStack, name: string): Promise<FaultTenant> => {
  const { id: tenantId } = await loyaltyctlJson<{ id: string }>(stack, 'tenants', 'create', name);
  const rights = ['--role', 'admin', '--rate-limit', '100000000'];
  const { key } = await loyaltyctlJson<{ key: string }>(
    stack,
    'keys',
    'create',
    ...liveOf({ tenantId }),
    ...rights,
  );
  return { tenantId, key };
};

/** Returns the options of loyaltyctl that select the tenant's live environment. */
export const liveOf = ({ tenantId }: Pick<FaultTenant, 'tenantId'>): readonly string[] => [
  '--tenant',
  tenantId,
  '--mode',
  'live',
];

export const changeSetting = ({ stack, tenant }: TenantAt, name: string, value: unknown): Promise<unknown> =>
  loyaltyctlJson(stack, 'settings', 'set', name, JSON.stringify(value), ...liveOf(tenant));

/** Creates and activates a campaign. Returns its id. */
export const activateCampaign = async (at: TenantAt, campaign: object): Promise<string> => {
  const { id } = await make(at, '/campaigns', campaign);
  await make(at, `/campaigns/${id}/activate`);
  return id;
};

/** Posts or puts until the service responds; throws when it refuses. */
export const make = async (
  at: TenantAt,
  path: string,
  body?: object,
  method: 'POST' | 'PUT' = 'POST',
): Promise<{ readonly id: string }> => {
  const { status, text } = await askPatiently(at, { method, path, body });
  if (status >= 300) throw new Error(`${path} was refused: ${text}`);
  return JSON.parse(text) as { readonly id: string };
};
