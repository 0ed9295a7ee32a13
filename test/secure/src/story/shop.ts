import { randomUUID } from 'node:crypto';
import { loyaltyctlJson, type SecuredStack } from '../secured-stack.ts';
import { webhookSecret } from './receiver.ts';

/** A tenant whose members earn, climb, and get a code with each receipt. */
export interface Shop {
  readonly tenantId: string;
  readonly segmentId: string;
  readonly tierId: string;
  readonly api: Api;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
}

/** The API of a tenant, called as a till does. `path` follows `/tenants/{id}`. */
export interface Api {
  call(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer>;
  /** The same; returns the body, and throws for any status but 200 and 201. */
  ask<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T>;
}

const createApi = (baseUrl: string, tenantId: string, key: string): Api => {
  const call: Api['call'] = async (method, path, body) => {
    const answer = await fetch(`${baseUrl}/tenants/${tenantId}${path}`, {
      method,
      headers: { 'X-API-Key': key, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
    return { status: answer.status, text: await answer.text() };
  };
  return {
    call,
    ask: async <T>(method: 'GET' | 'POST', path: string, body?: object) => {
      const { status, text } = await call(method, path, body);
      if (status >= 300) throw new Error(`${method} ${path}: ${status.toString()} ${text}`);
      return JSON.parse(text) as T;
    },
  };
};

export const eventKey = 'shop.visit';
/** Points for each receipt, and for each event. */
export const pointsEach = { receipt: 100, event: 7 };

const campaigns = [
  {
    name: 'A hundred a receipt',
    earningRule: { type: 'FIXED_POINTS', points: pointsEach.receipt },
    redemptionRule: { pointsPerRand: 10 },
  },
  {
    name: 'Seven a visit',
    earningRule: { type: 'EVENT_TRIGGER', eventKey, reward: { points: pointsEach.event } },
  },
  {
    name: 'A card a receipt',
    earningRule: {
      type: 'SURPRISE_DELIGHT',
      rewardRules: [
        { everyNth: 1, reward: { rewardType: 'GIFT_CARD', value: { amount: 5_000 }, validDays: 1 } },
      ],
    },
  },
];

const segment = {
  name: 'Buyers',
  type: 'DYNAMIC',
  rules: { operator: 'AND', conditions: [{ field: 'spend_cents_30d', op: 'gte', value: 1_000 }] },
};

/** Returns the options of loyaltyctl that name the tenant's live environment. */
const liveOf = ({ tenantId }: Pick<Shop, 'tenantId'>): readonly string[] => [
  '--tenant',
  tenantId,
  '--mode',
  'live',
];

/** Creates the tenant as an operator, and its programme as a partner. */
export const openShop = async (stack: SecuredStack, baseUrl: string, endpoint: string): Promise<Shop> => {
  const { id: tenantId } = await loyaltyctlJson<{ id: string }>(stack, ['tenants', 'create', 'Secured']);
  const live = liveOf({ tenantId });
  const limit = ['--role', 'admin', '--rate-limit', '100000000'];
  const { key } = await loyaltyctlJson<{ key: string }>(stack, ['keys', 'create', ...live, ...limit]);
  await loyaltyctlJson(stack, ['settings', 'set', 'webhooksOverPlainHttp', 'true', ...live]);
  const api = createApi(baseUrl, tenantId, key);
  await api.ask('POST', '/event-definitions', { key: eventKey, name: 'A visit' });
  for (const campaign of campaigns) {
    const { id } = await api.ask<{ id: string }>('POST', '/campaigns', campaign);
    await api.ask('POST', `/campaigns/${id}/activate`, {});
  }
  const tier = await api.ask<{ id: string }>('POST', '/tiers', { name: 'Silver', minLifetimePoints: 50 });
  const buyers = await api.ask<{ id: string }>('POST', '/segments', segment);
  await api.ask('POST', '/webhooks', { url: endpoint, secret: webhookSecret, events: ['*'] });
  return { tenantId, segmentId: buyers.id, tierId: tier.id, api };
};

/** Builds a receipt over R25.00 of a member. */
export const receiptOf = (memberRef: string) => ({ transactionRef: randomUUID(), memberRef, amount: 2_500 });
