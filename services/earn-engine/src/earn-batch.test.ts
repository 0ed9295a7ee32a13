import { creditCodec, factCodec, topics } from '@loyalty/contracts';
import type { OutgoingMessage } from '@loyalty/kafka';
import { type CampaignId, type MemberId, memberKeyOf, type TierId } from '@loyalty/kernel';
import type { Campaign } from '@loyalty/rules/campaigns';
import { replyHeaders, testAtMs, testCampaign, testSnapshot } from '@loyalty/testkit/engine';
import { credit, memberEvent, receipt } from './testing/earn-bodies.ts';
import { bytesOf, known, receipts, run } from './testing/run-earn-batch.ts';

const { environmentId, secret } = testSnapshot();
const idOf = (n: number) => `0198c0de-1111-7000-8000-00000000000${n.toString()}` as CampaignId;
const tenPoints = testCampaign();
const coffeeCard = testCampaign({
  id: idOf(2),
  name: 'Coffee card',
  earningRule: {
    type: 'STAMP_CARD',
    stampsRequired: 2,
    rewardOnCompletion: { points: 50, rewardType: 'FREE_ITEM', value: { description: 'Coffee' } },
  },
});

const factIn = (message: OutgoingMessage) => {
  const { type, ledgerSeq, data } = factCodec.readerFor(factCodec.schemaText)(bytesOf(message));
  return { type, ledgerSeq, data: JSON.parse(data.toString()) as unknown };
};
const typesOf = (facts: readonly OutgoingMessage[]) =>
  facts.filter(({ topic }) => topic === topics.facts).map((message) => factIn(message).type);

test('two receipts of a new member enrol them once, with the sum, and both entries', async () => {
  const { tx, plan } = await run(receipts('a', 'b'));
  const [environments, , , externalRefs, balances, , seqs] = tx.valuesOf('members-enrol');
  expect([environments, externalRefs, balances, seqs]).toEqual([[7], ['customer-1'], [20], [2]]);
  expect(plan.requests.postings.map(({ posting }) => [posting.seq, posting.balanceAfter])).toEqual([
    [1, 10],
    [2, 20],
  ]);
  expect(plan.requests.transactions.map(({ ref }) => ref)).toEqual(['a', 'b']);
  expect(tx.names).not.toContain('accounts-update');
});

test('a known member is updated, and a new one is enrolled', async () => {
  const { tx, effects } = await run(receipts('a'), {
    responses: { 'accounts-lock': known({ 'customer-1': {} }) },
  });
  expect(tx.valuesOf('accounts-update')[2]).toEqual([110]);
  expect(tx.names).not.toContain('members-enrol');
  expect(typesOf(effects.facts)).toEqual(['transaction.processed']);
});

const awardedBy = ({ plan }: Awaited<ReturnType<typeof run>>) =>
  plan.outcomes.map((outcome) =>
    outcome.outcome === 'processed' ? outcome.result.pointsAwarded : outcome.outcome,
  );

const onPurchase = (n: number, points: number) =>
  testCampaign({
    id: idOf(n),
    earningRule: { type: 'FIXED_POINTS', points },
    conditions: { field: 'purchase_number', op: 'eq', value: n },
  });

test('▲ each receipt of a batch has the number behind those before it, and no number comes twice (D232)', async () => {
  const campaigns = [onPurchase(1, 1), onPurchase(2, 10), onPurchase(3, 100), onPurchase(4, 1_000)];
  const awarded = async (given: Parameters<typeof run>[1]) =>
    awardedBy(await run(receipts('a', 'b', 'c'), { campaigns, ...given }));
  expect(await awarded({})).toEqual([1, 10, 100]);
  // The first purchase came back wholly: it is in no figure any more.
  const memberKey = memberKeyOf(secret, 'customer-1');
  const returned = { environmentId, memberKey, wholeReturns: 1 };
  const responses = {
    'accounts-lock': known({ 'customer-1': {} }),
    'accounts-whole-returns': () => [returned],
  };
  expect(await awarded({ responses })).toEqual([10, 100, 1_000]);
});

test('▲ a tier that the first receipt of a batch reaches counts for the second one (D27)', async () => {
  const tierId = '0198c0de-0000-7000-8000-00000000ee01' as TierId;
  const tier = { id: tierId, minLifetimePoints: 405, createdAtMs: 0, thresholdsSetAtMs: 0, freeRewards: [] };
  const ofTier = testCampaign({
    id: idOf(3),
    earningRule: { type: 'FIXED_POINTS', points: 7 },
    conditions: { field: 'tier_id', op: 'gte', value: tierId },
  });
  const decided = await run(receipts('a', 'b'), {
    campaigns: [tenPoints, ofTier],
    tiers: [tier],
    responses: { 'accounts-lock': known({ 'customer-1': { lifetimePoints: 400 } }) },
  });
  expect(awardedBy(decided)).toEqual([10, 17]);
});

test('facts come in the order of events', async () => {
  const { effects } = await run(receipts('a', 'b'), { campaigns: [coffeeCard] });
  expect(typesOf(effects.facts)).toEqual([
    'member.enrolled',
    'transaction.processed',
    'transaction.processed',
    'member.stamp_card_completed',
    'reward.requested',
  ]);
  const [enrolled, first, second] = effects.facts.map(factIn);
  expect([enrolled, first].map((fact) => fact?.ledgerSeq)).toEqual([null, null]);
  expect(second).toMatchObject({ ledgerSeq: 1, data: { transactionRef: 'b', pointsAwarded: 50 } });
});

test('a completed card is counted, and its reward stored for fulfilment', async () => {
  const { tx, plan } = await run(receipts('a', 'b'), { campaigns: [coffeeCard] });
  expect(plan.writes.memberCounters).toMatchObject([
    { kind: 'STAMPS', count: 0, completed: 1, atMs: testAtMs },
  ]);
  const [, ids, , campaignIds, , types] = tx.valuesOf('rewards-insert');
  expect([campaignIds, types]).toEqual([[coffeeCard.id], ['FREE_ITEM']]);
  expect(ids).toHaveLength(1);
});

test('a stamp that completes two cards publishes each, and gives the reward of each', async () => {
  const lowered = {
    ...coffeeCard,
    earningRule: { ...coffeeCard.earningRule, stampsRequired: 1 },
  } as Campaign;
  const memberId = '0198c0de-0000-7000-8000-00000000cafe' as MemberId;
  const counter = { environmentId, memberId, campaignId: lowered.id, kind: 'STAMPS', count: 1, completed: 0 };
  const { effects } = await run(receipts('a'), {
    campaigns: [lowered],
    responses: {
      'accounts-lock': known({ 'customer-1': { memberId } }),
      'member-counters-read': () => [counter],
    },
  });
  const cards = effects.facts.map(factIn).filter(({ type }) => type === 'member.stamp_card_completed');
  expect(cards.map(({ data }) => data)).toMatchObject([{ memberId }, { memberId }]);
  expect(new Set(effects.facts.map((fact) => bytesOf(fact).toString('hex'))).size).toBe(effects.facts.length);
  expect(typesOf(effects.facts).filter((type) => type === 'reward.requested')).toHaveLength(2);
});

test('an event is stored for the feed, a receipt is not', async () => {
  const payload = Buffer.from('{"litres":45}');
  const { plan } = await run([
    memberEvent({ payload }),
    memberEvent({ ref: 'birthday', eventKey: null, lifecycleType: 'BIRTHDAY' }),
    receipt(),
  ]);
  expect(plan.writes.events).toMatchObject([
    { ref: 'event-1', eventKey: 'app.opened', payload, definitionVersion: null, atMs: testAtMs },
    { ref: 'birthday', eventKey: 'lifecycle.birthday' },
  ]);
});

describe('a referral', () => {
  const campaigns = [
    testCampaign({ earningRule: { type: 'REFERRAL_BONUS', points: 20, referrerPoints: 30 } }),
  ];
  const referral = memberEvent({ eventKey: null, lifecycleType: 'REFERRAL', referrerRef: 'customer-2' });

  it('sends the referrer a credit on their partition, after the event’s facts', async () => {
    const responses = { 'accounts-read': known({ 'customer-2': {} }) };
    const { effects } = await run([referral], { campaigns, responses });
    const last = effects.facts.at(-1);
    const memberKey = memberKeyOf(secret, 'customer-2');
    expect(last).toMatchObject({ topic: topics.credits, headers: { loyalty_environment: '7' } });
    expect(last?.key?.toString()).toBe(memberKey.toString('base64url'));
    expect(last && creditCodec.readerFor(creditCodec.schemaText)(bytesOf(last))).toMatchObject({
      ref: 'event:event-1',
      memberKey,
      awards: [{ points: 30 }],
    });
  });

  it('▲ by a member whom the same batch has just enrolled sends them the same credit', async () => {
    const first = receipt({ memberRef: 'customer-2', transactionRef: 'first' });
    const { effects } = await run([first, referral], { campaigns });
    expect(effects.facts.at(-1)).toMatchObject({ topic: topics.credits });
  });

  it.each([
    ['nobody knows', {}],
    ['is suspended', { 'customer-2': { state: 'suspended' } }],
  ] as const)('by a member whom %s sends no credit', async (_, members) => {
    const { effects } = await run([referral], { campaigns, responses: { 'accounts-read': known(members) } });
    expect(effects.facts.map(({ topic }) => topic)).not.toContain(topics.credits);
  });
});

test('receipts count in the figures of their member, events and credits do not (D97)', async () => {
  const responses = { 'accounts-lock': known({ 'customer-1': {} }) };
  const counted = await run([...receipts('a', 'b'), memberEvent()], { responses });
  const amountCents = 15_000;
  expect(counted.tx.valuesOf('accounts-update').slice(7, 9)).toEqual([[2 * amountCents], [2]]);
  const amounts = counted.tx.valuesOf('transactions-insert').slice(10, 13);
  expect(amounts).toEqual([
    [amountCents, amountCents, null],
    [testAtMs, testAtMs, null],
    // The number of the last entry of each.
    [4, 5, null],
  ]);
  const { tx } = await run([credit({ memberKey: memberKeyOf(secret, 'customer-1') })], { responses });
  expect(tx.valuesOf('accounts-update').slice(7, 10)).toEqual([[null], [null], [null]]);
});

test('a credit adds points and publishes a fact; for an unknown member it writes and publishes nothing', async () => {
  const memberKey = memberKeyOf(secret, 'customer-1');
  const responses = { 'accounts-lock': known({ 'customer-1': {} }) };
  const arrived = await run([credit({ memberKey })], { responses });
  expect(arrived.tx.valuesOf('accounts-update')[2]).toEqual([125]);
  expect(typesOf(arrived.effects.facts)).toEqual(['points.credited']);
  const lost = await run([credit({ memberKey })]);
  expect(lost.tx.names).toEqual(['accounts-lock', 'config-versions']);
  expect(lost.effects).toEqual({ facts: [], replies: [], rejected: [] });
});

describe('a budget', () => {
  const budgeted = testCampaign({ id: idOf(3), name: 'Spring', maxBudgetCents: 15 });
  const budget = { spentCents: 0, maxBudgetCents: 15, alertThreshold: 0.8, alertedForCents: null };
  const responses = {
    'budgets-read': () => [{ environmentId, campaignId: budgeted.id, ...budget, allowedCents: 0 }],
    'budgets-pause': () => [{ environmentId, campaignId: budgeted.id }],
  };

  it('is crossed by the second receipt, which is honoured whole, and gives the third nothing', async () => {
    const { plan } = await run(receipts('a', 'b', 'c'), { campaigns: [budgeted], responses });
    expect(plan.requests.postings.map(({ posting }) => posting.points)).toEqual([10, 10]);
    expect(plan.writes.spendings).toMatchObject([
      { campaignId: budgeted.id, cents: 20, alertedForCents: 15 },
    ]);
  });

  it('that is crossed pauses its campaign before it is stored, publishes the pause last, and raises the version last', async () => {
    const { tx, configuration, effects } = await run(receipts('a', 'b'), {
      campaigns: [budgeted],
      responses,
    });
    expect(tx.names.indexOf('budgets-pause')).toBeLessThan(tx.names.indexOf('budgets-spend'));
    expect(tx.names.at(-1)).toBe('config-raise');
    expect(configuration.raised).toEqual([environmentId]);
    expect(typesOf(effects.facts).slice(-2)).toEqual(['campaign.budget_alert', 'campaign.budget_suspended']);
  });
});

test('▲ a bounded campaign whose budget has no row gives nothing without a bound: its request is given up, the others are stored', async () => {
  const bound = { maxBudgetCents: 15, alertThreshold: 0.8 };
  const rowless = testCampaign({ id: idOf(3), storeIds: ['s1'], ...bound });
  const { plan, effects } = await run(
    [receipt({ transactionRef: 'a', storeRef: 's1' }), receipt({ transactionRef: 'b', storeRef: 's2' })],
    {
      campaigns: [rowless, testCampaign({ id: idOf(2) })],
      responses: {
        'budgets-read': () => [
          {
            environmentId,
            campaignId: rowless.id,
            spentCents: null,
            alertedForCents: null,
            allowedCents: 0,
            ...bound,
          },
        ],
      },
    },
  );
  expect(effects.rejected.map(({ rejection }) => rejection)).toMatchObject([
    { reason: 'PROCESSING_FAILED', detail: expect.stringContaining('campaign_budgets') as string },
  ]);
  expect(plan.requests.transactions.map(({ ref }) => ref)).toEqual(['b']);
});

test('spending of a campaign without a budget is counted too, at the value of a point', async () => {
  const { plan } = await run(receipts('a', 'b'), { pointValueCents: 3 });
  expect(plan.writes.spendings).toMatchObject([{ campaignId: tenPoints.id, cents: 60 }]);
});

describe('a request on which the rules throw', () => {
  /** A rule of a newer build, in one store. */
  const unknownRule = testCampaign({
    id: idOf(4),
    storeIds: ['broken'],
    earningRule: { type: 'OF_TOMORROW' } as unknown as Campaign['earningRule'],
  });
  /** One whose shared counts cannot be named. */
  const unreadableRule = testCampaign({
    id: idOf(5),
    storeIds: ['broken'],
    maxBudgetCents: 1_000,
    earningRule: { type: 'SURPRISE_DELIGHT' } as Campaign['earningRule'],
  });
  const batch = [
    receipt({ transactionRef: 'a' }),
    receipt({ transactionRef: 'poison', storeRef: 'broken' }),
    receipt({ transactionRef: 'b' }),
  ];

  it.each([
    ['while it is decided', unknownRule],
    ['while it is looked up what it shares', unreadableRule],
  ])('%s is given up alone, in the transaction that stores the others', async (_, campaign) => {
    const { plan, tx, effects, handler } = await run(batch, {
      campaigns: [tenPoints, campaign],
      headers: replyHeaders,
    });
    expect(plan.requests.transactions.map(({ ref }) => ref)).toEqual(['a', 'b']);
    expect(tx.valuesOf('members-enrol')[4]).toEqual([20]);
    expect(effects.replies).toHaveLength(2);
    expect(typesOf(effects.facts)).toEqual([
      'member.enrolled',
      'transaction.processed',
      'transaction.processed',
    ]);
    expect(effects.rejected.map(({ rejection }) => rejection.reason)).toEqual(['PROCESSING_FAILED']);
    const givenUp = await handler.giveUp?.(tx, plan.rejected);
    expect(givenUp?.replies).toHaveLength(1);
    expect(tx.valuesOf('failed-requests-insert').slice(1, 4)).toEqual([
      ['evaluate'],
      ['poison'],
      ['PROCESSING_FAILED'],
    ]);
  });
});

test('terms are stored with a receipt that awarded something, behind its response, and with nothing else (D171)', async () => {
  const responses = { 'accounts-lock': known({ 'customer-1': {} }) };
  const awarded = await run([...receipts('a', 'b'), memberEvent()], { responses });
  const written = awarded.tx.valuesOf('transactions-insert');
  const [bytes, starts, lengths] = [written[6] as Buffer, written[7] as number[], written[8] as number[]];
  // One award, WHOLE; an event has none.
  expect(written[13]).toEqual([2, 2, null]);
  const end = (starts[0] ?? 0) - 1 + (lengths[0] ?? 0);
  expect(bytes.subarray(end, end + 2)).toEqual(Buffer.of(1, 0));
  expect(starts[1]).toBe((starts[0] ?? 0) + (lengths[0] ?? 0) + 2);
  const nothing = await run(receipts('a'), { responses, campaigns: [] });
  expect(nothing.tx.valuesOf('transactions-insert')[13]).toEqual([null]);
});
