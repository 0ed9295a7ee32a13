import { randomUUID } from 'node:crypto';
import type { Loyalty } from '@loyalty/client';
import { eventually } from '@loyalty/testkit/runs';
import { loyaltyctlJson } from '../support/loyaltyctl.ts';
import { createForeignProducer, type ForeignProducer } from '../support/foreign-producer.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';
import { clientOf } from '../support/tenant-client.ts';

let shop: TestTenant;
let loyalty: Loyalty;
let stream: ForeignProducer;

beforeAll(async () => {
  shop = await createTestTenant('Three cards');
  loyalty = clientOf(shop, { apiKey: shop.keys.live });
  await activateCampaigns(shop.live, [
    {
      name: 'One percent',
      earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 },
      redemptionRule: { pointsPerRand: 10 },
    },
    { name: 'Friends', earningRule: { type: 'REFERRAL_BONUS', points: 50, referrerPoints: 70 } },
  ]);
  await loyalty.createEventDefinition({ body: { key: 'club.referral', name: 'Referral' } });
  const line = ['stream', 'enable', '--tenant', shop.tenantId, '--mode', 'live'];
  stream = await createForeignProducer((await loyaltyctlJson<{ topic: string }>(...line)).topic);
});
afterAll(() => stream.stop());

interface Shopper {
  readonly memberId: string;
  /** The first reference, and two further ones. */
  readonly cards: readonly [string, string, string];
}

const shopper = async (): Promise<Shopper> => {
  const name = randomUUID();
  const cards = [`${name}-app`, `${name}-card`, `${name}-phone`] as const;
  const { id: memberId } = await loyalty.createMember({ body: { externalRef: cards[0] } });
  for (const reference of cards.slice(1)) await loyalty.putMemberReference({ memberId, body: { reference } });
  return { memberId, cards };
};

const receiptOf = (memberRef: string, transactionRef: string = randomUUID(), amount = 10_000) => ({
  body: { transactionRef, memberRef, amount },
});

const redeemOf = (memberRef: string, transactionRef: string = randomUUID()) => ({
  body: { transactionRef, memberRef, amount: 10_000, pointsRequested: 50 },
});

const balanceOf = async ({ memberId }: Shopper): Promise<number> =>
  (await loyalty.getMember({ memberId })).pointsBalance;

const blocked = { status: 403, code: 'REFERENCE_BLOCKED' };

test('receipts by all cards of a shopper, at tills and on a stream, are one balance (D345)', async () => {
  const one = await shopper();
  const { memberId, cards } = one;
  const responses = await Promise.all(
    [...cards, ...cards].map((memberRef) => loyalty.evaluateTransaction(receiptOf(memberRef))),
  );
  for (const response of responses) expect(response).toMatchObject({ memberId, memberCreated: false });
  await stream.send(
    cards.map((memberRef) => ({
      key: memberRef,
      value: stream.write({
        transactionRef: randomUUID(),
        memberRef,
        amount: 10_000,
        storeRef: null,
        currency: 'ZAR',
        occurredAt: new Date().toISOString(),
        products: [],
      }),
    })),
  );
  await eventually('all receipts are stored', async () => (await balanceOf(one)) === 900);
  const { transactions } = await loyalty.listMemberTransactions({ memberId });
  expect(transactions).toHaveLength(9);
  const { entries } = await loyalty.listLedgerEntries({ memberId });
  expect(entries.map(({ balanceAfter }) => balanceAfter)).toEqual([
    900, 800, 700, 600, 500, 400, 300, 200, 100,
  ]);
});

test('points are redeemed, authorized and captured by a further card, and voided (D345)', async () => {
  const one = await shopper();
  const [app, card, phone] = one.cards;
  await loyalty.evaluateTransaction(receiptOf(app, randomUUID(), 20_000));
  const redeemed = redeemOf(card);
  const taken = { memberId: one.memberId, balanceBefore: 200, balanceAfter: 150 };
  expect(await loyalty.redeemPoints(redeemed)).toMatchObject(taken);
  const held = redeemOf(phone);
  await loyalty.authorizeRedemption(held);
  await loyalty.captureRedemption({ body: { transactionRef: held.body.transactionRef } });
  expect(await balanceOf(one)).toBe(100);
  await loyalty.voidRedemption({ body: { transactionRef: redeemed.body.transactionRef } });
  expect(await balanceOf(one)).toBe(150);
});

test('▲ a receipt that is sent again by another card of the shopper is a repeat; by somebody else it is refused (D123, D345)', async () => {
  const one = await shopper();
  const [app, card, phone] = one.cards;
  const other = await shopper();
  const transactionRef = randomUUID();
  const first = await loyalty.withResponse.evaluateTransaction(receiptOf(card, transactionRef));
  for (const memberRef of [app, phone]) {
    const again = await loyalty.withResponse.evaluateTransaction(receiptOf(memberRef, transactionRef));
    expect([again.status, again.data]).toEqual([200, first.data]);
    expect(again.headers.get('Idempotency-Mismatch')).toBe('true');
  }
  for (const memberRef of other.cards)
    await expect(loyalty.evaluateTransaction(receiptOf(memberRef, transactionRef))).rejects.toMatchObject({
      status: 409,
      code: 'TRANSACTION_DUPLICATE',
    });
  expect(await balanceOf(one)).toBe(100);
});

test('▲ a receipt that comes twice in one bulk call, by two cards of the shopper, is a repeat (D123, D345)', async () => {
  const [one, other] = [await shopper(), await shopper()];
  const transactionRef = randomUUID();
  const [app, card, phone] = one.cards;
  const transactions = [card, app, phone, other.cards[1]].map(
    (memberRef) => receiptOf(memberRef, transactionRef).body,
  );
  const { results } = await loyalty.bulkEvaluateTransactions({ body: { items: transactions } });
  expect(results).toMatchObject([
    { status: 200, body: { memberId: one.memberId, pointsAwarded: 100 } },
    { status: 200, replayed: true, mismatch: true, body: { memberId: one.memberId } },
    { status: 200, replayed: true, mismatch: true, body: { memberId: one.memberId } },
    { status: 409, problem: { code: 'TRANSACTION_DUPLICATE' } },
  ]);
  expect([await balanceOf(one), await balanceOf(other)]).toEqual([100, 0]);
});

test('a blocked card neither earns nor redeems from the next request on, while the others do (D345)', async () => {
  const one = await shopper();
  const [app, card] = one.cards;
  await loyalty.evaluateTransaction(receiptOf(card, randomUUID(), 20_000));
  const { memberId } = one;
  await loyalty.putMemberReference({ memberId, body: { reference: card, state: 'BLOCKED' } });
  const refused = receiptOf(card);
  await expect(loyalty.evaluateTransaction(refused)).rejects.toMatchObject(blocked);
  await expect(loyalty.redeemPoints(redeemOf(card))).rejects.toMatchObject(blocked);
  await expect(loyalty.authorizeRedemption(redeemOf(card))).rejects.toMatchObject(blocked);
  expect(await loyalty.evaluateTransaction(receiptOf(app))).toMatchObject({ memberId, pointsAwarded: 100 });
  expect(await loyalty.redeemPoints(redeemOf(app))).toMatchObject({ balanceAfter: 250 });
  await loyalty.putMemberReference({ memberId, body: { reference: card, state: 'ACTIVE' } });
  expect(await loyalty.evaluateTransaction(refused)).toMatchObject({ memberId, pointsAwarded: 100 });
});

test('the first reference can be blocked, too, and the member lives on by the others (D345)', async () => {
  const one = await shopper();
  const { memberId } = one;
  const [app, card] = one.cards;
  await loyalty.putMemberReference({ memberId, body: { reference: app, state: 'BLOCKED' } });
  await expect(loyalty.evaluateTransaction(receiptOf(app))).rejects.toMatchObject(blocked);
  expect(await loyalty.evaluateTransaction(receiptOf(card))).toMatchObject({ memberId });
});

test('a card that may only earn earns, and redeems nothing (D345)', async () => {
  const one = await shopper();
  const { memberId } = one;
  const [app, , child] = one.cards;
  await loyalty.putMemberReference({ memberId, body: { reference: child, state: 'EARN_ONLY' } });
  expect(await loyalty.evaluateTransaction(receiptOf(child))).toMatchObject({ memberId, pointsAwarded: 100 });
  await expect(loyalty.redeemPoints(redeemOf(child))).rejects.toMatchObject(blocked);
  await expect(loyalty.authorizeRedemption(redeemOf(child))).rejects.toMatchObject(blocked);
  expect(await loyalty.redeemPoints(redeemOf(app))).toMatchObject({ balanceAfter: 50 });
});

test('what was bought by a card that is blocked by now can be returned, also by another card (D313, D345)', async () => {
  const one = await shopper();
  const { memberId } = one;
  const [app, card] = one.cards;
  const { body } = receiptOf(card);
  const { body: second } = receiptOf(card);
  for (const each of [body, second]) await loyalty.evaluateTransaction({ body: each });
  await loyalty.putMemberReference({ memberId, body: { reference: card, state: 'BLOCKED' } });
  const back = (transactionRef: string, memberRef?: string) => ({
    body: {
      transactionRef,
      returnRef: randomUUID(),
      whole: true as const,
      ...(memberRef !== undefined && { memberRef }),
    },
  });
  expect(await loyalty.returnPurchase(back(body.transactionRef))).toMatchObject({ pointsReversed: 100 });
  const stranger = await shopper();
  for (const memberRef of stranger.cards)
    await expect(loyalty.returnPurchase(back(second.transactionRef, memberRef))).rejects.toMatchObject({
      code: 'MEMBER_MISMATCH',
    });
  expect(await loyalty.returnPurchase(back(second.transactionRef, app))).toMatchObject({
    pointsReversed: 100,
  });
  expect(await balanceOf(one)).toBe(0);
});

test('▲ a shopper who names their own second card as referrer has no referrer, and nobody is credited (D65, D345)', async () => {
  const [one, friend] = [await shopper(), await shopper()];
  const [app, card, phone] = one.cards;
  const refer = (customerId: string, referrerRef: string) =>
    loyalty.submitEvent({
      body: { eventKey: 'club.referral', ref: randomUUID(), payload: { customerId, referrerRef } },
    });
  for (const [customerId, referrerRef] of [
    [app, card],
    [card, app],
    [card, phone],
  ] as const)
    expect(await refer(customerId, referrerRef)).toMatchObject({ pointsAwarded: 50 });
  expect(await refer(friend.cards[1], card)).toMatchObject({ pointsAwarded: 50 });
  // An earlier credit of this referrer would arrive before this one.
  const balance = 3 * 50 + 70;
  await eventually('the referrer is credited', async () => (await balanceOf(one)) >= balance);
  expect([await balanceOf(one), await balanceOf(friend)]).toEqual([balance, 50]);
});

test('a released card is that of a new member, and what was bought by it stays (D345)', async () => {
  const one = await shopper();
  const { memberId } = one;
  const [, card] = one.cards;
  const { body } = receiptOf(card);
  await loyalty.evaluateTransaction({ body });
  await loyalty.releaseMemberReference({ memberId, body: { reference: card } });
  const bought = await loyalty.evaluateTransaction(receiptOf(card));
  expect(bought).toMatchObject({ pointsAwarded: 100, pointsBalance: 100 });
  expect(bought.memberId).not.toBe(memberId);
  const back = { transactionRef: body.transactionRef, returnRef: randomUUID(), whole: true as const };
  expect(await loyalty.returnPurchase({ body: back })).toMatchObject({ memberId, pointsReversed: 100 });
  expect(await balanceOf(one)).toBe(0);
});
