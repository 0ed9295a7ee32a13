import { eventually } from '@loyalty/testkit/runs';
import { activateCampaigns, createTestTenant, setLiveSettings, type TestTenant } from '../support/tenant.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const makeShop = async (unrecoveredPoints: 'FORGIVE' | 'DEDUCT_LATER'): Promise<TestTenant> => {
  const made = await createTestTenant(`Lapses, ${unrecoveredPoints}`);
  await setLiveSettings(made, { unrecoveredPoints });
  await activateCampaigns(made.live, [
    {
      name: 'One percent',
      earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 },
      redemptionRule: { pointsPerRand: 10 },
    },
  ]);
  return made;
};

let shop: TestTenant;
let receiver: WebhookReceiver;
beforeAll(async () => {
  shop = await makeShop('FORGIVE');
  receiver = await openWebhookReceiver(shop);
});
afterAll(() => receiver.close());

const end = (how: 'capture' | 'void', transactionRef: string) =>
  shop.live.post(`/transactions/redeem/${how}`, { transactionRef });

test('▲ what is neither captured nor voided lapses a minute after its time, once (D187)', async () => {
  const { memberId } = (
    await shop.live.post('/transactions/evaluate', {
      transactionRef: 'sale',
      memberRef: 'dora',
      amount: 50_000,
    })
  ).body;
  const balanceOf = async (): Promise<number> =>
    (await shop.live.get(`/members/${memberId}`)).body.pointsBalance;
  await shop.live.post('/transactions/redeem/authorize', {
    transactionRef: 'order',
    memberRef: 'dora',
    amount: 100_000,
    pointsRequested: 300,
    ttlSeconds: 1,
  });
  expect(await balanceOf()).toBe(200);
  const beganAt = Date.now();
  await eventually('the points are back', async () => (await balanceOf()) === 500);
  expect(Date.now() - beganAt).toBeGreaterThan(55_000);
  const lapsed = await end('void', 'order');
  expect(lapsed.body).toMatchObject({ pointsRefunded: 300, reason: 'EXPIRED' });
  expect([lapsed.headers.get('Idempotent-Replayed'), lapsed.headers.get('Idempotency-Mismatch')]).toEqual([
    'true',
    null,
  ]);
  expect(await end('capture', 'order')).toMatchObject({ status: 409 });
  const { entries } = (await shop.live.get(`/members/${memberId}/ledger`)).body;
  expect(entries).toMatchObject([
    { type: 'REFUND', points: 300 },
    { type: 'REDEEM', points: -300 },
    { type: 'EARN', points: 500 },
  ]);
  await eventually('the endpoint has seen the lapse', () =>
    Promise.resolve(
      receiver.received.some(
        ({ event }) => event.event === 'transaction.voided' && event.data['reason'] === 'EXPIRED',
      ),
    ),
  );
});

const bringBackAndWait = async (
  unrecoveredPoints: 'FORGIVE' | 'DEDUCT_LATER',
): Promise<readonly [returned: object, lapsed: object, member: object]> => {
  const { live } = await makeShop(unrecoveredPoints);
  const sale = { transactionRef: 'sale', memberRef: 'iris', amount: 100_000 };
  const { memberId } = (await live.post('/transactions/evaluate', sale)).body;
  const order = { transactionRef: 'order', memberRef: 'iris', amount: 100_000, pointsRequested: 1_000 };
  await live.post('/transactions/redeem/authorize', { ...order, ttlSeconds: 1 });
  const what = { transactionRef: 'sale', returnRef: 'return', whole: true };
  const returned = (await live.post('/transactions/returns', what)).body;
  await eventually(
    'the authorization has lapsed',
    async () => (await live.get('/transactions/order?operation=void')).status === 200,
  );
  const lapsed = (await live.get('/transactions/order?operation=void')).body;
  return [returned, lapsed, (await live.get(`/members/${memberId}`)).body];
};

test('▲ points that lapse after their receipt came back pay it, by either setting (D300)', async () => {
  const [forgiving, deducting] = await Promise.all([
    bringBackAndWait('FORGIVE'),
    bringBackAndWait('DEDUCT_LATER'),
  ]);
  const lapsed = { reason: 'EXPIRED', pointsRefunded: 1_000, pointsDeducted: 1_000, pointsBalance: 0 };
  const member = { pointsBalance: 0, lifetimePoints: 0, pointsToDeduct: 0 };
  expect(forgiving).toMatchObject([{ pointsForgiven: 0, pointsClaimable: 1_000 }, lapsed, member]);
  expect(deducting).toMatchObject([{ pointsForgiven: 0, pointsToDeduct: 1_000 }, lapsed, member]);
});
