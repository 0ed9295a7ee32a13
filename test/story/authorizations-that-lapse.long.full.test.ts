import { eventually } from '@loyalty/testkit/runs';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

let shop: TestTenant;
let receiver: WebhookReceiver;
beforeAll(async () => {
  shop = await createTestTenant('Lapses');
  await activateCampaigns(shop.live, [
    {
      name: 'One percent',
      earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 },
      redemptionRule: { pointsPerRand: 10 },
    },
  ]);
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
