import { randomUUID } from 'node:crypto';
import { eventually } from '@loyalty/testkit/runs';
import { streamingShops, type StreamingShop } from '../support/streaming-shop.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';

const milk = { sku: 'MILK', unitPrice: 200, categories: ['dairy'] };
const tea = { sku: 'TEA', unitPrice: 900, categories: ['tea'] };
const bag = { sku: 'BAG', quantity: 1, unitPrice: 0, categories: [] };
const coupon = { sku: 'COUPON', quantity: 1, unitPrice: -500, categories: [] };

/** As the till printed it: one milk and the tea are taken back, and a coupon pays 5.00. */
const printed = [
  { ...milk, quantity: 3 },
  { ...tea, quantity: 1 },
  bag,
  { ...milk, quantity: -1 },
  { ...tea, quantity: -1 },
  coupon,
];

const onLines = [
  {
    name: 'Ten a dairy product',
    earningRule: { type: 'PRODUCT_PURCHASE', points: 10, categories: ['dairy'] },
  },
  { name: 'Ninety for tea', earningRule: { type: 'PRODUCT_PURCHASE', points: 90, skus: ['TEA'] } },
  {
    name: 'All of dairy',
    earningRule: { type: 'SPEND_PERCENTAGE', percentage: 100 },
    earnOn: { lines: { field: 'category', op: 'eq', value: 'dairy' } },
  },
];

interface Decided {
  readonly pointsAwarded: number;
  readonly campaigns: readonly { readonly campaignName: string; readonly pointsEarned: number }[];
}

const awardsOf = ({ campaigns }: Decided) =>
  campaigns.map(({ campaignName, pointsEarned }) => [campaignName, pointsEarned]);

/** Two of three milks stay, for 4.00. */
const expected = [
  ['Ten a dairy product', 20],
  ['All of dairy', 400],
];

describe('a receipt with lines that take away (D333)', () => {
  const shops = streamingShops();
  let shop: StreamingShop;
  beforeAll(async () => {
    shop = await shops.open('Receipts as printed');
    await activateCampaigns(shop.tenant.live, onLines);
    await activateCampaigns(shop.tenant.test, onLines);
  });
  afterAll(() => shops.stop());

  /** The campaigns of every streaming shop fire, too. */
  const ownAwards = (decided: Decided) =>
    awardsOf(decided).filter(([name]) => onLines.some((one) => one.name === name));

  test('is decided alike by a till, in bulk and on a stream, and is the same receipt everywhere', async () => {
    const { live } = shop.tenant;
    const receipt = (transactionRef: string) => ({
      transactionRef,
      memberRef: 'otto',
      amount: 1_000,
      products: printed,
    });
    const refs = { till: randomUUID(), bulk: randomUUID(), stream: randomUUID() };
    const till = await live.post('/transactions/evaluate', receipt(refs.till));
    expect(ownAwards(till.body)).toEqual(expected);
    const bulk = await live.post('/transactions/evaluate/bulk', { items: [receipt(refs.bulk)] });
    const [inBulk] = (JSON.parse(bulk.text) as { results: { body: Decided }[] }).results;
    expect(ownAwards(inBulk?.body ?? till.body)).toEqual(expected);
    const onStream = (transactionRef: string) => ({
      key: 'otto',
      value: shop.producer.write({
        ...receipt(transactionRef),
        storeRef: null,
        currency: 'ZAR',
        occurredAt: new Date().toISOString(),
      }),
    });
    await shop.producer.send([onStream(refs.stream)]);
    const path = `/transactions/${refs.stream}`;
    await eventually('the streamed receipt is decided', async () => (await live.get(path)).status === 200, {
      everyMs: 100,
    });
    expect(ownAwards((await live.get(path)).body as unknown as Decided)).toEqual(expected);
    expect(JSON.parse((await live.get('/transactions/refused')).text)).toMatchObject({ refused: [] });
    const again = await live.post('/transactions/evaluate', receipt(refs.till));
    expect([again.text, again.headers.get('Idempotent-Replayed')]).toEqual([till.text, 'true']);
    const plain = { ...receipt(refs.till), products: [{ ...milk, quantity: 2 }, bag] };
    const asPlain = await live.post('/transactions/evaluate/bulk', { items: [plain] });
    expect(JSON.parse(asPlain.text)).toMatchObject({ results: [{ replayed: true, mismatch: false }] });
  });

  test('says in a simulation and an explanation what became of each line', async () => {
    const warnings = [3, 4, 5].map((at) => ({
      code: 'LINES_TAKEN_AWAY',
      pointer: `/products/${at.toString()}`,
      message: expect.stringContaining(at === 5 ? 'took no units' : 'took 1 from other lines') as string,
    }));
    const basket = { memberRef: 'otto', amount: 1_000, products: printed };
    const { test: api } = shop.tenant;
    const simulated = JSON.parse((await api.post('/transactions/simulate', basket)).text) as Decided;
    expect(simulated).toMatchObject({ warnings });
    expect(ownAwards(simulated)).toEqual(expected);
    const moved = { ...basket, products: [coupon, ...printed] };
    const explained = JSON.parse((await api.post('/transactions/explain', moved)).text) as {
      readonly campaigns: readonly { readonly campaignName: string; readonly earns?: object }[];
    };
    const dairy = explained.campaigns.find(({ campaignName }) => campaignName === 'All of dairy');
    // Lines are named as they were sent: the coupon stands before the milk.
    expect(dairy?.earns).toEqual({ lines: [1], quantity: 2, spendCents: 400 });
  });
});

describe('a basket of 0 (D333)', () => {
  let shop: TestTenant;
  beforeAll(async () => {
    shop = await createTestTenant('Baskets of 0');
    const reward = { rewardType: 'GIFT_CARD', value: { amount: 100, currency: 'ZAR' } };
    await activateCampaigns(shop.live, [
      {
        name: 'Hundred a visit',
        earningRule: { type: 'VISIT_FIXED', points: 100 },
        redemptionRule: { pointsPerRand: 100 },
      },
      { name: 'Seven for all', earningRule: { type: 'FIXED_POINTS', points: 7 }, minSpend: 0 },
      { name: 'Gift for all', earningRule: { type: 'PURCHASE_REWARD', reward }, minSpend: 0 },
      {
        name: 'Stamps',
        earningRule: { type: 'STAMP_CARD', stampsRequired: 9, rewardOnCompletion: { points: 1 } },
        minSpend: 0,
      },
      {
        name: 'Stamps for money',
        earningRule: { type: 'STAMP_CARD', stampsRequired: 9, rewardOnCompletion: { points: 1 } },
      },
    ]);
  });

  test('gives what says so, and comes back whole with the redeem that paid for it', async () => {
    const { live } = shop;
    const first = { transactionRef: randomUUID(), memberRef: 'anna', amount: 5_000 };
    expect((await live.post('/transactions/evaluate', first)).body).toMatchObject({ pointsBalance: 107 });
    const transactionRef = randomUUID();
    const order = { transactionRef, memberRef: 'anna', amount: 100, pointsRequested: 100 };
    expect((await live.post('/transactions/redeem', order)).status).toBe(200);
    const free = { transactionRef, memberRef: 'anna', amount: 0, products: [{ ...milk, quantity: 1 }] };
    const given = (await live.post('/transactions/evaluate', free)).body;
    expect(awardsOf(given)).toEqual([
      ['Seven for all', 7],
      ['Gift for all', 0],
    ]);
    expect(given).toMatchObject({ stampCards: [{ stampsCollected: 2 }], pointsBalance: 14 });
    const part = { transactionRef, returnRef: 'part', amount: 1 };
    for (const [pointer, what] of [
      ['/amount', part],
      ['/products', { ...part, products: [{ sku: 'MILK', quantity: 1 }] }],
    ] as const) {
      const refused = await live.post('/transactions/returns', what);
      expect([refused.status, refused.text]).toEqual([400, refused.text]);
      expect(JSON.parse(refused.text)).toMatchObject({
        code: 'VALIDATION_ERROR',
        context: { errors: [{ pointer, message: expect.stringContaining('only returned whole') as string }] },
      });
    }
    const whole = { transactionRef, whole: true };
    const quoted = JSON.parse((await live.post('/transactions/return-quote', whole)).text) as object;
    const returned = JSON.parse(
      (await live.post('/transactions/returns', { ...whole, returnRef: 'whole' })).text,
    ) as object;
    expect(returned).toMatchObject({
      ...quoted,
      returnRef: 'whole',
      returnTransactionId: expect.any(String) as string,
    });
    expect(returned).toMatchObject({
      amountReturned: 0,
      pointsReversed: 7,
      pointsBalance: 107,
      redeemed: { pointsRefunded: 100 },
      stampCards: [{ isStampTakenBack: true, stampsCollected: 1 }],
    });
    const again = await live.post('/transactions/returns', { ...whole, returnRef: 'again' });
    expect(JSON.parse(again.text)).toMatchObject({ code: 'RETURN_EXCEEDS_RECEIPT' });
  });

  test('below 0 it is refused, and the text names returns', async () => {
    const refused = await shop.live.post('/transactions/evaluate', {
      transactionRef: 'r',
      memberRef: 'anna',
      amount: -1,
    });
    const { context } = JSON.parse(refused.text) as { context: object };
    expect(context).toEqual({
      errors: [
        {
          pointer: '/amount',
          message: 'must be an integer ≥ 0; what is brought back is a return of its receipt',
        },
      ],
    });
  });
});
