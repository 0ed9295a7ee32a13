import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Cell } from './cell.ts';
import { webhookSecret } from './receiver.ts';

/** A tenant, and the cell that serves its callers. */
export interface Shop {
  readonly tenantId: string;
  readonly environmentId: number;
  readonly key: string;
  readonly memberRefs: readonly string[];
  /** The cell to which the load balancer routes this tenant. */
  cell: Cell;
}

export const pointsEach = 10;
const memberCount = 50;
/** The value of `Retry-After`. */
const retryAfterMs = 1_000;

/** Creates a tenant whose receipts give points. */
export const openShop = async (cell: Cell, name: string): Promise<Shop> => {
  const made = await cell.loyaltyctl<{ id: string; environmentIds: { live: number } }>(
    'tenants',
    'create',
    name,
  );
  const live = ['--tenant', made.id, '--mode', 'live', '--rate-limit', '100000000'];
  const { key } = await cell.loyaltyctl<{ key: string }>('keys', 'create', ...live);
  const memberRefs = Array.from({ length: memberCount }, () => `member-${randomUUID()}`);
  const shop: Shop = {
    tenantId: made.id,
    environmentId: made.environmentIds.live,
    key,
    memberRefs,
    cell,
  };
  const campaign = { name: 'Ten', earningRule: { type: 'FIXED_POINTS', points: pointsEach } };
  const { text } = await ask(shop, '/campaigns', campaign);
  await ask(shop, `/campaigns/${(JSON.parse(text) as { id: string }).id}/activate`, {});
  return shop;
};

/** Subscribes a partner's endpoint to every receipt. */
export const subscribePartner = async (shop: Shop, url: string): Promise<void> => {
  const live = ['--tenant', shop.tenantId, '--mode', 'live'];
  await shop.cell.loyaltyctl('settings', 'set', 'webhooksOverPlainHttp', 'true', ...live);
  const endpoint = { url, secret: webhookSecret, events: ['transaction.processed'] };
  const { status, text } = await ask(shop, '/webhooks', endpoint);
  if (status !== 201) throw new Error(`the endpoint was refused: ${text}`);
};

interface Answer {
  readonly status: number;
  readonly text: string;
}

const ask = async ({ cell, tenantId, key }: Shop, path: string, body: object): Promise<Answer> => {
  const answer = await fetch(`${cell.baseUrl}/tenants/${tenantId}${path}`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  });
  return { status: answer.status, text: await answer.text() };
};

/** The responses that callers got. */
export interface Responses {
  /** The memberRef of each processed receipt, by reference. */
  readonly processed: Map<string, string>;
  /** Counts of all other responses, by status and code. */
  readonly others: Map<string, number>;
}

/** The rate of each caller while the service responds in time. */
const perCallerAndSecond = 2;

/** Callers that send receipts at a steady rate, one after the other, and repeat each receipt until it is processed. */
export class Tills {
  readonly responses: Responses = { processed: new Map(), others: new Map() };
  readonly #shop: Shop;
  readonly #movesTo: Cell | null;
  readonly #callers: readonly Promise<void>[];
  #isStopped = false;

  constructor(shop: Shop, perSecond: number, movesTo: Cell | null) {
    this.#shop = shop;
    this.#movesTo = movesTo;
    this.#callers = Array.from({ length: perSecond / perCallerAndSecond }, () => this.#call());
  }

  /** Stops. Resolves once every started receipt is processed. */
  async stop(): Promise<Responses> {
    this.#isStopped = true;
    await Promise.all(this.#callers);
    return this.responses;
  }

  async #call(): Promise<void> {
    while (!this.#isStopped) {
      const rest = pause(1_000 / perCallerAndSecond);
      await this.#send();
      await rest;
    }
  }

  async #send(): Promise<void> {
    const { memberRefs } = this.#shop;
    const memberRef = memberRefs[Math.floor(Math.random() * memberRefs.length)] ?? '';
    const receipt = { transactionRef: randomUUID(), memberRef, amount: 100 };
    while (!(await this.#isProcessed(receipt))) await pause(retryAfterMs);
    this.responses.processed.set(receipt.transactionRef, memberRef);
  }

  async #isProcessed(receipt: { readonly transactionRef: string }): Promise<boolean> {
    let what: string;
    try {
      const { status, text } = await ask(this.#shop, '/transactions/evaluate', receipt);
      if (status === 200) return true;
      what = `${status.toString()} ${(JSON.parse(text) as { code: string }).code}`;
    } catch (failure) {
      what = failure instanceof Error ? failure.name : 'failure';
    }
    if (what === '503 TENANT_MOVED' && this.#movesTo !== null) this.#shop.cell = this.#movesTo;
    this.responses.others.set(what, (this.responses.others.get(what) ?? 0) + 1);
    return false;
  }
}
