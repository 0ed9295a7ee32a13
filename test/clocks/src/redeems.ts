import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createApi, type Answer, type Api } from './api.ts';
import type { Services } from './services.ts';
import type { Shop } from './tenant.ts';

/** The response to one redeem of each member, by reference. */
type Asked = ReadonlyMap<string, Answer>;

/** The result of a round of redeems; `faults` is empty when every promise held. */
export interface RedeemFaults {
  /** References of redeems that were requested in time and executed. */
  readonly executed: readonly string[];
  readonly faults: readonly string[];
}

const apiOf = ({ baseUrl }: Services, { tenantId, key }: Shop): Api =>
  createApi(`${baseUrl}/tenants/${tenantId}`, key);

const redeemAll = async (api: Api, { memberRefs }: Shop): Promise<Asked> => {
  const asked = memberRefs.map(async (memberRef): Promise<[string, Answer]> => {
    const order = { transactionRef: randomUUID(), memberRef, amount: 100_000, pointsRequested: 10 };
    return [order.transactionRef, await api.post('/transactions/redeem', order)];
  });
  return new Map(await Promise.all(asked));
};

/** Redeems for all members, on all partitions, while everything runs: none may be refused. */
export const redeemInTime = async (services: Services, shop: Shop): Promise<RedeemFaults> => {
  const asked = await redeemAll(apiOf(services, shop), shop);
  const faults = [...asked.values()]
    .filter(({ status }) => status !== 200)
    .map(({ status, text }) => `refused in time: ${status.toString()} ${text}`);
  return { executed: [...asked.keys()], faults };
};

/**
 * Redeems for all members while their engine is frozen; it continues once all callers have got a 503. None may be executed, and
 * each stored result must say so.
 */
export const redeemTooLate = async (services: Services, shop: Shop): Promise<readonly string[]> => {
  const engine = services.of('burn-engine');
  const api = apiOf(services, shop);
  engine.kill('SIGSTOP');
  const asked = await redeemAll(api, shop).finally(() => {
    engine.kill('SIGCONT');
  });
  const early = [...asked.values()].filter(({ status }) => status !== 503);
  const faults = early.map(({ status, text }) => `response without an engine: ${status.toString()} ${text}`);
  for (const ref of asked.keys()) {
    const text = await outcomeOf(api, ref);
    if (!text.includes('"executed":false')) faults.push(`executed after its deadline: ${text}`);
  }
  return faults;
};

/** The engine has rejoined its group and read the record within this time. */
const patienceMs = 60_000;

const outcomeOf = async (api: Api, ref: string): Promise<string> => {
  const untilMs = performance.now() + patienceMs;
  for (;;) {
    const { status, text } = await api.get(`/transactions/${ref}?operation=redeem`);
    if (status === 200 && !text.includes('"PENDING"')) return text;
    if (performance.now() > untilMs) return `nothing is known of ${ref}: ${status.toString()} ${text}`;
    await pause(100);
  }
};
