import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { ClockStack } from './own-stack.ts';
import { webhookSecret } from './receiver.ts';
import { createApi, type Api } from './api.ts';

/** A tenant whose members have points, and an endpoint for all events. */
export interface Shop {
  readonly key: string;
  readonly tenantId: string;
  readonly memberRefs: readonly string[];
}

const campaign = {
  name: 'Points for a visit',
  earningRule: { type: 'FIXED_POINTS', points: 100_000 },
  redemptionRule: { pointsPerRand: 10 },
};

const coffee = { rewardType: 'FREE_ITEM', value: { description: 'A coffee' }, validDays: 1 };

/** The rewards of the large baskets in scenarios with the database. */
const rewards = {
  name: 'A coffee for a day',
  earningRule: { type: 'SURPRISE_DELIGHT', rewardRules: [{ everyNth: 1, reward: coffee }] },
  minSpend: 50_000,
};

/** Enough that each of twelve partitions has a member. */
const memberCount = 72;

/** Creates the tenant at an ingress with a right clock. */
export const openShop = async (stack: ClockStack, baseUrl: string, endpoint: string): Promise<Shop> => {
  const { id: tenantId } = await stack.loyaltyctl<{ id: string }>('tenants', 'create', 'Clocks');
  const live = ['--tenant', tenantId, '--mode', 'live'];
  const unlimited = ['--role', 'admin', '--rate-limit', '100000000'];
  const { key } = await stack.loyaltyctl<{ key: string }>('keys', 'create', ...live, ...unlimited);
  await stack.loyaltyctl('settings', 'set', 'webhooksOverPlainHttp', 'true', ...live);
  const api = createApi(`${baseUrl}/tenants/${tenantId}`, key);
  for (const one of [campaign, rewards]) {
    const { id } = await made<{ id: string }>(api, '/campaigns', one);
    await made(api, `/campaigns/${id}/activate`, {});
  }
  const webhook = { url: endpoint, secret: webhookSecret, events: ['transaction.redeemed'] };
  await made(api, '/webhooks', webhook);
  await backdateEndpoints(stack, tenantId);
  const memberRefs = Array.from({ length: memberCount }, () => `member-${randomUUID()}`);
  const receipts = memberRefs.map((memberRef) => ({ transactionRef: randomUUID(), memberRef, amount: 100 }));
  await Promise.all(receipts.map((receipt) => made(api, '/transactions/evaluate', receipt)));
  return { key, tenantId, memberRefs };
};

/**
 * Sets the endpoints' creation back in time. An endpoint gets no event dated before its creation, and a broker may be minutes
 * behind.
 */
const backdateEndpoints = async ({ local }: ClockStack, tenantId: string): Promise<void> => {
  const db = new pg.Client({ connectionString: local.databaseUrl });
  await db.connect();
  await db.query(
    `UPDATE webhooks SET created_at = created_at - interval '1 hour'
      WHERE environment_id IN (SELECT id FROM environments WHERE tenant_id = $1)`,
    [tenantId],
  );
  await db.end();
};

/** A busy machine may take longer than a caller waits; the same reference is sent again, as a till does. */
const triesMax = 10;

const made = async <T>(api: Api, path: string, body: object): Promise<T> => {
  let { status, text } = await api.post(path, body);
  for (let tries = 1; status === 503 && tries < triesMax; tries += 1)
    ({ status, text } = await api.post(path, body));
  if (status >= 300) throw new Error(`${path} was refused: ${status.toString()} ${text}`);
  return JSON.parse(text) as T;
};
