import { Pool } from 'undici';
import { seededRandom } from '@loyalty/kernel/testing';
import { runOpenLoop } from '../../../fault/src/load/open-loop.ts';
import {
  evaluateOf,
  eventOf,
  fundingOf,
  type Operation,
  redeemOf,
} from '../../../fault/src/load/operations.ts';
import type { Shop } from './shop.ts';

/** Operations a second; `history.ts` writes the hours before by the first two. */
const rates = { evaluates: 10, redeems: 2, events: 1, rewards: 1, streamed: 1 } as const;

/** Enough for each partition to have some. */
const members = 300;
/** Members with points to burn. */
const savers = 30;
const patienceMs = 10_000;

const memberOf = (n: number): string => `member-${(n % members).toString()}`;

/** A modest load of every kind of operation, at a steady rate. Whatever fails is not sent again. */
export class Load {
  readonly #shop: Shop;
  readonly #pool: Pool;
  readonly #random = seededRandom(1);
  readonly #halt = new AbortController();
  #running: Promise<unknown> = Promise.resolve();
  #sent = 0;
  #failed = 0;

  /** Gives some members points, and begins. */
  static async start(baseUrl: string, shop: Shop): Promise<Load> {
    const load = new Load(baseUrl, shop);
    for (let n = 0; n < savers; n += 1) {
      const isDone = await load.#send(fundingOf(load.#wanted('funding', n)));
      if (!isDone) throw new Error('a member got no points');
    }
    const loop = (perSecond: number, begin: (n: number) => Promise<unknown>): Promise<void> =>
      runOpenLoop(
        perSecond,
        async (n) => {
          await begin(n);
        },
        load.#halt.signal,
      );
    load.#running = Promise.all([
      loop(rates.evaluates, (n) => load.#send(evaluateOf(load.#wanted('receipt', n), load.#random))),
      loop(rates.redeems, (n) => load.#send(redeemOf(load.#wanted('redeem', n % savers, n)))),
      loop(rates.events, (n) => load.#send(eventOf(load.#wanted('event', n)))),
      loop(rates.rewards, () => load.#askUnknownReward()),
      loop(rates.streamed, (n) => load.#stream(n)),
    ]);
    load.#running.catch(() => undefined);
    return load;
  }

  private constructor(baseUrl: string, shop: Shop) {
    this.#shop = shop;
    this.#pool = new Pool(new URL(baseUrl).origin, { connections: 128, headersTimeout: patienceMs });
  }

  /** Returns how many requests were sent so far, and how many of them failed. */
  figures(): string {
    return `${this.#sent.toString()} requests, ${this.#failed.toString()} failed`;
  }

  async stop(): Promise<void> {
    this.#halt.abort();
    await this.#pool.destroy();
    await this.#running;
  }

  #wanted(kind: string, member: number, n = member) {
    return { tenant: this.#shop.tenant, ref: `${kind}-${n.toString()}`, memberRef: memberOf(member) };
  }

  async #send({ tenant: { key }, path, body }: Operation): Promise<boolean> {
    this.#sent += 1;
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const isDone = await this.#pool.request({ path, method: 'POST', headers, body }).then(
      async ({ statusCode, body: answer }) => {
        await answer.dump();
        return statusCode < 300;
      },
      () => false,
    );
    if (!isDone) this.#failed += 1;
    return isDone;
  }

  /** Is refused, which counts as good: so there is a rate of such requests. */
  async #askUnknownReward(): Promise<void> {
    const { tenantId, key } = this.#shop.tenant;
    const path = `/v1/tenants/${tenantId}/rewards/0198c0de-0000-7000-8000-00000000dead/redeem`;
    await this.#pool
      .request({ path, method: 'POST', headers: { 'x-api-key': key } })
      .then(({ body }) => body.dump())
      .catch(() => undefined);
  }

  async #stream(n: number): Promise<void> {
    const { producer } = this.#shop;
    const receipt = {
      transactionRef: `streamed-${n.toString()}`,
      memberRef: memberOf(n),
      amount: 4_000,
      storeRef: '1',
      currency: 'ZAR',
      occurredAt: new Date().toISOString(),
      products: [],
    };
    // While the broker is frozen the library gives up.
    await producer.send([{ key: receipt.memberRef, value: producer.write(receipt) }]).catch(() => undefined);
  }
}
