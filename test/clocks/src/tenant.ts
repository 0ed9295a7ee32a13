import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { OwnStack } from './own-stack.ts';
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

/** So many that no partition of twelve is left without one. */
const memberCount = 72;

/** Makes the tenant by an ingress whose clock is right. */
export const openShop = async (stack: OwnStack, baseUrl: string, endpoint: string): Promise<Shop> => {
  const { id: tenantId } = await stack.loyaltyctl<{ id: string }>('tenants', 'create', 'Clocks');
  const live = ['--tenant', tenantId, '--mode', 'live'];
  const unlimited = ['--rate-limit', '100000000'];
  const { key } = await stack.loyaltyctl<{ key: string }>('keys', 'create', ...live, ...unlimited);
  await stack.loyaltyctl('settings', 'set', 'webhooksOverPlainHttp', 'true', ...live);
  const api = createApi(`${baseUrl}/tenants/${tenantId}`, key);
  const { id } = await made<{ id: string }>(api, '/campaigns', campaign);
  await made(api, `/campaigns/${id}/activate`, {});
  const webhook = { url: endpoint, secret: webhookSecret, events: ['transaction.redeemed'] };
  await made(api, '/webhooks', webhook);
  await backdateEndpoints(stack, tenantId);
  const memberRefs = Array.from({ length: memberCount }, () => `member-${randomUUID()}`);
  const receipts = memberRefs.map((memberRef) => ({ transactionRef: randomUUID(), memberRef, amount: 100 }));
  await Promise.all(receipts.map((receipt) => made(api, '/transactions/evaluate', receipt)));
  return { key, tenantId, memberRefs };
};

/** An endpoint is not told of what a broker that is minutes behind has dated before it: here it is older than that. */
const backdateEndpoints = async ({ local }: OwnStack, tenantId: string): Promise<void> => {
  const db = new pg.Client({ connectionString: local.databaseUrl });
  await db.connect();
  await db.query(
    `UPDATE webhooks SET created_at = created_at - interval '1 hour'
      WHERE environment_id IN (SELECT id FROM environments WHERE tenant_id = $1)`,
    [tenantId],
  );
  await db.end();
};

/** A machine that is busy may need longer than a caller waits: as a till does, the same reference is sent again. */
const triesMax = 10;

const made = async <T>(api: Api, path: string, body: object): Promise<T> => {
  let { status, text } = await api.post(path, body);
  for (let tries = 1; status === 503 && tries < triesMax; tries += 1)
    ({ status, text } = await api.post(path, body));
  if (status >= 300) throw new Error(`${path} was refused: ${status.toString()} ${text}`);
  return JSON.parse(text) as T;
};
