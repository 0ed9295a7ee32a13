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
  /** A member with many points, from whom alone points are taken. */
  readonly saverRef: string;
  /** The cell to which the load balancer routes this tenant. */
  cell: Cell;
}

export const pointsEach = 10;
export const pointsOfSaver = 10_000_000;
export const pointsAuthorized = 5;
/** Longer than any move takes: nothing lapses that is to be captured. */
const ttlSeconds = 3_600;
const memberCount = 50;
/** The value of `Retry-After`. */
const retryAfterMs = 1_000;

/** Creates a tenant whose receipts give points, and a member who has many. */
export const openShop = async (cell: Cell, name: string): Promise<Shop> => {
  const made = await cell.loyaltyctl<{ id: string; environmentIds: { live: number } }>(
    'tenants',
    'create',
    name,
  );
  const live = ['--tenant', made.id, '--mode', 'live'];
  const rights = ['--role', 'admin', '--rate-limit', '100000000'];
  const { key } = await cell.loyaltyctl<{ key: string }>('keys', 'create', ...live, ...rights);
  const memberRefs = Array.from({ length: memberCount }, () => `member-${randomUUID()}`);
  const shop: Shop = {
    tenantId: made.id,
    environmentId: made.environmentIds.live,
    key,
    memberRefs,
    saverRef: `saver-${randomUUID()}`,
    cell,
  };
  const campaign = {
    name: 'Ten',
    earningRule: { type: 'FIXED_POINTS', points: pointsEach },
    redemptionRule: { pointsPerRand: 1 },
  };
  await openCampaign(shop, campaign);
  const saverId = await idOf(shop, '/members', { externalRef: shop.saverRef });
  const saved = { points: pointsOfSaver, reason: 'Savings' };
  await ask(shop, `/members/${saverId}/ledger/adjust`, saved);
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

/** Creates a campaign and activates it. Returns its id. */
export const openCampaign = async (shop: Shop, campaign: object): Promise<string> => {
  const id = await idOf(shop, '/campaigns', campaign);
  await ask(shop, `/campaigns/${id}/activate`, {});
  return id;
};

const idOf = async (shop: Shop, path: string, body: object): Promise<string> =>
  (JSON.parse((await ask(shop, path, body)).text) as { readonly id: string }).id;

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
  /** References of receipts that came back. */
  readonly returned: Set<string>;
  /** Authorizations that were captured. */
  captured: number;
  voided: number;
  /** Counts of all other responses, by status and code. */
  readonly others: Map<string, number>;
}

/** The rate of each caller while the service responds in time. */
const perCallerAndSecond = 2;

/**
 * Callers at a steady rate, each with one sale after the other: of ten, six are receipts, two returns, and two authorizations that
 * are captured or voided. They repeat each request until it is processed.
 */
export class Tills {
  readonly responses: Responses = {
    processed: new Map(),
    returned: new Set(),
    captured: 0,
    voided: 0,
    others: new Map(),
  };
  /** Processed, and not on their way back. */
  readonly #kept: string[] = [];
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
      const dice = Math.random() * 10;
      if (dice < 6) await this.#sell();
      else if (dice < 8) await this.#takeBack();
      else await this.#authorize();
      await rest;
    }
  }

  async #sell(): Promise<void> {
    const { memberRefs } = this.#shop;
    const memberRef = memberRefs[Math.floor(Math.random() * memberRefs.length)] ?? '';
    const transactionRef = randomUUID();
    await this.#send('/transactions/evaluate', { transactionRef, memberRef, amount: 100 });
    this.responses.processed.set(transactionRef, memberRef);
    this.#kept.push(transactionRef);
  }

  async #takeBack(): Promise<void> {
    const transactionRef = this.#kept.pop();
    if (transactionRef === undefined) return;
    await this.#send('/transactions/returns', { transactionRef, returnRef: randomUUID(), whole: true });
    this.responses.returned.add(transactionRef);
  }

  async #authorize(): Promise<void> {
    const transactionRef = randomUUID();
    const order = { transactionRef, memberRef: this.#shop.saverRef, amount: 100_000 };
    const authorization = Object.assign(order, { pointsRequested: pointsAuthorized, ttlSeconds });
    await this.#send('/transactions/redeem/authorize', authorization);
    const end = Math.random() < 0.5 ? 'capture' : 'void';
    await this.#send(`/transactions/redeem/${end}`, { transactionRef });
    this.responses[end === 'capture' ? 'captured' : 'voided'] += 1;
  }

  async #send(path: string, body: object): Promise<void> {
    await sendUntilProcessed(
      { shop: this.#shop, movesTo: this.#movesTo, others: this.responses.others },
      path,
      body,
    );
  }
}

/** A caller of a shop, whose load balancer follows it into another cell. */
export interface Caller {
  readonly shop: Shop;
  readonly movesTo: Cell | null;
  /** Counts of responses other than 200, by status and code. */
  readonly others: Map<string, number>;
}

/** Repeats a request until it is processed. Returns the response. */
export const sendUntilProcessed = async (caller: Caller, path: string, body: object): Promise<string> => {
  for (;;) {
    const text = await processedBy(caller, path, body);
    if (text !== null) return text;
    await pause(retryAfterMs);
  }
};

const processedBy = async (
  { shop, movesTo, others }: Caller,
  path: string,
  body: object,
): Promise<string | null> => {
  let what: string;
  try {
    const { status, text } = await ask(shop, path, body);
    if (status === 200) return text;
    what = `${status.toString()} ${(JSON.parse(text) as { code: string }).code}`;
  } catch (failure) {
    what = failure instanceof Error ? failure.name : 'failure';
  }
  if (what === '503 TENANT_MOVED' && movesTo !== null) shop.cell = movesTo;
  others.set(what, (others.get(what) ?? 0) + 1);
  return null;
};
