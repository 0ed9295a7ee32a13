import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { RestoredStack } from '../servers/restored-stack.ts';
import { ask, pointsRedeemed, type Answer, type Call, type Shop } from './shop.ts';

/** A request that got a success, with the bytes of its response. */
export interface Acknowledged {
  readonly call: Call;
  readonly text: string;
  /** The time in milliseconds since the epoch, by the clock of this program. */
  readonly atMs: number;
}

const shoppersCount = 50;
/** Only these redeem, so that a redeem's balances do not depend on the order of topics. */
const saversCount = 20;
/** Receipts by which each saver gets points at first. */
const fundings = 20;
/** Every so many requests are redeems, and as many receipts give a code. */
const everyNth = 5;

const evaluate = (memberRef: string, storeRef: string): Call => ({
  method: 'POST',
  path: '/transactions/evaluate',
  body: { transactionRef: randomUUID(), memberRef, amount: 2_500, storeRef },
});

const redeem = (memberRef: string): Call => ({
  method: 'POST',
  path: '/transactions/redeem',
  body: { transactionRef: randomUUID(), memberRef, amount: 100_000, pointsRequested: pointsRedeemed },
});

/** Callers at a steady rate. They repeat nothing, so each response is the first. */
export class Tills {
  readonly acknowledged: Acknowledged[] = [];
  /** Counts of all other responses, by status and code. */
  readonly others = new Map<string, number>();
  readonly #stack: RestoredStack;
  readonly #shop: Shop;
  readonly #open = new Set<Promise<void>>();

  constructor(stack: RestoredStack, shop: Shop) {
    this.#stack = stack;
    this.#shop = shop;
  }

  /** Gives every saver points for all redeems of a drill. */
  async fund(): Promise<void> {
    await Promise.all(Array.from({ length: saversCount }, (_, n) => this.#fundOne(saver(n))));
  }

  /** Sends for so many seconds; resolves once every request has its response. */
  async run(seconds: number, perSecond: number): Promise<void> {
    const beganMs = performance.now();
    for (let n = 0; n < seconds * perSecond; n += 1) {
      const call = this.#send(callOf(n));
      this.#open.add(call);
      void call.finally(() => this.#open.delete(call));
      await pause(Math.max(0, beganMs + ((n + 1) * 1_000) / perSecond - performance.now()));
    }
    await Promise.all(this.#open);
  }

  async #fundOne(memberRef: string): Promise<void> {
    for (let times = 0; times < fundings; times += 1) await this.#send(evaluate(memberRef, 'till'));
  }

  async #send(call: Call): Promise<void> {
    const answer = await ask(this.#stack, this.#shop, call).catch((failure: unknown) => String(failure));
    if (typeof answer !== 'string' && answer.status === 200)
      this.acknowledged.push({ call, text: answer.text, atMs: Date.now() });
    else this.#count(typeof answer === 'string' ? answer : nameOf(answer));
  }

  #count(what: string): void {
    this.others.set(what, (this.others.get(what) ?? 0) + 1);
  }
}

const saver = (n: number): string => `saver-${(n % saversCount).toString()}`;

const callOf = (n: number): Call => {
  const turn = n % everyNth;
  if (turn === 0) return redeem(saver(n / everyNth));
  return evaluate(`shopper-${(n % shoppersCount).toString()}`, turn === 1 ? 'cards' : 'till');
};

const nameOf = ({ status, text }: Answer): string => {
  const { code } = JSON.parse(text) as { readonly code?: string };
  return `${status.toString()} ${code ?? ''}`;
};
