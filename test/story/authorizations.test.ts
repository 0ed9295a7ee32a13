import { eventually } from '@loyalty/testkit/runs';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

let shop: TestTenant;
let receiver: WebhookReceiver;
beforeAll(async () => {
  shop = await createTestTenant('Authorizations');
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

const buy = (transactionRef: string, memberRef: string, amount = 50_000) =>
  shop.live.post('/transactions/evaluate', { transactionRef, memberRef, amount });

const authorize = (transactionRef: string, memberRef: string, more: object = {}) =>
  shop.live.post('/transactions/redeem/authorize', {
    transactionRef,
    memberRef,
    amount: 100_000,
    pointsRequested: 300,
    ...more,
  });

const end = (how: 'capture' | 'void', transactionRef: string) =>
  shop.live.post(`/transactions/redeem/${how}`, { transactionRef });

const balanceOf = async (memberId: string): Promise<number> =>
  (await shop.live.get(`/members/${memberId}`)).body.pointsBalance;

const entriesOf = async (memberId: string) => {
  const { entries } = (await shop.live.get(`/members/${memberId}/ledger?limit=200`)).body as unknown as {
    readonly entries: readonly { readonly type: string; readonly points: number }[];
  };
  return entries.map(({ type, points }) => [type, points]);
};

test('▲ authorize, pay, capture: the points leave at once, and a capture moves none (D186, D189)', async () => {
  const { memberId } = (await buy('sale-1', 'anna')).body;
  const first = await authorize('order-1', 'anna');
  expect(first.body).toMatchObject({ state: 'AUTHORIZED', pointsRedeemed: 300, balanceAfter: 200 });
  expect((await authorize('order-1', 'anna')).text).toBe(first.text);
  expect(await balanceOf(memberId)).toBe(200);
  const open = async () => (await shop.live.get(`/members/${memberId}/authorizations`)).body;
  const { expiresAt, redeemTransactionId } = first.body as unknown as Record<string, string>;
  expect(await open()).toEqual({
    authorizations: [{ redeemTransactionId, transactionRef: 'order-1', pointsRedeemed: 300, expiresAt }],
  });

  const captured = await end('capture', 'order-1');
  expect(captured.body).toMatchObject({ state: 'CAPTURED', pointsRedeemed: 300, discountAmount: 3_000 });
  expect((await end('capture', 'order-1')).text).toBe(captured.text);
  expect(await open()).toEqual({ authorizations: [] });
  expect(await entriesOf(memberId)).toEqual([
    ['REDEEM', -300],
    ['EARN', 500],
  ]);
  // It says AUTHORIZED for ever; the capture has an outcome of its own.
  const found = (operation: string) => shop.live.get(`/transactions/order-1?operation=${operation}`);
  expect((await found('redeem')).text).toBe(first.text);
  expect((await found('capture')).text).toBe(captured.text);
  expect((await found('void')).status).toBe(404);
});

test('▲ a void gives the points back, also of what was captured, and of a plain redeem (D190)', async () => {
  const { memberId } = (await buy('sale-2', 'bert')).body;
  await authorize('order-2', 'bert');
  const voided = await end('void', 'order-2');
  expect(voided.body).toMatchObject({
    pointsRefunded: 300,
    pointsBalance: 500,
    reason: 'VOIDED',
    state: 'VOIDED',
  });
  expect((await end('void', 'order-2')).text).toBe(voided.text);
  expect(await end('capture', 'order-2')).toMatchObject({
    status: 409,
    body: { code: 'INVALID_STATE_TRANSITION', context: { from: 'VOIDED', to: 'CAPTURED' } },
  });

  await authorize('order-3', 'bert');
  await end('capture', 'order-3');
  expect((await end('void', 'order-3')).body).toMatchObject({ pointsRefunded: 300, pointsBalance: 500 });

  const plain = { transactionRef: 'order-4', memberRef: 'bert', amount: 100_000, pointsRequested: 200 };
  await shop.live.post('/transactions/redeem', plain);
  expect((await end('capture', 'order-4')).body).toMatchObject({ context: { from: 'PROCESSED' } });
  expect((await end('void', 'order-4')).body).toMatchObject({ pointsRefunded: 200, pointsBalance: 500 });
  expect(await balanceOf(memberId)).toBe(500);
});

test('▲ a return leaves an open authorization alone, and a void gives back what returns have not (D190)', async () => {
  await buy('order-5', 'carl', 30_000);
  await authorize('order-5', 'carl', { pointsRequested: 200 });
  const giveBack = (returnRef: string) =>
    shop.live.post('/transactions/returns', { transactionRef: 'order-5', returnRef, amount: 7_500 });
  expect((await giveBack('part-1')).body).toMatchObject({ redeemed: null });
  await end('capture', 'order-5');
  // Half of the receipt is back by now.
  expect((await giveBack('part-2')).body).toMatchObject({ redeemed: { pointsRefunded: 100 } });
  expect((await end('void', 'order-5')).body).toMatchObject({ pointsRefunded: 100, discountReversed: 1_000 });
});

test('the endpoint hears of each of them', async () => {
  await eventually('it has the authorizations, captures and voids', () => {
    const countOf = (type: string) => receiver.received.filter(({ event }) => event.event === type).length;
    return Promise.resolve(
      countOf('transaction.authorized') >= 4 &&
        countOf('transaction.captured') >= 3 &&
        countOf('transaction.voided') >= 4,
    );
  });
  const [voided] = receiver.received.flatMap(({ event }) =>
    event.event === 'transaction.voided' ? [event.data] : [],
  );
  expect(voided).toMatchObject({ memberRef: 'bert', pointsRefunded: 300, reason: 'VOIDED' });
});

test('▲ capture ∥ void of one authorization: one of both ends it, and a void always gives back (D189, D190)', async () => {
  const { memberId } = (await buy('sale-7', 'emil', 1_000_000)).body;
  const orders = Array.from({ length: 20 }, (_, n) => `race-${n.toString()}`);
  for (const order of orders) await authorize(order, 'emil', { pointsRequested: 100 });
  const ends = await Promise.all(
    orders.flatMap((order) => [end('capture', order), end('void', order), end('void', order)]),
  );
  const statuses = ends.map(({ status }) => status);
  expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
  // By who came first: the void refunds, and the capture behind it is refused.
  expect(await balanceOf(memberId)).toBe(10_000);
  const refunds = (await entriesOf(memberId)).filter(([type]) => type === 'REFUND');
  expect(refunds).toHaveLength(orders.length);
});
