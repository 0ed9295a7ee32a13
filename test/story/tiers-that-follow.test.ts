import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { eventually } from '@loyalty/testkit/runs';
import type { Api } from '../support/api.ts';
import { distinctFacts, readFacts, type ReadFact } from '../support/read-facts.ts';
import { openStoredRows } from '../support/stored-rows.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';

const stored = openStoredRows();
afterAll(() => stored.close());

const patience = { everyMs: 100 };

interface Shop {
  readonly tenant: TestTenant;
  readonly api: Api;
  readonly sinceMs: number;
}

/** Creates a tenant whose members earn a point per cent. */
const openShop = async (): Promise<Shop> => {
  const sinceMs = Date.now();
  const tenant = await createTestTenant('Tiers that follow');
  const rule = { type: 'SPEND_PERCENTAGE', percentage: 100 };
  await activateCampaigns(tenant.live, [{ name: 'A point each cent', earningRule: rule }]);
  return { tenant, api: tenant.live, sinceMs };
};

const buy = async ({ api }: Shop, memberRef: string, amount: number): Promise<string> => {
  const answer = await api.post('/transactions/evaluate', {
    transactionRef: randomUUID(),
    memberRef,
    amount,
  });
  expect(answer.status).toBe(200);
  return answer.body.memberId;
};

const mug = { rewardType: 'FREE_ITEM', value: { description: 'A mug' }, validDays: 30 };

const makeTier = async ({ api }: Shop, tier: object): Promise<string> => {
  const answer = await api.post('/tiers', tier);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body.id;
};

/** Returns the published changes of a member's tier, in order. */
const changesOf = (facts: readonly ReadFact[], memberId: string): ReadFact['data'][] =>
  distinctFacts(facts, 'member.tier_changed', { memberId })
    .map(({ data }) => data)
    .toSorted((a, b) => Number(a['tierSeq']) - Number(b['tierSeq']));

const announcedOf = async (memberId: string): Promise<string | null> => {
  const rows = await stored.rowsOf<{ tier: string | null }>(
    'SELECT tier_id AS tier FROM members WHERE id = $1',
    [memberId],
  );
  return rows[0]?.tier ?? null;
};

const untilAnnounced = (memberId: string, tierId: string | null): Promise<void> =>
  eventually(`the tier is announced`, async () => (await announcedOf(memberId)) === tierId, patience);

const untilRetiered = ({ api }: Shop): Promise<void> =>
  eventually(
    're-tiering is through',
    async () => (await api.get('/tiers/retiering')).body.state === 'IDLE',
    patience,
  );

test('a member climbs receipt by receipt, and each crossing is announced once, as a chain (D54)', async () => {
  const shop = await openShop();
  const silver = await makeTier(shop, {
    name: 'Silver',
    minLifetimePoints: 100,
    benefits: [{ type: 'FREE_REWARD', ...mug }],
  });
  const gold = await makeTier(shop, { name: 'Gold', minLifetimePoints: 1_000 });
  const memberId = await buy(shop, 'climber', 60);
  await buy(shop, 'climber', 50);
  await buy(shop, 'climber', 900);
  await buy(shop, 'climber', 5);
  await untilAnnounced(memberId, gold);
  const { body } = await shop.api.get(`/members/${memberId}`);
  expect(body.tier).toEqual({ id: gold, name: 'Gold', nextTierId: null, pointsToNextTier: null });
  const facts = await readFacts(shop.tenant.tenantId, shop.sinceMs);
  expect(changesOf(facts, memberId)).toEqual([
    { memberId, previousTierId: null, newTierId: silver, lifetimePoints: 110, tierSeq: 1 },
    { memberId, previousTierId: silver, newTierId: gold, lifetimePoints: 1_010, tierSeq: 2 },
  ]);
  const requested = distinctFacts(facts, 'reward.requested', { memberId });
  expect(requested).toMatchObject([{ data: { tierId: silver, campaignId: null, rewardType: 'FREE_ITEM' } }]);
});

test('a change of thresholds moves members one by one, and gives benefits only when requested (D93)', async () => {
  const shop = await openShop();
  const memberIds: string[] = [];
  for (let n = 0; n < 30; n += 1) memberIds.push(await buy(shop, `many-${n.toString()}`, 100 + n));
  const benefits = [{ type: 'FREE_REWARD', ...mug }];
  const silver = await makeTier(shop, { name: 'Silver', minLifetimePoints: 100, benefits });
  await untilRetiered(shop);
  const { body } = await shop.api.get('/tiers/retiering');
  // `changed` is left out: the follower may read the last receipts' facts after the tier was created.
  expect(body).toMatchObject({ state: 'IDLE', membersTotal: 30, scanned: 30, rewardsRequested: 0 });
  const gold = await makeTier(shop, {
    name: 'Gold',
    minLifetimePoints: 110,
    benefits,
    grantFreeRewards: true,
  });
  await untilRetiered(shop);
  expect((await shop.api.get('/tiers/retiering')).body).toMatchObject({ changed: 20, rewardsRequested: 20 });
  await shop.api.delete(`/tiers/${gold}?force=true`);
  await untilRetiered(shop);
  await shop.api.patch(`/tiers/${silver}`, { minLifetimePoints: 5_000, grantFreeRewards: true });
  await untilRetiered(shop);
  const facts = await readFacts(shop.tenant.tenantId, shop.sinceMs);
  for (const [n, memberId] of memberIds.entries()) {
    const chain = changesOf(facts, memberId);
    const tiers = n < 10 ? [null, silver, null] : [null, silver, gold, silver, null];
    expect(chain.map(({ previousTierId }) => previousTierId)).toEqual(tiers.slice(0, -1));
    expect(chain.map(({ newTierId }) => newTierId)).toEqual(tiers.slice(1));
    expect(chain.map(({ tierSeq }) => tierSeq)).toEqual(tiers.slice(1).map((_, at) => at + 1));
  }
  expect(distinctFacts(facts, 'reward.requested')).toHaveLength(20);
});

test('a tier gives its benefits once, however often a member enters it (D96)', async () => {
  const shop = await openShop();
  const benefits = [{ type: 'FREE_REWARD', ...mug }];
  const silver = await makeTier(shop, { name: 'Silver', minLifetimePoints: 100, benefits });
  const memberId = await buy(shop, 'again', 150);
  await untilAnnounced(memberId, silver);
  await shop.api.patch(`/tiers/${silver}`, { minLifetimePoints: 200 });
  await untilAnnounced(memberId, null);
  await buy(shop, 'again', 60);
  await untilAnnounced(memberId, silver);
  const rewards = await stored.rowsOf('SELECT id FROM rewards WHERE member_id = $1', [memberId]);
  expect(rewards).toHaveLength(1);
  const facts = await readFacts(shop.tenant.tenantId, shop.sinceMs);
  expect(changesOf(facts, memberId)).toHaveLength(3);
});

interface ShownReward {
  readonly id: string;
  readonly state: string;
  readonly value: { readonly code?: string };
}

test('▲ a gift card of a tier ends with the purchase that reached it, and its code buys nothing (D304)', async () => {
  const shop = await openShop();
  const giftCard = { type: 'FREE_REWARD', rewardType: 'GIFT_CARD', value: { amount: 5_000 } };
  const gold = await makeTier(shop, { name: 'Gold', minLifetimePoints: 100_000, benefits: [giftCard] });
  const bought = { transactionRef: randomUUID(), memberRef: 'returner', amount: 100_000 };
  const { memberId } = (await shop.api.post('/transactions/evaluate', bought)).body;
  const rewards = async (): Promise<readonly ShownReward[]> =>
    (await shop.api.get(`/rewards?memberId=${memberId}`)).body.rewards as readonly ShownReward[];
  const untilStates = (...states: readonly string[]) =>
    eventually(
      `its rewards are ${states.join(', ')}`,
      async () =>
        isDeepStrictEqual(
          (await rewards()).map(({ state }) => state),
          states,
        ),
      patience,
    );
  await untilStates('ISSUED');
  const [issued] = (await rewards()) as [ShownReward];
  const { transactionRef } = bought;
  const back = { transactionRef, returnRef: randomUUID(), whole: true };
  expect((await shop.api.post('/transactions/returns', back)).status).toBe(200);
  await untilStates('EXPIRED');
  const redeemed = await shop.api.post(`/rewards/${issued.id}/redeem`, {});
  expect([redeemed.status, redeemed.body]).toMatchObject([409, { code: 'REWARD_NOT_REDEEMABLE' }]);
  await buy(shop, 'returner', 120_000);
  await untilStates('ISSUED', 'EXPIRED');
  expect(new Set((await rewards()).map(({ value }) => value.code)).size).toBe(2);
  const facts = await readFacts(shop.tenant.tenantId, shop.sinceMs);
  expect(changesOf(facts, memberId)).toMatchObject([
    { newTierId: gold },
    { newTierId: null, rewardsTakenBack: [issued.id], rewardsKept: [] },
    { newTierId: gold },
  ]);
  expect(distinctFacts(facts, 'reward.expired', { memberId })).toMatchObject([
    { data: { rewardId: issued.id, reason: 'RETURNED' } },
  ]);
});

test('a new member enters a tier that starts at 0; an erased member causes no more facts', async () => {
  const shop = await openShop();
  const bronze = await makeTier(shop, { name: 'Bronze', minLifetimePoints: 0 });
  const enrolled = await shop.api.post('/members', { externalRef: 'enrolled' });
  await untilAnnounced(enrolled.body.id, bronze);
  expect((await shop.api.delete(`/members/${enrolled.body.id}`)).status).toBe(200);
  await shop.api.delete(`/tiers/${bronze}?force=true`);
  await untilRetiered(shop);
  const facts = await readFacts(shop.tenant.tenantId, shop.sinceMs);
  expect(changesOf(facts, enrolled.body.id)).toMatchObject([{ previousTierId: null, newTierId: bronze }]);
});
