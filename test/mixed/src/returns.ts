import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Build } from './builds.ts';
import type { MixedStack } from './mixed-stack.ts';
import { call, evaluate, shop } from './story.ts';

/** R150.00 earn 150 points and 5 for the visit. */
const receiptCents = 15_000;
const [returnedCents, earned, authorized] = [5_000, 155, 20];
/**
 * The points for a third of the receipt: by the terms of the receipt, or by the share if an engine without
 * returns has decided it.
 */
const reversed: readonly number[] = [50, 52];

interface ReturnOrder {
  readonly transactionRef: string;
  readonly returnRef: string;
  readonly amount: number;
}

/** Returns and authorizations, of which an older build may know nothing. Each method returns what is wrong. */
export class Returns {
  readonly #stack: MixedStack;
  /** True if the older build has no returns. */
  readonly areNew: boolean;
  readonly #waiting: ReturnOrder[] = [];

  constructor(stack: MixedStack, older: Build) {
    this.#stack = stack;
    this.areNew = !existsSync(join(older.root, 'schemas/avro/burn-request.avsc'));
  }

  /** A third of a receipt comes back; points are authorized, captured, and given back after all. */
  async areTaken(): Promise<readonly string[]> {
    const order = await this.#buy();
    const returned = await this.#post('/transactions/returns', order);
    const { pointsReversed } = JSON.parse(returned.text) as { readonly pointsReversed?: number };
    if (pointsReversed === undefined || !reversed.includes(pointsReversed))
      return [`a return got ${returned.status.toString()} ${returned.text}`];
    const transactionRef = randomUUID();
    const redemption = {
      transactionRef,
      memberRef: order.returnRef,
      amount: receiptCents,
      pointsRequested: authorized,
    };
    const ends = [
      ['authorize', redemption, '"state":"AUTHORIZED"'],
      ['capture', { transactionRef }, '"state":"CAPTURED"'],
      ['void', { transactionRef }, `"pointsBalance":${(earned - pointsReversed).toString()}`],
    ] as const;
    for (const [kind, body, expected] of ends) {
      const { status, text } = await this.#post(`/transactions/redeem/${kind}`, body);
      if (!text.includes(expected)) return [`${kind} got ${status.toString()} ${text}`];
    }
    return [];
  }

  /** Only engines that do not know them run: the caller gets 503, and the return waits in Kafka. */
  async wait(): Promise<readonly string[]> {
    if (!this.areNew) return this.areTaken();
    const order = await this.#buy();
    const { status, text } = await this.#post('/transactions/returns', order);
    this.#waiting.push(order);
    return status === 503
      ? []
      : [`without an engine that knows it a return got ${status.toString()} ${text}`];
  }

  /** A return that waited is decided once an engine that knows it runs, by the share: the engine of the receipt kept no terms. */
  async haveCome(): Promise<readonly string[]> {
    const faults: string[] = [];
    for (const order of this.#waiting.splice(0)) {
      const { status, text } = await this.#post('/transactions/returns', order);
      if (!text.includes('"pointsReversed":52'))
        faults.push(`a return that waited got ${status.toString()} ${text}`);
    }
    return [...faults, ...(await this.areTaken())];
  }

  /** A new member buys; their name is that of the return. */
  async #buy(): Promise<ReturnOrder> {
    const order = { transactionRef: randomUUID(), returnRef: `back-${randomUUID()}`, amount: returnedCents };
    const receipt = {
      transactionRef: order.transactionRef,
      memberRef: order.returnRef,
      amount: receiptCents,
    };
    const { status, text } = await evaluate(this.#stack, receipt);
    if (status !== 200) throw new Error(`a receipt got ${status.toString()} ${text}`);
    return order;
  }

  #post(path: string, body: object): Promise<{ readonly status: number; readonly text: string }> {
    return call(this.#stack, shop, path, body);
  }
}
