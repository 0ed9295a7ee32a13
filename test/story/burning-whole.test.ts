import { randomUUID } from 'node:crypto';
import { send } from '../support/contract.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';

let shop: TestTenant;
let yenShop: TestTenant;
/** The ids of campaigns by their names. */
const campaigns = new Map<string, string>();
const member = `member-${randomUUID()}`;
const vip = `vip-${randomUUID()}`;

const earningRule = { type: 'SPEND_PERCENTAGE', percentage: 1 };
/** Each has a rate of its own, so that the quote tells which one was chosen. */
const burnsAt = (pointsPerRand: number) => ({ earningRule, redemptionRule: { pointsPerRand } });

beforeAll(async () => {
  [shop, yenShop] = await Promise.all([
    createTestTenant('Burning whole'),
    createTestTenant('Burning in yen'),
  ]);
  const segments: string[] = [];
  for (const name of ['VIPs', 'Gone']) {
    const { body } = await shop.live.post('/segments', { name, type: 'STATIC' });
    segments.push(body.id);
  }
  const [vips = '', gone = ''] = segments;
  const wanted: [string, object][] = [
    ['anybody', burnsAt(10)],
    ['large', { ...burnsAt(9), minSpend: 50_000 }],
    ['dollars', { ...burnsAt(8), currency: 'USD' }],
    ['vips', { ...burnsAt(7), targetSegmentIds: [vips] }],
    ['north', { ...burnsAt(6), storeIds: ['north'] }],
    ['gone', { ...burnsAt(5), targetSegmentIds: [gone], storeIds: ['south'] }],
  ];
  const made = await activateCampaigns(
    shop.live,
    wanted.map(([name, campaign]) => ({ name, ...campaign })),
  );
  wanted.forEach(([name], at) => campaigns.set(name, made[at] ?? ''));
  await shop.live.delete(`/segments/${gone}`);
  await earn(shop, member);
  await shop.live.post(`/segments/${vips}/members`, { memberId: await earn(shop, vip) });

  const names = await activateCampaigns(yenShop.live, [
    { name: 'Rand', ...burnsAt(10), currency: 'ZAR' },
    { name: 'Yen', ...burnsAt(100), currency: 'JPY' },
  ]);
  campaigns.set('rand', names[0] ?? '').set('yen', names[1] ?? '');
  await earn(yenShop, member);
});

const earn = async ({ live }: TestTenant, memberRef: string): Promise<string> => {
  const receipt = { transactionRef: randomUUID(), memberRef, amount: 10_000_000 };
  return (await live.post('/transactions/evaluate', receipt)).body.memberId;
};

const nobody = 'CAMPAIGN_NOT_FOUND';

interface Given {
  readonly campaign?: string;
  readonly memberRef?: string;
  readonly amount?: number;
  readonly storeRef?: string;
  readonly currency?: unknown;
}

/** The order besides 1,000 points for a basket of R300.00, and the campaign that decides it, or a code. */
const orders: readonly (readonly [string, Given, string])[] = [
  ['an ordinary one', { memberRef: member }, 'anybody'],
  ['one in rand, said aloud', { memberRef: member, currency: 'ZAR' }, 'anybody'],
  ['one in dollars', { memberRef: member, currency: 'USD' }, 'dollars'],
  ['one in yen, which only a campaign for any takes', { memberRef: member, currency: 'JPY' }, 'anybody'],
  ['one of a large basket', { memberRef: member, amount: 50_000 }, 'large'],
  ['one of a cent less', { memberRef: member, amount: 49_999 }, 'anybody'],
  ['one of a VIP', { memberRef: vip }, 'vips'],
  ['one of a VIP in dollars: the newest that applies', { memberRef: vip, currency: 'USD' }, 'vips'],
  ['one at its store', { memberRef: vip, storeRef: 'north' }, 'north'],
  ['one where the segment was deleted (D29)', { memberRef: member, storeRef: 'south' }, 'gone'],
  ['a VIP’s by name', { memberRef: vip, campaign: 'vips' }, 'vips'],
  ['another’s by that name', { memberRef: member, campaign: 'vips' }, nobody],
  ['a small one by name', { memberRef: member, campaign: 'large' }, nobody],
  ['a large one by name', { memberRef: member, campaign: 'large', amount: 60_000 }, 'large'],
  ['one in rand by name', { memberRef: member, campaign: 'dollars' }, nobody],
  ['one in dollars by name', { memberRef: member, campaign: 'dollars', currency: 'USD' }, 'dollars'],
  ['one by name at its store', { memberRef: member, campaign: 'north', storeRef: 'north' }, 'north'],
  ['one by name at another', { memberRef: member, campaign: 'north', storeRef: 'south' }, nobody],
  ['one by name at none', { memberRef: member, campaign: 'north' }, nobody],
];

const orderOf = ({ campaign, ...given }: Given) => ({
  transactionRef: randomUUID(),
  amount: 30_000,
  pointsRequested: 1_000,
  ...given,
  ...(campaign !== undefined && { campaignId: campaigns.get(campaign) }),
});

const rates = new Map([
  ['anybody', 10],
  ['large', 9],
  ['dollars', 8],
  ['vips', 7],
  ['north', 6],
  ['gone', 5],
]);

test.each(orders)(
  '▲ redeem and quote choose the same campaign for %s (D126)',
  async (_what, given, expected) => {
    const order = orderOf(given);
    const quote = await shop.live.post('/transactions/redeem-quote', order);
    const redeem = await shop.live.post('/transactions/redeem', order);
    const read = [quote, redeem].map(({ status, text }) => ({ status, ...(JSON.parse(text) as object) }));
    expect(read).toMatchObject(
      expected === nobody
        ? Array(2).fill({ status: 404, code: nobody })
        : [
            { status: 200, pointsPerRand: rates.get(expected) },
            { status: 200, campaignId: campaigns.get(expected) },
          ],
    );
  },
);

test('▲ the rate that is shown is that of everybody, or of a named campaign', async () => {
  const rate = async (campaign?: string) => {
    const query = campaign === undefined ? '' : `?campaignId=${campaigns.get(campaign) ?? ''}`;
    return JSON.parse((await shop.live.get(`/transactions/burn-rate${query}`)).text) as unknown;
  };
  expect(await rate()).toEqual({ pointsPerRand: 10, campaignId: campaigns.get('anybody') });
  for (const [name, pointsPerRand] of rates)
    expect(await rate(name)).toEqual({ pointsPerRand, campaignId: campaigns.get(name) });
});

describe('of two campaigns, yen after rand', () => {
  const redeem = async (given: object) => {
    const { status, text } = await yenShop.live.post('/transactions/redeem', { memberRef: member, ...given });
    const { code, campaignId } = JSON.parse(text) as { code?: string; campaignId?: string };
    return [status, code ?? campaignId];
  };

  test.each([
    ['without a currency that of rand', {}, 'rand'],
    ['with ZAR that of rand', { currency: 'ZAR' }, 'rand'],
    ['with JPY that of yen', { currency: 'JPY' }, 'yen'],
  ])('▲ a redeem has the rate %s', async (_what, given, name) => {
    expect(await redeem(orderOf(given))).toEqual([200, campaigns.get(name)]);
  });

  test('▲ a redeem in a third currency finds none, and burn-rate shows that of rand', async () => {
    expect(await redeem(orderOf({ currency: 'USD' }))).toEqual([404, nobody]);
    const { text } = await yenShop.live.get('/transactions/burn-rate');
    expect(JSON.parse(text)).toEqual({ pointsPerRand: 10, campaignId: campaigns.get('rand') });
  });

  test.each(['zar', 'ZZZ', '', 7, 'RAND'])('a redeem and a quote in %j are refused', async (currency) => {
    const order = { memberRef: member, ...orderOf({ currency }) };
    for (const route of ['redeem', 'redeem-quote']) {
      const { status, text } = await yenShop.live.post(`/transactions/${route}`, order);
      expect([status, JSON.parse(text)]).toMatchObject([
        400,
        { context: { errors: [{ pointer: '/currency' }] } },
      ]);
    }
  });

  test('▲ a repeat that says the default aloud is the same redeem; one in yen is another (D15)', async () => {
    const order = { memberRef: member, ...orderOf({}) };
    const api = yenShop.live;
    const first = await api.post('/transactions/redeem', order);
    const aloud = await api.post('/transactions/redeem', { ...order, currency: 'ZAR' });
    const yen = await api.post('/transactions/redeem', { ...order, currency: 'JPY' });
    expect([aloud.text, yen.text]).toEqual([first.text, first.text]);
    const mismatches = [aloud, yen].map(({ headers }) => headers.get('Idempotency-Mismatch'));
    expect(mismatches).toEqual([null, 'true']);
  });
});

test('▲ a change of a condition holds for every redeem that is sent after its response (D33)', async () => {
  const own = await createTestTenant('Burning by the newest');
  const [campaignId = ''] = await activateCampaigns(own.live, [{ name: 'Burns', ...burnsAt(10) }]);
  const memberId = await earn(own, member);
  const { id: segmentId } = (await own.live.post('/segments', { name: 'Chosen', type: 'STATIC' })).body;
  const status = async () =>
    (await own.live.post('/transactions/redeem', { memberRef: member, ...orderOf({}) })).status;
  const seen = [await status()];
  const steps: (() => Promise<unknown>)[] = [
    () => own.live.patch(`/campaigns/${campaignId}`, { targetSegmentIds: [segmentId] }),
    () => own.live.post(`/segments/${segmentId}/members`, { memberId }),
    () => own.live.patch(`/campaigns/${campaignId}`, { minSpend: 30_001 }),
    () => own.live.patch(`/campaigns/${campaignId}`, { minSpend: 30_000 }),
    () => own.live.patch(`/campaigns/${campaignId}`, { currency: 'JPY' }),
    () => own.live.patch(`/campaigns/${campaignId}`, { currency: null }),
  ];
  for (const step of steps) {
    await step();
    seen.push(await status());
  }
  expect(seen).toEqual([200, 404, 200, 404, 200, 404, 200]);
});

describe('points that buy nothing (D127)', () => {
  let fewest: TestTenant;
  beforeAll(async () => {
    fewest = await createTestTenant('Fewest points');
    const redemptionRule = { pointsPerRand: 10, takes: 'FEWEST' };
    await activateCampaigns(fewest.live, [{ name: 'Burns', earningRule, redemptionRule }]);
    await earn(fewest, member);
  });

  test.each([
    [1_006, 1_000, null],
    [1_010, 1_000, 'MAX_DISCOUNT_PERCENT_OF_BASKET'],
    [1_000, 1_000, null],
    [999, 990, null],
    [15, 10, null],
    [10, 10, null],
  ])(
    '▲ of %d points for R100.60 a quote and a redeem take %d',
    async (pointsRequested, taken, constraint) => {
      const order = { ...orderOf({}), memberRef: member, amount: 10_060, pointsRequested };
      const quote = await fewest.live.post('/transactions/redeem-quote', order);
      const redeem = await fewest.live.post('/transactions/redeem', order);
      const discountAmount = taken * 10;
      expect(JSON.parse(quote.text)).toMatchObject({ pointsToRedeem: taken, discountAmount });
      expect(JSON.parse(redeem.text)).toMatchObject({
        pointsRedeemed: taken,
        discountAmount,
        constraintApplied: constraint,
      });
      const asAsked = await shop.live.post('/transactions/redeem-quote', order);
      expect(JSON.parse(asAsked.text)).toMatchObject({
        pointsToRedeem: constraint === null ? pointsRequested : taken,
      });
    },
  );

  test('a campaign shows what it takes, and refuses another word', async () => {
    const headers = { 'X-API-Key': fewest.keys.live };
    const path = `/v1/tenants/${fewest.tenantId}/campaigns`;
    const bodyOf = (takes: string) => ({
      name: 'T',
      earningRule,
      redemptionRule: { pointsPerRand: 1, takes },
    });
    const made = await send('POST', path, { headers, body: bodyOf('FEWEST') });
    expect(JSON.parse(made.text)).toMatchObject({ redemptionRule: { pointsPerRand: 1, takes: 'FEWEST' } });
    for (const takes of ['fewest', 'ALL', ''])
      expect((await send('POST', path, { headers, body: bodyOf(takes) })).status).toBe(400);
  });
});
