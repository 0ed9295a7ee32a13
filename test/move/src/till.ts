import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Cell } from './cell.ts';

/** A tenant, and where its callers are led. */
export interface Shop {
  readonly tenantId: string;
  readonly environmentId: number;
  readonly key: string;
  readonly memberRefs: readonly string[];
  /** What stands in front of the cells: the cell that it sends this tenant to. */
  cell: Cell;
}

export const pointsEach = 10;
const memberCount = 50;
/** As `Retry-After` says. */
const retryAfterMs = 1_000;

/** Makes a tenant whose receipts give points. */
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

/** Has a partner told of every receipt. */
export const tellPartner = async (shop: Shop, url: string): Promise<void> => {
  const live = ['--tenant', shop.tenantId, '--mode', 'live'];
  await shop.cell.loyaltyctl('settings', 'set', 'webhooksOverPlainHttp', 'true', ...live);
  const secret = `whsec_${Buffer.from(randomUUID()).toString('base64')}`;
  const { status, text } = await ask(shop, '/webhooks', { url, secret, events: ['transaction.processed'] });
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

/** What callers were told of receipts. */
export interface Told {
  /** By reference: whose receipt it was. */
  readonly processed: Map<string, string>;
  /** How often each answer came that was not a receipt's. */
  readonly others: Map<string, number>;
}

/** Of each caller, while nobody keeps it waiting. */
const perCallerAndSecond = 2;

/** Callers who send receipts at a steady rate, each one after the other, and each receipt until it is processed. */
export class Tills {
  readonly told: Told = { processed: new Map(), others: new Map() };
  readonly #shop: Shop;
  readonly #movesTo: Cell | null;
  readonly #callers: readonly Promise<void>[];
  #isStopped = false;

  constructor(shop: Shop, perSecond: number, movesTo: Cell | null) {
    this.#shop = shop;
    this.#movesTo = movesTo;
    this.#callers = Array.from({ length: perSecond / perCallerAndSecond }, () => this.#call());
  }

  /** Ends once every receipt that was begun is processed. */
  async stop(): Promise<Told> {
    this.#isStopped = true;
    await Promise.all(this.#callers);
    return this.told;
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
    this.told.processed.set(receipt.transactionRef, memberRef);
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
    this.told.others.set(what, (this.told.others.get(what) ?? 0) + 1);
    return false;
  }
}
