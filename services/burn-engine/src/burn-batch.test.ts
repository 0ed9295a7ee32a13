import type { CampaignId, SegmentId } from '@loyalty/kernel';
import type { Lot } from '@loyalty/rules/lots';
import { testAtMs } from '@loyalty/testkit/engine';
import {
  environmentId,
  factIn,
  lotIn,
  memberId,
  publishedFactId,
  redeem,
  replyIn,
  run,
  tenARand,
} from './testing/run-burn-batch.ts';

const idOf = (n: number) => `0198c0de-1111-7000-8000-00000000000${n.toString()}` as CampaignId;

test('two redeems of a member see each other: of the same points the second finds none', async () => {
  const { plan, tx, effects } = await run([redeem('a'), redeem('b')], { account: { pointsBalance: 70 } });
  expect(plan.requests.postings.map(({ posting }) => [posting.type, posting.seq, posting.points])).toEqual([
    ['REDEEM', 4, -50],
  ]);
  expect(tx.valuesOf('accounts-update').slice(2, 5)).toEqual([[20], [400], [4]]);
  expect(effects.replies.map(replyIn)).toMatchObject([
    { code: null, body: { pointsRedeemed: 50, discountAmount: 500, balanceBefore: 70, balanceAfter: 20 } },
    { code: 'INSUFFICIENT_POINTS', body: { available: 20, requested: 50 } },
  ]);
});

test('the fact carries the whole response, and the seq of its entry (D73)', async () => {
  const { effects } = await run([redeem('a')]);
  const [reply] = effects.replies.map(replyIn);
  expect(effects.facts.map(factIn)).toEqual([
    { id: publishedFactId('a'), type: 'transaction.redeemed', ledgerSeq: 4, data: reply?.body },
  ]);
});

test('members, lots and the time are read together, then versions; spending is stored before the rest', async () => {
  const { tx } = await run([redeem('a')], { firstLots: [lotIn(3, 20)] });
  expect(tx.names).toEqual([
    'accounts-lock',
    'lots-first',
    'database-time',
    'config-versions',
    'budgets-claim',
    'budgets-spend',
    'transactions-insert',
    'accounts-update',
    'postings-insert',
    'lots-delete',
  ]);
});

test('burning enrols no member, and a refused redeem stores nothing', async () => {
  const { tx, effects } = await run([redeem('a')], { account: null });
  expect(effects.replies.map(replyIn)).toMatchObject([{ code: 'MEMBER_NOT_FOUND' }]);
  expect(tx.names).toEqual([
    'accounts-lock',
    'lots-first',
    'database-time',
    'config-versions',
    'responses-read',
  ]);
});

describe('lots', () => {
  const many = Array.from({ length: 16 }, (_, day) => lotIn(day + 1, 2));

  it('are emptied in the order of their dates, over all redeems of the batch, each written once', async () => {
    const { plan } = await run([redeem('a'), redeem('b')], { firstLots: [lotIn(9, 200), lotIn(3, 60)] });
    expect(
      plan.writes.lots.writes().map(({ expiresOn, points }) => [expiresOn - lotIn(0, 1).expiresOn, points]),
    ).toEqual([
      [9, 160],
      [3, 0],
    ]);
    expect(
      plan.requests.postings.map(({ posting }) => posting.fromLots?.map(({ points }) => points)),
    ).toEqual([[50], [10, 40]]);
  });

  it('are read completely if the first ones may not cover the batch’s redeems of the member', async () => {
    const allLots = [...many, lotIn(99, 500)];
    const { tx, plan } = await run([redeem('a')], { firstLots: many, allLots });
    expect(tx.valuesOf('lots-all')).toEqual([environmentId, [memberId]]);
    expect(plan.writes.lots.writes().filter(({ points }) => points > 0)).toMatchObject([{ points: 482 }]);
  });

  it.each([
    ['the first ones hold enough', Array.from({ length: 16 }, (_, day) => lotIn(day + 1, 20))],
    ['there are no more', many.slice(1)],
  ])('are not read again if %s', async (_why, firstLots) => {
    expect((await run([redeem('a')], { firstLots })).tx.names).not.toContain('lots-all');
  });

  it('of the sliding kind do not count as enough', async () => {
    const sliding: Lot = {
      slidingDays: 30,
      expiresOn: 0,
      points: 900,
      expiresAtMs: null,
      addedAtMs: testAtMs,
    };
    expect((await run([redeem('a')], { firstLots: [...many, sliding] })).tx.names).toContain('lots-all');
  });
});

describe('segments (D126)', () => {
  const anybody = { ...tenARand, id: idOf(1) };
  const forSome = (...targetSegmentIds: SegmentId[]) => ({ ...tenARand, id: idOf(2), targetSegmentIds });
  const segmentIds = ['vips', 'locals'] as SegmentId[];
  const read = 'memberships-read-by-key';
  const campaignOf = ({ effects }: Awaited<ReturnType<typeof run>>) =>
    effects.replies.map(replyIn).map(({ code, body }) => code ?? (body as { campaignId: string }).campaignId);

  it('are read in the round trip of the accounts, once, where a campaign that burns targets some', async () => {
    const campaigns = [anybody, forSome(...segmentIds)];
    const given = { campaigns, segmentIds, ownSegmentIds: segmentIds.slice(0, 1) };
    const ran = await run([redeem('a'), redeem('b')], given);
    expect(campaignOf(ran)).toEqual([idOf(2), idOf(2)]);
    expect(ran.tx.names.slice(0, 5)).toEqual([
      'accounts-lock',
      'lots-first',
      'database-time',
      read,
      'config-versions',
    ]);
    expect(ran.tx.names.filter((name) => name === read)).toHaveLength(1);
  });

  it('that the member is not in leave the campaigns for everybody', async () => {
    const campaigns = [anybody, forSome(...segmentIds)];
    const named = redeem('b', { campaignId: idOf(2) });
    const ran = await run([redeem('a'), named], { campaigns, segmentIds });
    expect(campaignOf(ran)).toEqual([idOf(1), 'CAMPAIGN_NOT_FOUND']);
  });

  it.each([
    ['nobody targets', [anybody], segmentIds],
    [
      'only campaigns that earn target',
      [anybody, { ...forSome(...segmentIds), redemptionRule: null }],
      segmentIds,
    ],
    ['were deleted', [forSome(...segmentIds)], []],
  ])('that %s are not read', async (_which, campaigns, existing) => {
    const ran = await run([redeem('a')], { campaigns, segmentIds: existing });
    expect(ran.tx.names).not.toContain(read);
    expect(campaignOf(ran)).toHaveLength(1);
  });

  it('that a campaign has targeted since are read behind the newest configuration', async () => {
    const given = { segmentIds, ownSegmentIds: segmentIds, campaigns: [anybody, forSome(...segmentIds)] };
    const cold = await run([redeem('a')], { ...given, cachedCampaigns: [anybody] });
    expect(cold.tx.names.slice(3, 5)).toEqual(['config-versions', read]);
    const partly = await run([redeem('a')], { ...given, cachedCampaigns: [forSome(...segmentIds.slice(1))] });
    expect(partly.tx.names.filter((name) => name === read)).toHaveLength(2);
    expect([campaignOf(cold), campaignOf(partly)]).toEqual([[idOf(2)], [idOf(2)]]);
  });
});

test('a redeem without a currency is one in rand, and one in another goes by a campaign for any (D126)', async () => {
  const { effects } = await run([redeem('a'), redeem('b', { currency: 'JPY' })], {
    campaigns: [tenARand, { ...tenARand, id: idOf(2), currency: 'ZAR' }],
  });
  expect(effects.replies.map(replyIn).map(({ body }) => (body as { campaignId: string }).campaignId)).toEqual(
    [idOf(2), tenARand.id],
  );
});

describe('a budget', () => {
  const bounded = (id: CampaignId) => ({ ...tenARand, id, maxBudgetCents: 700 });
  const campaigns = [{ ...tenARand, id: idOf(1) }, bounded(idOf(2)), bounded(idOf(3))];
  const budget = { spentCents: 0, maxBudgetCents: 700, alertThreshold: 0.8, alertedForCents: null };
  const responses = {
    'budgets-read': () =>
      [idOf(2), idOf(3)].map((campaignId) => ({ environmentId, campaignId, ...budget, allowedCents: 0 })),
    'budgets-pause': () => [{ environmentId, campaignId: idOf(3) }],
  };

  it('of every bounded campaign is locked; the redeem that crosses it is honoured whole, and the next default takes over', async () => {
    const { plan, tx, configuration, effects } = await run([redeem('a'), redeem('b'), redeem('c')], {
      campaigns,
      responses,
    });
    expect(tx.valuesOf('budgets-lock')[1]).toEqual([idOf(2), idOf(3)]);
    expect(
      effects.replies.map(replyIn).map(({ body }) => (body as { campaignId: string }).campaignId),
    ).toEqual([idOf(3), idOf(3), idOf(2)]);
    expect(plan.writes.spendings).toMatchObject([
      { campaignId: idOf(3), cents: 1_000, alertedForCents: 700 },
      { campaignId: idOf(2), cents: 500 },
    ]);
    expect(effects.facts.map(factIn).map(({ type }) => type)).toEqual([
      ...Array.from({ length: 3 }, () => 'transaction.redeemed'),
      'campaign.budget_alert',
      'campaign.budget_suspended',
    ]);
    expect(configuration.raised).toEqual([environmentId]);
  });
});

test('an invalid redeem is given up before any statement is sent', async () => {
  const { plan, tx } = await run([redeem('a', { pointsRequested: 0 })]);
  expect(plan.rejected.map(({ rejection }) => rejection)).toEqual([
    { reason: 'INVALID_REDEEM', detail: '/pointsRequested must be an integer ≥ 1' },
  ]);
  expect(tx.names).toEqual([]);
});
