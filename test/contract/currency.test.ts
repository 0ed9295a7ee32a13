import { randomUUID } from 'node:crypto';
import { eventually } from '@loyalty/testkit/runs';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;

beforeAll(async () => {
  tenant = await createTestTenant('Currency');
  await tenant.test.patch('/settings', { currency: 'KWD' });
  await activateCampaigns(tenant.test, [
    { name: 'In dinars', earningRule: { type: 'FIXED_POINTS', points: 1_000 }, currency: 'KWD' },
    { name: 'In rand', earningRule: { type: 'FIXED_POINTS', points: 1 }, currency: 'ZAR' },
    {
      name: 'Gift cards',
      earningRule: { type: 'PURCHASE_REWARD', reward: { rewardType: 'GIFT_CARD', value: { amount: 2_500 } } },
      redemptionRule: { pointsPerRand: 10 },
    },
  ]);
});

const receipt = (given: object = {}) => ({
  transactionRef: randomUUID(),
  memberRef: 'currency-1',
  amount: 12_500,
  ...given,
});

test('what names no currency has that of the environment: receipts, campaigns, gift cards, redemptions (D321)', async () => {
  const named = async (currency?: string) => {
    const { body } = await tenant.test.post('/transactions/evaluate', receipt({ currency }));
    const { campaigns } = body as { campaigns: readonly { campaignName: string }[] };
    return campaigns.map(({ campaignName }) => campaignName);
  };
  expect(await named()).toEqual(['In dinars', 'Gift cards']);
  expect(await named('KWD')).toEqual(['In dinars', 'Gift cards']);
  expect(await named('ZAR')).toEqual(['In rand', 'Gift cards']);

  const { body: rewards } = await tenant.test.get('/rewards');
  const value = { amount: 2_500, currency: 'KWD' };
  expect(rewards).toMatchObject({ rewards: [{ value }, { value }, { value }] });
});

test('a unit of the currency has as many minor units as ISO 4217 says, where points are redeemed for it', async () => {
  await tenant.test.post('/transactions/evaluate', receipt({ memberRef: 'currency-2' }));
  const order = { memberRef: 'currency-2', amount: 12_500, pointsRequested: 50 };
  const quote = await tenant.test.post('/transactions/redeem-quote', order);
  expect(quote.body).toMatchObject({ discountAmount: 5_000, discountAmountRand: 5, pointsPerRand: 10 });
  const redeem = await tenant.test.post('/transactions/redeem', { ...order, transactionRef: randomUUID() });
  expect([redeem.status, redeem.body]).toMatchObject([200, { discountAmount: 5_000, pointsRedeemed: 50 }]);
  // Twelve whole dinars fit into a basket of 12.500.
  const most = await tenant.test.post('/transactions/redeem-quote', { ...order, pointsRequested: 900 });
  expect(most.body).toMatchObject({ discountAmount: 12_000, pointsToRedeem: 120 });
});

test('the currency of the environment said aloud is the same body as none, soon after it was set (D15, D321)', async () => {
  const mismatch = async (first: object, second: object): Promise<string | null> => {
    const sent = receipt(first);
    await tenant.test.post('/transactions/evaluate', sent);
    const again = { ...sent, currency: undefined, ...second };
    const { headers } = await tenant.test.post('/transactions/evaluate', again);
    return headers.get('Idempotency-Mismatch');
  };
  // Each process of ingress keeps an environment for ten seconds, so one may know the new currency before another.
  let found: readonly (string | null)[] = [];
  const isKnown = async (): Promise<boolean> => {
    const dinars = [await mismatch({}, { currency: 'KWD' }), await mismatch({ currency: 'KWD' }, {})];
    found = [...dinars, await mismatch({}, { currency: 'ZAR' })];
    return found.join() === ',,true';
  };
  await eventually('dinars are the same as no currency, and rand are not', isKnown, { everyMs: 200 });
  expect(found).toEqual([null, null, 'true']);
});

test('the credential says the currency; one that nobody sells in is refused', async () => {
  const credential = await tenant.test.get('/credential');
  expect(credential.body).toMatchObject({ currency: 'KWD' });
  expect((await tenant.live.get('/credential')).body).toMatchObject({ currency: 'ZAR' });
  for (const currency of ['XAU', 'XXX', 'kwd', 'KW', 7]) {
    const refused = await tenant.test.patch('/settings', { currency });
    expect([currency, refused.status]).toEqual([currency, 400]);
  }
});
