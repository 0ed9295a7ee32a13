import { setTimeout as pause } from 'node:timers/promises';
import { eventually, sizeOf } from '@loyalty/testkit/runs';
import { loyaltyctl, loyaltyctlJson } from '../support/loyaltyctl.ts';
import { environmentOf, untilState } from '../support/reward-shop.ts';
import { giftCampaign } from '../support/rewards.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

let shop: TestTenant;
let receiver: WebhookReceiver;
let ids: readonly string[];
beforeAll(async () => {
  shop = await createTestTenant('What hangs on a sale');
  ids = await activateCampaigns(shop.live, [
    {
      name: 'One percent',
      earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 },
      maxBudgetCents: 1_000_000,
    },
    giftCampaign,
    {
      name: 'Coffees',
      earningRule: { type: 'STAMP_CARD', stampsRequired: 2, rewardOnCompletion: { points: 50 } },
    },
  ]);
  receiver = await openWebhookReceiver(shop);
});
afterAll(() => receiver.close());

interface Taken {
  readonly awards: readonly {
    readonly budgetCents: number;
    readonly rewardsTakenBack: readonly string[];
    readonly rewardsKept: readonly string[];
  }[];
  readonly stampCards: readonly { readonly stampsCollected: number; readonly isStampTakenBack: boolean }[];
}

const bodyIn = ({ text }: { readonly text: string }) => JSON.parse(text) as Taken & Record<string, unknown>;

const buy = async (transactionRef: string, amount = 20_000): Promise<readonly string[]> => {
  const body = { transactionRef, memberRef: 'anna', amount };
  const { campaigns } = (await shop.live.post('/transactions/evaluate', body)).body;
  return campaigns.flatMap(({ rewardIds }) => rewardIds);
};

const quote = async (transactionRef: string, what: object) =>
  bodyIn(await shop.live.post('/transactions/return-quote', { transactionRef, ...what }));

const giveBack = async (transactionRef: string, returnRef: string, what: object) =>
  bodyIn(await shop.live.post('/transactions/returns', { transactionRef, returnRef, ...what }));

/** The return does what the quote said (D174 to D176). */
const asQuoted = async (transactionRef: string, returnRef: string, what: object) => {
  const quoted = await quote(transactionRef, what);
  const returned = await giveBack(transactionRef, returnRef, what);
  expect(returned).toEqual({
    ...quoted,
    returnTransactionId: expect.any(String) as string,
    returnRef,
    reason: null,
    state: 'PROCESSED',
  });
  return returned;
};

const spentBy = async (campaignId = ''): Promise<number> =>
  (bodyIn(await shop.live.get(`/campaigns/${campaignId}`)) as unknown as { readonly spentCents: number })
    .spentCents;

test('▲ rewards end with the whole receipt, stamps and budgets go back, and the quote says so before (D174, D175, D176)', async () => {
  const [first = ''] = await buy('first');
  const [second = ''] = await buy('second');
  await untilState(shop.live, first, 'ISSUED');
  await untilState(shop.live, second, 'ISSUED');
  expect([await spentBy(ids[0]), await spentBy(ids[1]), await spentBy(ids[2])]).toEqual([400, 10_000, 50]);

  const part = await asQuoted('second', 'part', { amount: 5_000 });
  expect(part.awards.map(({ rewardsTakenBack }) => rewardsTakenBack)).toEqual([[], [], []]);
  expect((await shop.live.get(`/rewards/${second}`)).body.state).toBe('ISSUED');

  const rest = await asQuoted('second', 'rest', { whole: true });
  expect(rest.awards.find(({ rewardsTakenBack }) => rewardsTakenBack.length > 0)).toMatchObject({
    rewardsTakenBack: [second],
    budgetCents: 5_000,
  });
  expect(rest.stampCards).toMatchObject([{ stampsCollected: 1, isStampTakenBack: true }]);
  expect((await shop.live.get(`/rewards/${second}`)).body.state).toBe('EXPIRED');
  expect([await spentBy(ids[0]), await spentBy(ids[1]), await spentBy(ids[2])]).toEqual([200, 5_000, 0]);

  // A reward that was used stays, and is named.
  await shop.live.post(`/rewards/${first}/redeem`);
  const used = await asQuoted('first', 'used', { whole: true });
  expect(used.awards.flatMap(({ rewardsKept }) => rewardsKept)).toEqual([first]);
  expect((await shop.live.get(`/rewards/${first}`)).body.state).toBe('REDEEMED');
  expect([await spentBy(ids[0]), await spentBy(ids[1]), await spentBy(ids[2])]).toEqual([0, 5_000, 0]);

  const listed = bodyIn(await shop.live.get('/transactions/returns?transactionRef=second'));
  expect(listed).toEqual({
    transactionRef: 'second',
    amount: 20_000,
    amountReturned: 20_000,
    returns: [part, rest],
  });

  const shown = await loyaltyctlJson('returns', 'show', 'second', ...environmentOf(shop));
  expect(shown).toMatchObject({
    amountReturned: 20_000,
    awards: [{ pointsKept: 0 }, {}, {}],
    returns: [part, rest],
  });
  const { code, stdout } = await loyaltyctl('returns', 'show', 'second', ...environmentOf(shop));
  expect([code, stdout]).toEqual([0, expect.stringContaining('20000 returned')]);

  await eventually('the endpoint hears that the reward ended, and why', () => {
    const ended = receiver.received.flatMap(({ event }) =>
      event.event === 'reward.expired' ? [event.data] : [],
    );
    return Promise.resolve(
      ended.length === 1 && ended[0]?.['rewardId'] === second && ended[0]['reason'] === 'RETURNED',
    );
  });
});

test('▲ a reward is redeemed and its receipt returned at the same instant: one of both has it (D174)', async () => {
  // Longer after a redeem, shorter after a return: so most pairs meet, however long each way is.
  let headStartMs = 0;
  const outcomes = { redeemed: 0, returned: 0 };
  for (let n = 0; n < sizeOf(20, 200); n += 1) {
    const ref = `contested-${n.toString()}`;
    const receipt = { transactionRef: ref, memberRef: ref, amount: 20_000 };
    const { campaigns } = (await shop.live.post('/transactions/evaluate', receipt)).body;
    const [rewardId = ''] = campaigns.flatMap(({ rewardIds }) => rewardIds);
    await untilState(shop.live, rewardId, 'ISSUED');
    const returning = giveBack(ref, ref, { whole: true });
    await pause(headStartMs);
    const [redeemed, returned] = await Promise.all([
      shop.live.post(`/rewards/${rewardId}/redeem`),
      returning,
    ]);
    const { state } = (await shop.live.get(`/rewards/${rewardId}`)).body;
    const isRedeemed = redeemed.status === 200;
    const of = (field: 'rewardsTakenBack' | 'rewardsKept') =>
      returned.awards.flatMap((award) => award[field]);
    expect([redeemed.status, state, of('rewardsKept'), of('rewardsTakenBack')]).toEqual(
      isRedeemed ? [200, 'REDEEMED', [rewardId], []] : [409, 'EXPIRED', [], [rewardId]],
    );
    outcomes[isRedeemed ? 'redeemed' : 'returned'] += 1;
    headStartMs = isRedeemed ? 1.4 * headStartMs + 2 : headStartMs / 1.4;
  }
  expect(outcomes.redeemed).toBeGreaterThan(0);
  expect(outcomes.returned).toBeGreaterThan(0);
});

test('a quote writes nothing, and refuses what the return would refuse', async () => {
  await buy('quoted', 1_000);
  for (let n = 0; n < 3; n += 1) await quote('quoted', { whole: true });
  expect(bodyIn(await shop.live.get('/transactions/returns?transactionRef=quoted'))).toEqual({
    transactionRef: 'quoted',
    amount: 1_000,
    amountReturned: 0,
    returns: [],
  });
  const codeOf = async (transactionRef: string, what: object) =>
    (await shop.live.post('/transactions/return-quote', { transactionRef, ...what })).body.code;
  expect(await codeOf('quoted', { amount: 1_001 })).toBe('RETURN_EXCEEDS_RECEIPT');
  expect(await codeOf('quoted', {})).toBe('VALIDATION_ERROR');
  expect(await codeOf('nobody knows it', { whole: true })).toBe('TRANSACTION_NOT_FOUND');
  expect((await shop.live.get('/transactions/returns?transactionRef=nobody')).body.code).toBe(
    'TRANSACTION_NOT_FOUND',
  );
});
