import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sizeOf } from '@loyalty/testkit/runs';
import type { ApiAnswer } from '../support/api.ts';
import { createBulk } from '../support/bulk.ts';
import {
  dearProducts,
  insertActiveCampaigns,
  listingRule,
  surprisingRule,
} from '../support/dear-campaigns.ts';
import { openStoredRows } from '../support/stored-rows.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';

const stored = openStoredRows();
let dear: TestTenant;
let giving: TestTenant;
let neighbour: TestTenant;

const fill = async ({ tenantId }: TestTenant, rule: string): Promise<void> => {
  await stored.rowsOf(insertActiveCampaigns(rule), [tenantId, 'test']);
};

beforeAll(async () => {
  dear = await createTestTenant('Dear');
  giving = await createTestTenant('Giving');
  neighbour = await createTestTenant('Beside dear receipts');
  await fill(dear, listingRule);
  await fill(giving, surprisingRule);
});
afterAll(() => stored.close());

const basket = (memberRef: string) => ({ memberRef, amount: 50_000, products: dearProducts });
const receipt = () => ({ transactionRef: randomUUID(), ...basket(randomUUID()) });

const times = (count: number): number[] => Array.from({ length: count }, (_, n) => n);
const till = (tenant: TestTenant, body: object): Promise<ApiAnswer> =>
  tenant.test.post('/transactions/evaluate', body);

const seconds = sizeOf(4, 10);

/** Starts `work` `count` times at a fixed interval, without waiting for the one before. */
const paced = async <T>(count: number, everyMs: number, work: () => Promise<T>): Promise<T[]> => {
  const begun: Promise<T>[] = [];
  for (let n = 0; n < count; n += 1) {
    begun.push(work());
    await sleep(everyMs);
  }
  return Promise.all(begun);
};

/**
 * Sends the most expensive receipts: two a second by tills, fifty a second by stream. Beside them run ten simulations at once,
 * and receipts that give every possible reward. Returns all responses.
 */
const spendDearly = async () => {
  const bulk = createBulk(dear.tenantId, dear.keys.test);
  const giveAll = () => till(giving, { transactionRef: randomUUID(), memberRef: randomUUID(), amount: 1 });
  const [byTill, byStream, simulated, given] = await Promise.all([
    paced(2 * seconds, 500, () => till(dear, receipt())),
    paced(seconds, 1_000, () => bulk(times(50).map(receipt))),
    Promise.all(times(10).map(() => dear.test.post('/transactions/simulate', basket('somebody')))),
    paced(2 * seconds, 500, giveAll),
  ]);
  return { byTill, streamed: byStream.flatMap(({ results }) => results), simulated, given };
};

/** Sells one receipt after the other while `work` runs. Returns the status and the milliseconds of each. */
const sellBeside = async <T>(
  work: Promise<T>,
): Promise<{ readonly done: T; readonly sold: readonly (readonly [number, number])[] }> => {
  const sold: (readonly [number, number])[] = [];
  const ended = new AbortController();
  const over = work.finally(() => {
    ended.abort();
  });
  do {
    const began = performance.now();
    const { status } = await till(neighbour, {
      transactionRef: randomUUID(),
      memberRef: randomUUID(),
      amount: 100,
    });
    sold.push([status, performance.now() - began]);
  } while (!ended.signal.aborted);
  return { done: await over, sold };
};

const statusesOf = (responses: readonly { readonly status: number }[]): readonly number[] => [
  ...new Set(responses.map(({ status }) => status)),
];

test('▲ the dearest receipts that are allowed keep no till of another tenant waiting', async () => {
  const { done, sold } = await sellBeside(spendDearly());
  const sorted = sold.map(([, ms]) => ms).toSorted((one, other) => one - other);
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
  process.stdout.write(`beside dear receipts: ${String(sold.length)} sold, p99 ${p99.toFixed(0)} ms\n`);
  expect(new Set(sold.map(([status]) => status))).toEqual(new Set([200]));
  const { byTill, streamed, simulated, given } = done;
  expect([byTill, streamed, given].map(statusesOf)).toEqual([[200], [200], [200]]);
  // Simulations run one after the other; a caller who has waited for a second gets 503.
  const answered = simulated.filter(({ status }) => status !== 503);
  expect(statusesOf(answered)).toEqual([200]);
  expect([...new Set([...byTill, ...answered].map(({ body }) => body.pointsAwarded))]).toEqual([1]);
  for (const { body } of given) {
    expect(body.campaigns.flatMap(({ rewardIds }) => rewardIds)).toHaveLength(50);
    expect(body._debug?.campaignChecks[0]?.reason).toBe('REWARD_LIMIT');
  }
});

test('a receipt of more categories is refused, also when it is simulated', async () => {
  const [line] = dearProducts;
  const tooMany = {
    ...basket('somebody'),
    products: [...dearProducts, { ...line, categories: ['one more'] }].slice(1),
  };
  const more = {
    ...tooMany,
    products: [{ ...line, categories: ['a', 'b', 'c', 'd', 'e'] }, ...dearProducts.slice(1)],
  };
  const responses = [
    await till(dear, { transactionRef: randomUUID(), ...more }),
    await dear.test.post('/transactions/simulate', more),
  ];
  for (const { status, body } of responses) {
    expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(JSON.stringify(body)).toContain('"/products"');
  }
  expect((await dear.test.post('/transactions/simulate', tooMany)).status).toBe(200);
});
