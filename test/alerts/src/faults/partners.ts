import { randomBytes } from 'node:crypto';
import type { OwnStack } from '@loyalty/stack';
import { startCodeProvider } from '@loyalty/testkit/servers';
import type { FaultTenant } from '../../../fault/src/fault-tenant.ts';
import { ask, askPatiently, type TenantAt } from '../../../fault/src/ask.ts';
import { loyaltyctlJson } from '../../../fault/src/loyaltyctl.ts';
import {
  activateCampaign,
  changeSetting,
  createBareTenant,
  liveOf,
  make,
} from '../../../fault/src/tenants.ts';
import type { Fault, Undo } from './fault.ts';
import { repeat } from './repeat.ts';

const secret = 'a secret of the partner';
/** Addresses of this machine where nobody listens, at a port that a partner may have. */
const deadAddresses = Array.from({ length: 8 }, (_, n) => `http://127.0.0.${(n + 11).toString()}:8999/`);
const receiptEveryMs = 5_000;
const listCampaigns = { method: 'GET', path: '/campaigns' };
/** A limit of 60 a minute refuses nearly all of these calls. */
const callsAtOnce = 40;
const callsEveryMs = 500;

const giftCards = {
  name: 'Gift cards',
  earningRule: {
    type: 'SURPRISE_DELIGHT',
    rewardRules: [
      { everyNth: 1, reward: { rewardType: 'GIFT_CARD', value: { amount: 5_000 }, validDays: 1 } },
    ],
  },
};
export const fivePoints = { name: 'Five points', earningRule: { type: 'FIXED_POINTS', points: 5 } };

const sell = async (at: TenantAt, n: number): Promise<void> => {
  const body = { transactionRef: `sold-${n.toString()}`, memberRef: 'somebody', amount: 10_000 };
  await askPatiently(at, { method: 'POST', path: '/transactions/evaluate', body });
};

/** Opens a tenant with endpoints where nobody listens, and makes events for them until it is undone. */
export const sellToDeadEndpoints = async (
  stack: OwnStack,
  name: string,
  urls: readonly string[],
): Promise<Undo> => {
  const at = { stack, tenant: await createBareTenant(stack, name) };
  await changeSetting(at, 'webhooksOverPlainHttp', true);
  await activateCampaign(at, fivePoints);
  const ids: string[] = [];
  for (const url of urls)
    ids.push((await make(at, '/webhooks', { url, secret, events: ['transaction.processed'] })).id);
  const end = repeat(receiptEveryMs, (n) => sell(at, n));
  return async () => {
    await end();
    for (const id of ids) await askPatiently(at, { method: 'DELETE', path: `/webhooks/${id}?drop=true` });
  };
};

const limitedKey = async ({ stack, tenant }: TenantAt): Promise<FaultTenant> => {
  const line = ['keys', 'create', ...liveOf(tenant), '--role', 'admin', '--rate-limit', '60'];
  const { key } = await loyaltyctlJson<{ key: string }>(stack, ...line);
  return { tenantId: tenant.tenantId, key };
};

/** Faults of tenants and their partners. */
export const partnerFaults: readonly Fault[] = [
  {
    name: 'code-given-twice',
    does: 'A provider gives two rewards the same code.',
    alert: 'CodeGivenTwice',
    harms: [],
    lingersMinutes: 60,
    plant: async ({ doored: { stack } }) => {
      const tenant = await createBareTenant(stack, 'Its provider has one code');
      const at = { stack, tenant };
      const { url, close } = await startCodeProvider((_, response) => {
        response.end(JSON.stringify({ code: 'THE-ONLY-ONE', expiresAt: '2099-01-01T00:00:00Z' }));
      });
      const line = ['providers', 'set', 'acme', '--url', url, '--secret', secret, ...liveOf(tenant)];
      await loyaltyctlJson(stack, ...line);
      await changeSetting(at, 'rewardProviders', { byType: { GIFT_CARD: 'acme' } });
      await activateCampaign(at, giftCards);
      await sell(at, 1);
      await sell(at, 2);
      return close;
    },
  },
  {
    name: 'egress-away',
    does: 'Most addresses of partners cannot be reached.',
    alert: 'EgressFails',
    harms: [],
    lingersMinutes: 0,
    plant: ({ doored: { stack } }) => sellToDeadEndpoints(stack, 'Its endpoints are away', deadAddresses),
  },
  {
    name: 'keys-guessed',
    does: 'Somebody tries one key after the other.',
    alert: 'CredentialsGuessed',
    harms: [],
    lingersMinutes: 10,
    plant: async ({ doored: { stack } }) => {
      const { tenantId } = await createBareTenant(stack, 'Whose keys are guessed');
      return repeat(callsEveryMs, async () => {
        const key = `sk_live_${randomBytes(19).toString('hex')}`;
        await ask({ stack, tenant: { tenantId, key } }, listCampaigns).catch(() => undefined);
      });
    },
  },
  {
    name: 'revoked-key-used',
    does: 'A till goes on with a key that was revoked.',
    alert: 'RevokedKeyUsed',
    harms: [],
    lingersMinutes: 15,
    plant: async ({ doored: { stack } }) => {
      const tenant = await createBareTenant(stack, 'Its till was forgotten');
      const line = ['keys', 'create', ...liveOf(tenant), '--role', 'till'];
      const made = await loyaltyctlJson<{ id: string; key: string }>(stack, ...line);
      await loyaltyctlJson(stack, 'keys', 'revoke', made.id);
      const at = { stack, tenant: { tenantId: tenant.tenantId, key: made.key } };
      return repeat(callsEveryMs, async () => {
        await ask(at, listCampaigns).catch(() => undefined);
      });
    },
  },
  {
    name: 'callers-limited',
    does: 'A caller goes on for far beyond its limit.',
    alert: 'CallersLimited',
    harms: [],
    lingersMinutes: 10,
    plant: async ({ doored: { stack } }) => {
      const tenant = await createBareTenant(stack, 'Its till repeats without a pause');
      const limited = { stack, tenant: await limitedKey({ stack, tenant }) };
      const call = () => ask(limited, listCampaigns).catch(() => undefined);
      return repeat(callsEveryMs, async () => {
        await Promise.all(Array.from({ length: callsAtOnce }, call));
      });
    },
  },
];
