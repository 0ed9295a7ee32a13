import { randomUUID } from 'node:crypto';
import { eventually } from '@loyalty/testkit/runs';
import { loyaltyctl } from '../support/loyaltyctl.ts';
import { environmentOf } from '../support/reward-shop.ts';
import { activateCampaigns, createTestTenant, setLiveSettings, type TestTenant } from '../support/tenant.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

let shop: TestTenant;
let receiver: WebhookReceiver;
beforeAll(async () => {
  shop = await createTestTenant('Webhooks that keep balances');
  await activateCampaigns(shop.live, [
    {
      name: 'One percent, for ten days',
      earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1, pointsExpiry: { type: 'ROLLING', days: 10 } },
      redemptionRule: { pointsPerRand: 1 },
    },
    { name: 'Friends', earningRule: { type: 'REFERRAL_BONUS', points: 50, referrerPoints: 70 } },
  ]);
  await shop.live.post('/event-definitions', { key: 'club.referral', name: 'Referral' });
  receiver = await openWebhookReceiver(shop);
});
afterAll(() => receiver.close());

/** A balance change in an event: the points, and their sequence number in the member's ledger. */
interface BalanceChange {
  readonly memberId: string;
  readonly memberRef: string;
  readonly points: number;
  readonly ledgerSeq: number;
}

const signs = { pointsAwarded: 1, points: 1, pointsRedeemed: -1, pointsFromBalance: -1, pointsExpired: -1 };

const balanceChanges = (): BalanceChange[] =>
  receiver.received.flatMap(({ event: { data } }) => {
    if (data['ledgerSeq'] === undefined) return [];
    const [points = 0] = Object.entries(signs).flatMap(([name, sign]) =>
      data[name] === undefined ? [] : [sign * Number(data[name])],
    );
    // Left the balance again at once, for a return of before (D193).
    const deducted = Number(data['pointsDeducted'] ?? 0);
    return [{ ...(data as unknown as BalanceChange), points: points - deducted }];
  });

/** Computes a balance as a partner does: the sum of the changes, and the newest sequence number. */
const keptOf = (ref: string) => {
  const changes = balanceChanges().filter(({ memberRef }) => memberRef === ref);
  return {
    balance: changes.reduce((sum, { points }) => sum + points, 0),
    seq: Math.max(0, ...changes.map(({ ledgerSeq }) => ledgerSeq)),
  };
};

const idOf = async (ref: string): Promise<string> =>
  (await shop.live.get(`/members?ref=${ref}`)).body.members[0]?.id ?? '';

test('▲ a partner who sums the events of an endpoint has the balance of every member, whatever changed it (D109)', async () => {
  const { live } = shop;
  const buy = (memberRef: string, amount: number, transactionRef = randomUUID() as string) =>
    live.post('/transactions/evaluate', { transactionRef, memberRef, amount });
  const sale = randomUUID();
  await buy('referrer', 10_000, sale);
  const part = { transactionRef: sale, returnRef: randomUUID(), amount: 5_000 };
  expect((await live.post('/transactions/returns', part)).body).toMatchObject({ pointsFromBalance: 50 });
  await buy('referred', 20_000);
  const payload = { customerId: 'referred', referrerRef: 'referrer' };
  await live.post('/events', { eventKey: 'club.referral', ref: randomUUID(), payload });
  const referred = await idOf('referred');
  for (const points of [500, -120])
    await live.post(`/members/${referred}/ledger/adjust`, { points, reason: 'Looked into' });
  const order = { transactionRef: randomUUID(), memberRef: 'referred', amount: 10_000, pointsRequested: 30 };
  expect((await live.post('/transactions/redeem', order)).status).toBe(200);
  await setLiveSettings(shop, { unrecoveredPoints: 'DEDUCT_LATER' });
  const spent = randomUUID();
  await buy('indebted', 10_000, spent);
  await live.post('/transactions/redeem', {
    transactionRef: randomUUID(),
    memberRef: 'indebted',
    amount: 10_000,
    pointsRequested: 60,
  });
  const all = { transactionRef: spent, returnRef: randomUUID(), whole: true };
  expect((await live.post('/transactions/returns', all)).body).toMatchObject({ pointsToDeduct: 60 });
  await live.post(`/members/${await idOf('indebted')}/ledger/adjust`, { points: 7, reason: 'Looked into' });
  expect((await buy('indebted', 30_000)).body).toMatchObject({ pointsDeducted: 60, pointsBalance: 247 });
  const at = new Date(Date.now() + 11 * 86_400_000).toISOString();
  const run = await loyaltyctl('expire-points', '--at', at, ...environmentOf(shop), '--yes');
  expect(run).toMatchObject({ code: 0 });
  // The points that expire first were spent first: 50 of the receipt's 200 points are left to expire.
  for (const [ref, balance] of [
    ['referrer', 70],
    ['referred', 550],
    ['indebted', 7],
  ] as const) {
    const { pointsBalance } = (await live.get(`/members/${await idOf(ref)}`)).body;
    expect([ref, pointsBalance]).toEqual([ref, balance]);
    await eventually(`all events of ${ref} have arrived`, () => keptOf(ref).balance === balance);
    const [newest] = (await live.get(`/members/${await idOf(ref)}/ledger`)).body.entries;
    expect(newest?.balanceAfter).toBe(balance);
  }
  expect(new Set(receiver.received.map(({ event }) => event.event as string))).toEqual(
    new Set([
      'member.enrolled',
      'transaction.processed',
      'event.processed',
      'points.credited',
      'points.adjusted',
      'transaction.redeemed',
      'transaction.returned',
      'points.expired',
    ]),
  );
  expect([keptOf('referrer').seq, keptOf('referred').seq]).toEqual([4, 6]);
  expect(receiver.faults).toEqual([]);
});

test('a suspension and its end are delivered once each, only to endpoints that subscribed to them', async () => {
  const { live } = shop;
  const some = await openWebhookReceiver(shop, ['member.reinstated']);
  const memberId = await idOf('referrer');
  for (const step of ['suspend', 'suspend', 'reinstate', 'reinstate'])
    await live.post(`/members/${memberId}/${step}`, { reason: 'Looked into' });
  const data = { memberId, memberRef: 'referrer' };
  const statesOf = ({ received }: WebhookReceiver) =>
    received
      .map(({ event }) => event)
      .filter(({ event }) => /suspended|reinstated/.test(event))
      .toSorted((a, b) => b.event.localeCompare(a.event));
  await eventually('both are delivered', () => statesOf(receiver).length + statesOf(some).length === 3);
  await some.close();
  expect(statesOf(receiver)).toMatchObject([
    { event: 'member.suspended', data },
    { event: 'member.reinstated', data },
  ]);
  expect(some.received.map(({ event }) => event)).toMatchObject([{ event: 'member.reinstated', data }]);
});
