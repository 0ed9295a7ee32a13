import { eventually } from '@loyalty/testkit/runs';
import { createBulk } from '../support/bulk.ts';
import { createForeignProducer, type ForeignProducer } from '../support/foreign-producer.ts';
import { loyaltyctlJson, startLoyaltyctl } from '../support/loyaltyctl.ts';
import { read } from '../support/sources.ts';
import {
  activateCampaigns,
  balancesOf,
  createTestTenant,
  liftWriteLimit,
  type TestTenant,
} from '../support/tenant.ts';

const of = (category: string) => ({ field: 'category', op: 'eq', value: category });
const fixed = (points: number, given: object) => ({
  name: `Of ${points.toString()}`,
  earningRule: { type: 'FIXED_POINTS', points },
  ...given,
});

/** The points of a receipt say which of them fired, and on how much. */
const programme = [
  {
    name: 'Coffee',
    earningRule: { type: 'SPEND_PERCENTAGE', percentage: 100 },
    earnOn: { lines: of('coffee') },
  },
  fixed(100_000, { earnOn: { except: of('tobacco') } }),
  fixed(200_000, { conditions: { lines: of('wine'), field: 'quantity', op: 'gte', value: 6 } }),
  fixed(400_000, {
    conditions: {
      lines: { field: 'unit_price_cents', op: 'lt', value: 10 },
      field: 'count',
      op: 'lt',
      value: 1,
    },
  }),
  {
    name: 'Three yoghurts',
    earningRule: {
      type: 'PURCHASE_REWARD',
      everyQuantity: 3,
      maxTimes: 2,
      reward: { points: 1_000_000, rewardType: 'FREE_ITEM', value: { description: 'A yoghurt' } },
    },
    earnOn: { lines: { field: 'sku', op: 'in', value: ['yog-1', 'yog-2'] } },
  },
];

interface BoughtLine {
  readonly sku: string;
  readonly quantity: number;
  readonly unitPrice: number;
  readonly categories?: string[];
  readonly amount?: number;
}

const coffee = { sku: 'c', quantity: 2, unitPrice: 40, categories: ['coffee', 'hot'] };
const wine = { sku: 'w', quantity: 6, unitPrice: 5_000, categories: ['wine'] };
const tobacco = { sku: 't', quantity: 1, unitPrice: 50, categories: ['tobacco'] };
const yoghurt = (sku: string, quantity: number) => ({ sku, quantity, unitPrice: 99, categories: [] });

const bought: readonly (readonly [readonly BoughtLine[], number])[] = [
  [[], 100_000 + 400_000],
  [[coffee], 80 + 100_000 + 400_000],
  [[{ ...coffee, amount: 61 }, tobacco], 61 + 100_000 + 400_000],
  [[tobacco], 400_000],
  [[wine, { ...coffee, amount: 0 }], 100_000 + 200_000 + 400_000],
  [[{ ...wine, quantity: 5.999 }], 100_000 + 400_000],
  [[{ ...tobacco, unitPrice: 9 }], 0],
  [[yoghurt('yog-1', 1.5), yoghurt('yog-2', 1.5)], 100_000 + 400_000 + 1_000_000],
  [[yoghurt('yog-2', 90)], 100_000 + 400_000 + 2_000_000],
  [
    Array.from({ length: 500 }, () => ({ ...coffee, quantity: 0.001, unitPrice: 333 })),
    // 500 × 0.333 cents, rounded down once.
    166 + 100_000 + 400_000,
  ],
  // A basket discount: what is earned is never more than what was paid.
  [[{ ...coffee, quantity: 100_000, unitPrice: 9_000_000_000_000_000 }], 40_000 + 100_000 + 400_000],
];

const receiptsOf = (way: string) =>
  bought.map(([products], n) => ({
    transactionRef: `${way}-${n.toString()}`,
    memberRef: `${way}-${n.toString()}`,
    amount: 40_000,
    occurredAt: '2024-11-29T12:00:00.000Z',
    products,
  }));

const expected = bought.map(([, earns]) => earns);

let tenant: TestTenant;
let producer: ForeignProducer;
beforeAll(async () => {
  tenant = await createTestTenant('Lines');
  await liftWriteLimit(tenant);
  await activateCampaigns(tenant.test, programme);
  const line = ['stream', 'enable', '--tenant', tenant.tenantId, '--mode', 'test'];
  producer = await createForeignProducer((await loyaltyctlJson<{ topic: string }>(...line)).topic);
});
afterAll(() => producer.stop());

/** Waits until all members of a way have what their receipts earn; returns what they have. */
const untilEarned = async (way: string): Promise<readonly (number | undefined)[]> => {
  let found: readonly (number | undefined)[] = [];
  const look = async (): Promise<boolean> => {
    const balances = await balancesOf(tenant.test);
    found = receiptsOf(way).map(({ memberRef }) => balances.get(memberRef));
    return JSON.stringify(found) === JSON.stringify(expected);
  };
  // An engine follows a new stream within 30 s and a few seconds.
  await eventually(`${way} earned`, look, { everyMs: 250 }).catch(() => undefined);
  return found;
};

describe('a receipt earns on the same lines on every way in (D227 to D229)', () => {
  it.each(['explain', 'simulate', 'evaluate'])('%s', async (path) => {
    const earned: number[] = [];
    for (const receipt of receiptsOf(path)) {
      const { status, body, text } = await tenant.test.post(`/transactions/${path}`, receipt);
      if (status !== 200) throw new Error(text);
      earned.push(body.pointsAwarded);
    }
    expect(earned).toEqual(expected);
  });

  it('a bulk call', async () => {
    const { results } = await createBulk(tenant.tenantId, tenant.keys.test)(receiptsOf('bulk'));
    expect(results.map(({ body }) => body.pointsAwarded)).toEqual(expected);
  });

  it('a file of loyaltyctl', async () => {
    const lines = receiptsOf('file').map((receipt) => JSON.stringify(receipt));
    const args = ['receipts', 'stream', '-', '--tenant', tenant.tenantId, '--mode', 'test'];
    const { code, stderr } = await startLoyaltyctl(args, Buffer.from(lines.join('\n'))).ended;
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    expect(await untilEarned('file')).toEqual(expected);
  });

  it('▲ a topic of the tenant’s own, where an amount of a line that is not there is a dead letter (D228)', async () => {
    const messages = receiptsOf('topic').map(({ products, ...receipt }) => ({
      ...receipt,
      storeRef: null,
      products: products.map((line) => ({ ...line, categories: line.categories ?? [] })),
      lineAmounts: products.flatMap(({ amount }, line) =>
        amount === undefined ? [] : [{ line, amountCents: amount }],
      ),
    }));
    const [first] = messages;
    if (first === undefined) throw new Error('no receipt');
    const lineAmounts = [{ line: 0, amountCents: 5 }];
    const beyond = { ...first, transactionRef: 'beyond', memberRef: 'beyond', lineAmounts };
    await producer.send(
      [beyond, ...messages].map((receipt) => ({
        key: receipt.memberRef,
        value: producer.write({ ...receipt, currency: 'ZAR' }),
      })),
    );
    expect(await untilEarned('topic')).toEqual(expected);
    const filter = ['--topic', producer.topic, '--reason', 'INVALID_RECEIPT'];
    let places: string[] = [];
    await eventually('it is given up', async () => {
      const found = await loyaltyctlJson<{ deadLetters: { place: string }[] }>(
        'dead-letters',
        'list',
        ...filter,
      );
      places = found.deadLetters.map(({ place }) => place);
      return places.length === 1;
    });
    const shown = await loyaltyctlJson<object>('dead-letters', 'show', places[0] ?? '');
    expect(JSON.stringify(shown)).toContain('/lineAmounts/0/line');
  });
});

it('a half comes back: of what all lines earned all stays, of what six bottles earned a half (D244, D245)', async () => {
  const receipt = { memberRef: 'back', amount: 40_000, products: [wine, coffee], transactionRef: 'back-1' };
  const earned = await tenant.test.post('/transactions/evaluate', receipt);
  expect(earned.body.pointsAwarded).toBe(80 + 100_000 + 200_000 + 400_000);
  const half = { transactionRef: 'back-1', returnRef: 'back-r1', amount: 20_000 };
  const { status, body, text } = await tenant.test.post('/transactions/returns', half);
  if (status !== 201 && status !== 200) throw new Error(text);
  expect((body as unknown as { pointsReversed: number }).pointsReversed).toBe(40 + 100_000);
  const rest = { transactionRef: 'back-1', returnRef: 'back-r2', whole: true };
  const all = await tenant.test.post('/transactions/returns', rest);
  expect((all.body as unknown as { pointsBalance: number }).pointsBalance).toBe(0);
});

describe('the campaigns on lines of docs/integration.md', () => {
  const [, second] = read('docs/integration.md').matchAll(/^```json run\n([^]*?)^```/gm);
  const campaigns = JSON.parse(second?.[1] ?? '[]') as readonly { readonly name: string }[];
  let shop: TestTenant;
  beforeAll(async () => {
    shop = await createTestTenant('Lines as documented');
    await activateCampaigns(shop.test, campaigns);
  });

  const line = (sku: string, category: string, quantity = 1) => ({
    sku,
    quantity,
    unitPrice: 1_000,
    categories: [category],
  });

  it.each<[string, readonly object[], readonly string[]]>([
    [
      'coffee',
      [line('c', 'coffee')],
      ['Double points on coffee', 'Two more, but not on tobacco and gift cards'],
    ],
    ['tobacco', [line('t', 'tobacco')], []],
    ['pasta alone', [line('p', 'pasta')], ['Two more, but not on tobacco and gift cards']],
    [
      'pasta and sauce',
      [line('p', 'pasta'), line('s', 'sauce')],
      ['Two more, but not on tobacco and gift cards', 'Pasta night'],
    ],
    [
      'five bottles and tobacco',
      [line('w', 'wine', 5), line('t', 'tobacco')],
      ['Two more, but not on tobacco and gift cards'],
    ],
    [
      'six bottles',
      [line('w', 'wine', 4), line('v', 'wine', 2)],
      ['Two more, but not on tobacco and gift cards', 'Six bottles'],
    ],
    [
      'three yoghurts',
      [line('yog-1', 'x', 1), line('yog-2', 'x', 2)],
      ['Two more, but not on tobacco and gift cards', 'Three yoghurts'],
    ],
  ])('fire as they say, for %s', async (_what, products, names) => {
    expect(campaigns).toHaveLength(5);
    const { body } = await shop.test.post('/transactions/explain', {
      memberRef: 'nobody',
      amount: 10_000,
      products,
    });
    const judged = body.campaigns as unknown as readonly { campaignName: string; fired: boolean }[];
    expect(judged.filter(({ fired }) => fired).map(({ campaignName }) => campaignName)).toEqual(names);
  });
});
