import { eventually } from '@loyalty/testkit/runs';
import { activateCampaigns, createTestTenant, setLiveSettings, type TestTenant } from '../support/tenant.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

let shop: TestTenant;
let receiver: WebhookReceiver;
let spendersId: string;
beforeAll(async () => {
  shop = await createTestTenant('Returns');
  await setLiveSettings(shop, { unrecoveredPoints: 'FORGIVE' });
  await activateCampaigns(shop.live, [
    {
      name: 'One percent',
      earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 },
      redemptionRule: { pointsPerRand: 10 },
    },
  ]);
  await shop.live.post('/tiers', { name: 'Gold', minLifetimePoints: 300, sortOrder: 1 });
  const segment = await shop.live.post('/segments', {
    name: 'Spenders',
    type: 'DYNAMIC',
    rules: { operator: 'AND', conditions: [{ field: 'spend_cents_30d', op: 'gte', value: 30_000 }] },
  });
  spendersId = segment.body.id;
  receiver = await openWebhookReceiver(shop);
});
afterAll(() => receiver.close());

const buy = (transactionRef: string, memberRef: string, amount: number) =>
  shop.live.post('/transactions/evaluate', { transactionRef, memberRef, amount });

const giveBack = (transactionRef: string, returnRef: string, what: object) =>
  shop.live.post('/transactions/returns', { transactionRef, returnRef, ...what });

const recordOf = async (memberId: string) =>
  (await shop.live.get(`/members/${memberId}`)).body as unknown as {
    readonly pointsBalance: number;
    readonly lifetimePoints: number;
    readonly tierId: string | null;
  };

const segmentSize = async (): Promise<number> =>
  (await shop.live.get(`/segments/${spendersId}/members`)).body.members.length;

test('▲ a sale is taken back in parts: points, lifetime points, tier, segment and figures follow, each part once (D165 to D170)', async () => {
  const { memberId } = (await buy('sale', 'anna', 35_000)).body;
  await eventually('Anna is Gold, and a spender', async () => {
    const { tierId } = await recordOf(memberId);
    return tierId !== null && (await segmentSize()) === 1;
  });
  await shop.live.post('/transactions/redeem', {
    transactionRef: 'redeem',
    memberRef: 'anna',
    amount: 10_000,
    pointsRequested: 300,
  });

  const part = await giveBack('sale', 'part', { amount: 10_000 });
  expect(part.body).toMatchObject({ pointsReversed: 100, pointsFromBalance: 50, pointsClaimable: 50 });
  expect((await giveBack('sale', 'part', { amount: 10_000 })).text).toBe(part.text);
  const rest = await giveBack('sale', 'rest', { whole: true });
  expect(rest.body).toMatchObject({ pointsReversed: 250, pointsClaimable: 250, isWhole: true });

  expect(await recordOf(memberId)).toMatchObject({ pointsBalance: 0, lifetimePoints: 0 });
  await eventually('Anna has no tier, and is no spender', async () => {
    const { tierId } = await recordOf(memberId);
    return tierId === null && (await segmentSize()) === 0;
  });
  const statistics = (await shop.live.get(`/members/${memberId}/stats`)).body;
  expect(statistics).toMatchObject({
    spendCents30d: 0,
    spendCentsLifetime: 0,
    txnCount30d: 0,
    txnCountLifetime: 0,
  });
  const ledger = (await shop.live.get(`/members/${memberId}/ledger`)).body;
  expect(ledger.entries).toMatchObject([
    { type: 'RETURN', points: 0, balanceAfter: 0, description: 'One percent', transactionRef: 'rest' },
    { type: 'RETURN', points: -50, balanceAfter: 0, transactionRef: 'part' },
    { type: 'REDEEM', points: -300 },
    { type: 'EARN', points: 350 },
  ]);
  const returned = (await shop.live.get(`/members/${memberId}/transactions?operation=return`)).body;
  expect(returned).toMatchObject({
    transactions: [
      { operation: 'return', returnRef: 'rest' },
      { operation: 'return', returnRef: 'part' },
    ],
  });

  await eventually('the endpoint has both returns, and the lost tier', () => {
    const eventsOf = (type: string) => receiver.received.filter(({ event }) => event.event === type);
    return Promise.resolve(
      eventsOf('transaction.returned').length === 2 && eventsOf('member.tier_changed').length === 2,
    );
  });
  const [first] = receiver.received.flatMap(({ event }) =>
    event.event === 'transaction.returned' ? [event.data] : [],
  );
  expect(first).toMatchObject({
    memberRef: 'anna',
    transactionRef: 'sale',
    ledgerSeq: expect.any(Number) as number,
  });
});

test('▲ of 100 returns of one receipt at once exactly what fits succeeds (D166)', async () => {
  await buy('crowded', 'bert', 100_000);
  const responses = await Promise.all(
    Array.from({ length: 100 }, (_, n) => giveBack('crowded', `crowd-${n.toString()}`, { amount: 1_501 })),
  );
  const statuses = responses.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(66);
  expect(statuses.filter((status) => status === 422)).toHaveLength(34);
  const reversed = responses.reduce(
    (sum, { body }) => sum + ((body as unknown as { pointsReversed?: number }).pointsReversed ?? 0),
    0,
  );
  const rest = (await giveBack('crowded', 'crowd-rest', { whole: true })).body as unknown as Record<
    string,
    number
  >;
  expect(reversed + (rest['pointsReversed'] ?? 0)).toBe(1_000);
  expect(rest['amountReturned']).toBe(100_000 - 66 * 1_501);
});

test('a suspended member’s receipt is returned, an erased one’s is not (D165)', async () => {
  const { memberId } = (await buy('suspended', 'carl', 1_000)).body;
  await shop.live.post(`/members/${memberId}/suspend`, { reason: 'Lost card' });
  expect((await giveBack('suspended', 'of-suspended', { amount: 100 })).status).toBe(200);
  await shop.live.delete(`/members/${memberId}`);
  const refused = await giveBack('suspended', 'of-erased', { whole: true });
  expect([refused.status, refused.body.code]).toEqual([403, 'MEMBER_ERASED']);
  // A stored response wins over the member's state (D15).
  expect((await giveBack('suspended', 'of-suspended', { amount: 100 })).status).toBe(200);
});

test('▲ redeemed points come back with the receipt that they paid for, each part once (D177, D178)', async () => {
  const { memberId } = (await buy('earlier', 'emma', 100_000)).body;
  await buy('paid', 'emma', 20_000);
  await shop.live.post('/transactions/redeem', {
    transactionRef: 'paid',
    memberRef: 'emma',
    amount: 20_000,
    pointsRequested: 500,
  });
  const part = await giveBack('paid', 'paid-part', { amount: 14_000 });
  expect(part.body).toMatchObject({
    pointsReversed: 140,
    pointsForgiven: 0,
    pointsBalance: 910,
    redeemed: { transactionRef: 'paid', pointsRefunded: 350 },
  });
  expect((await giveBack('paid', 'paid-part', { amount: 14_000 })).text).toBe(part.text);
  const rest = await giveBack('paid', 'paid-rest', { whole: true });
  expect(rest.body).toMatchObject({ pointsBalance: 1_000, redeemed: { pointsRefunded: 150 } });
  const ledger = (await shop.live.get(`/members/${memberId}/ledger?type=REFUND`)).body;
  expect(ledger.entries).toMatchObject([
    { points: 150, transactionRef: 'paid-rest' },
    { points: 350, transactionRef: 'paid-part' },
  ]);
});

test('▲ points that are spent are deducted from what is earned next, and no balance falls below 0 for it (D192, D193)', async () => {
  await setLiveSettings(shop, { unrecoveredPoints: 'DEDUCT_LATER' });
  const { memberId } = (await buy('spent', 'olga', 20_000)).body;
  const redeem = { transactionRef: 'spent-redeem', memberRef: 'olga', amount: 10_000, pointsRequested: 150 };
  await shop.live.post('/transactions/redeem', redeem);
  const what = { transactionRef: 'spent', whole: true };
  const quoted = (await shop.live.post('/transactions/return-quote', what)).body;
  expect(quoted).toMatchObject({ pointsFromBalance: 50, pointsForgiven: 0, pointsToDeduct: 150 });
  const returned = await giveBack('spent', 'spent-return', { whole: true });
  expect(returned.body).toMatchObject({ pointsReversed: 200, pointsFromBalance: 50, pointsToDeduct: 150 });
  expect(await recordOf(memberId)).toMatchObject({
    pointsBalance: 0,
    lifetimePoints: 0,
    pointsToDeduct: 150,
  });
  // Nothing is deducted from points that are given by hand.
  await shop.live.post(`/members/${memberId}/ledger/adjust`, { points: 5, reason: 'Sorry' });

  const next = await buy('next', 'olga', 26_000);
  expect(next.body).toMatchObject({ pointsAwarded: 260, pointsDeducted: 150, pointsBalance: 115 });
  expect((await buy('next', 'olga', 26_000)).text).toBe(next.text);
  expect(await recordOf(memberId)).toMatchObject({
    pointsBalance: 115,
    lifetimePoints: 260,
    pointsToDeduct: 0,
  });
  const ledger = (await shop.live.get(`/members/${memberId}/ledger?limit=2`)).body;
  expect(ledger.entries).toMatchObject([
    { type: 'RETURN', points: -150, balanceAfter: 115, transactionRef: 'next' },
    { type: 'EARN', points: 260, balanceAfter: 265, transactionRef: 'next' },
  ]);
  // What comes back of the points that paid is open again.
  expect((await giveBack('next', 'next-return', { whole: true })).body).toMatchObject({
    pointsReversed: 260,
    pointsFromBalance: 115,
    pointsToDeduct: 145,
  });
});

test('▲ who is forgiven points is known without reading returns: an event of its own, to those who want it (D309)', async () => {
  await setLiveSettings(shop, { unrecoveredPoints: 'FORGIVE' });
  const fraudTeam = await openWebhookReceiver(shop, ['member.points_forgiven']);
  const { memberId } = (await buy('taken', 'ruth', 10_000)).body;
  await shop.live.post(`/members/${memberId}/ledger/adjust`, { points: -60, reason: 'Looked into' });
  const part = await giveBack('taken', 'taken-part', { amount: 4_000 });
  expect(part.body).toMatchObject({ pointsFromBalance: 40, pointsForgiven: 0 });
  const rest = (await giveBack('taken', 'taken-rest', { whole: true })).body as unknown as Record<
    string,
    unknown
  >;
  expect(rest).toMatchObject({ pointsFromBalance: 0, pointsForgiven: 60 });

  const returnsOf = ({ received }: WebhookReceiver) =>
    received.flatMap(({ event }) =>
      event.data['memberRef'] === 'ruth' && /return|forgiv/.test(event.event) ? [event] : [],
    );
  await eventually('both returns and the forgiven points are delivered', () =>
    Promise.resolve(returnsOf(receiver).length === 3 && returnsOf(fraudTeam).length === 1),
  );
  await fraudTeam.close();
  const event = 'member.points_forgiven';
  const data = {
    memberId,
    memberRef: 'ruth',
    returnTransactionId: rest['returnTransactionId'],
    returnRef: 'taken-rest',
    transactionRef: 'taken',
    pointsForgiven: 60,
  };
  const [known] = fraudTeam.received.map((delivery) => delivery.event);
  expect(known).toMatchObject({ event });
  expect(known?.data).toEqual(data);
  expect(returnsOf(receiver).filter((delivered) => delivered.event === event)).toMatchObject([
    { id: known?.id, data },
  ]);
  expect([...receiver.faults, ...fraudTeam.faults]).toEqual([]);
});

test('a campaign that was changed and archived since changes nothing of a return (D165)', async () => {
  const [campaignId = ''] = await activateCampaigns(shop.live, [
    { name: 'Five', earningRule: { type: 'FIXED_POINTS', points: 5 } },
  ]);
  await buy('before', 'dora', 10_000);
  await shop.live.patch(`/campaigns/${campaignId}`, { earningRule: { type: 'FIXED_POINTS', points: 500 } });
  await shop.live.post(`/campaigns/${campaignId}/archive`);
  const { body } = await giveBack('before', 'after', { amount: 4_000 });
  // The percentage of what remains; the five stay whole.
  expect(body).toMatchObject({ pointsReversed: 40 });
});
