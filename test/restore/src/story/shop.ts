import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@loyalty/testkit/runs';
import { home } from '../root.ts';
import type { RestoredStack } from '../servers/restored-stack.ts';

export interface Answer {
  readonly status: number;
  readonly text: string;
}

/** A tenant with a key to its live environment. */
export interface Shop {
  readonly tenantId: string;
  readonly environmentId: number;
  readonly key: string;
}

/** A call of the API; `path` follows `/tenants/{id}`. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: object;
}

/** Calls the API; throws when there is no response. */
export const ask = async (
  { baseUrl }: Pick<RestoredStack, 'baseUrl'>,
  { tenantId, key }: Shop,
  { method, path, body }: Call,
): Promise<Answer> => {
  const answer = await fetch(`${baseUrl}/tenants/${tenantId}${path}`, {
    method,
    headers: { 'X-API-Key': key, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(15_000),
  });
  return { status: answer.status, text: await answer.text() };
};

/** The same, until there is a response other than 503. Returns the body, and throws for a refusal. */
export const make = async <T>(stack: RestoredStack, shop: Shop, call: Call): Promise<T> => {
  let answer: Answer = { status: 503, text: '' };
  await eventually(`${call.path} gets a response`, async () => {
    answer = await ask(stack, shop, call).catch(() => answer);
    return answer.status !== 503;
  });
  if (answer.status >= 300) throw new Error(`${call.path}: ${answer.status.toString()} ${answer.text}`);
  return (answer.text === '' ? null : JSON.parse(answer.text)) as T;
};

/** The options of loyaltyctl that name the tenant's live environment. */
export const liveOf = ({ tenantId }: Pick<Shop, 'tenantId'>): readonly string[] => [
  '--tenant',
  tenantId,
  '--mode',
  'live',
];

/** Creates a tenant without a programme. Its key has no effective rate limit. */
export const createShop = async (stack: RestoredStack, name: string): Promise<Shop> => {
  const { id: tenantId, environmentIds } = await stack.loyaltyctl<{
    id: string;
    environmentIds: { live: number };
  }>('tenants', 'create', name);
  const rights = ['--role', 'admin', '--rate-limit', '100000000'];
  const { key } = await stack.loyaltyctl<{ key: string }>(
    'keys',
    'create',
    ...liveOf({ tenantId }),
    ...rights,
  );
  return { tenantId, environmentId: environmentIds.live, key };
};

/** Creates and activates a campaign. Returns its id. */
export const activate = async (stack: RestoredStack, shop: Shop, campaign: object): Promise<string> => {
  const { id } = await make<{ id: string }>(stack, shop, {
    method: 'POST',
    path: '/campaigns',
    body: campaign,
  });
  await make(stack, shop, { method: 'POST', path: `/campaigns/${id}/activate`, body: {} });
  return id;
};

const pointsEach = 100;
export const pointsRedeemed = 50;
const codesCount = 5_000;

/** Creates a tenant whose receipts give points, and a code of a pool each. */
export const openShop = async (stack: RestoredStack): Promise<Shop> => {
  const shop = await createShop(stack, 'Drilled');
  const file = join(home, 'codes.txt');
  writeFileSync(file, Array.from({ length: codesCount }, () => `${randomUUID()}\n`).join(''));
  await stack.loyaltyctl('codes', 'import', file, '--pool', 'cards', ...liveOf(shop));
  const providers = JSON.stringify({ byType: { GIFT_CARD: 'cards' } });
  await stack.loyaltyctl('settings', 'set', 'rewardProviders', providers, ...liveOf(shop));
  await activate(stack, shop, {
    name: 'Points',
    earningRule: { type: 'FIXED_POINTS', points: pointsEach },
    redemptionRule: { pointsPerRand: 10 },
  });
  await activate(stack, shop, {
    name: 'Cards',
    storeIds: ['cards'],
    earningRule: {
      type: 'SURPRISE_DELIGHT',
      rewardRules: [
        { everyNth: 1, reward: { rewardType: 'GIFT_CARD', value: { amount: 5_000 }, validDays: 9 } },
      ],
    },
  });
  return shop;
};
