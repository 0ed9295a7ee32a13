import { loadHistory } from '../../../load/src/large/load-history.ts';
import {
  dearProducts,
  insertActiveCampaigns,
  largeRewardRule,
  listingRule,
  surprisingRule,
} from '../../../support/dear-campaigns.ts';
import { attackOf, nothing, type Attack } from '../attack.ts';
import { inLoops, type Blow } from '../attacker/blow.ts';
import { activate } from '../attacker/activate.ts';
import type { Ground, Mode } from '../attacker/ground.ts';
import { receiptOf, times, type Receipt } from '../attacker/receipts.ts';

/** Stores 200 ACTIVE campaigns, as many as an environment may have. */
export const fillCampaigns = async (
  { db, tenantId }: Ground,
  rule: string,
  mode: Mode = 'live',
): Promise<void> => {
  await db.query(insertActiveCampaigns(rule), [tenantId, mode]);
};

/** Returns the dearest receipt that is allowed. */
export const dearReceipt = (): Receipt => receiptOf(undefined, { amount: 50_000, products: dearProducts });

const oldMembers = 5_000;
const daysBack = 3_000;
const dayMs = 86_400_000;

/** Sends calls of 1,000 receipts. */
const bulks = (blow: Blow, width: number, itemOf: (n: number) => Receipt): Promise<void> =>
  inLoops(width, blow, () => blow.live.bulk(times(1_000, itemOf)));

/** Attacks by receipts that tills send one by one, in calls of many, or as simulations. */
export const receipts: readonly Attack[] = [
  attackOf({
    name: 'dearest-receipts-by-till',
    aimsAt: 'earn-engine',
    does: 'Sends receipts of 500 lines and 2,000 categories to 200 campaigns that list 100,000 products, from 16 tills.',
    isLegalBecause: 'All three numbers are the limits themselves.',
    prepare: (ground) => fillCampaigns(ground, listingRule),
    strike: (blow) => inLoops(16, blow, () => blow.live.evaluate(dearReceipt())),
  }),
  attackOf({
    name: 'dearest-receipts-in-bulk',
    aimsAt: 'earn-engine',
    does: 'Sends calls of 50 such receipts, four at once.',
    isLegalBecause: 'A call may have 5 MiB.',
    prepare: (ground) => fillCampaigns(ground, listingRule),
    strike: (blow) => inLoops(4, blow, () => blow.live.bulk(times(50, dearReceipt))),
  }),
  attackOf({
    name: 'dearest-receipts-simulated',
    aimsAt: 'ingress',
    does: 'Simulates such receipts, sixteen at once.',
    isLegalBecause: 'Simulating is what test keys are for.',
    prepare: (ground) => fillCampaigns(ground, listingRule, 'test'),
    strike: (blow) => {
      const { memberRef, amount, products } = dearReceipt();
      const body = JSON.stringify({ memberRef, amount, products });
      return inLoops(16, blow, () => blow.test.post('/transactions/simulate', body));
    },
  }),
  attackOf({
    name: 'drafts-that-fill-a-body',
    aimsAt: 'ingress',
    does: 'Simulates and explains baskets with five drafts that fill 256 KiB, beside 200 campaigns that list 100,000 products, sixteen at once.',
    isLegalBecause: 'Five drafts may be tried at once, and a body may have 256 KiB (D205).',
    prepare: async (ground) => {
      await fillCampaigns(ground, listingRule);
      await fillCampaigns(ground, listingRule, 'test');
    },
    strike: (blow) => {
      const body = JSON.stringify(basketWithDrafts);
      return inLoops(16, blow, (n) =>
        n % 2 === 0
          ? blow.test.post('/transactions/simulate', body)
          : blow.live.post('/transactions/explain', body),
      );
    },
  }),
  attackOf({
    name: 'fifty-rewards-each',
    aimsAt: 'fulfilment',
    does: 'Sends receipts that give 50 rewards each, from 16 tills.',
    isLegalBecause: 'A receipt may give 50 rewards (D113).',
    prepare: (ground) => fillCampaigns(ground, surprisingRule),
    strike: (blow) => inLoops(16, blow, () => blow.live.evaluate(receiptOf())),
  }),
  attackOf({
    name: 'fifty-large-rewards-in-bulk',
    aimsAt: 'earn-engine',
    does: 'Sends calls of 1,000 receipts that give 50 rewards of 8 KiB each, two at once.',
    isLegalBecause: 'A receipt may give 50 rewards (D113), and the value of a reward may have 8 KiB.',
    prepare: (ground) => fillCampaigns(ground, largeRewardRule),
    strike: (blow) => bulks(blow, 2, () => receiptOf()),
  }),
  attackOf({
    name: 'one-hot-member',
    aimsAt: 'earn-engine',
    does: 'Sends receipts of one member from 64 tills at once.',
    isLegalBecause: 'A member may shop anywhere at any time.',
    prepare: nothing,
    strike: (blow) => inLoops(64, blow, () => blow.live.evaluate(receiptOf('the-hot-one'))),
  }),
  attackOf({
    name: 'one-hot-store-counter',
    aimsAt: 'earn-engine',
    does: 'Sends receipts of one store, whose every seventh gets a reward under ten campaigns, from 64 tills.',
    isLegalBecause: 'SURPRISE_DELIGHT may count by store or by campaign.',
    prepare: async ({ live }) => {
      for (const n of times(10, (at) => at)) await activate(live, countedTogether(n));
    },
    strike: (blow) =>
      inLoops(64, blow, () => blow.live.evaluate(receiptOf(undefined, { storeRef: 'the-one-store' }))),
  }),
  attackOf({
    name: 'budgets-that-all-share',
    aimsAt: 'earn-engine',
    does: 'Sends receipts that spend of 50 budgets each, from 64 tills.',
    isLegalBecause: 'Every campaign may have a budget.',
    prepare: async ({ live }) => {
      for (const n of times(50, (at) => at)) await activate(live, budgeted(n));
    },
    strike: (blow) => inLoops(64, blow, () => blow.live.evaluate(receiptOf())),
  }),
  attackOf({
    name: 'back-dated-receipts',
    aimsAt: 'earn-engine',
    does: 'Sends calls of 1,000 receipts of one member, each dated another of 3,000 days.',
    isLegalBecause: 'A receipt may be dated back to the year 2000 (D76).',
    prepare: nothing,
    strike: (blow) => {
      const nowMs = Date.now();
      const occurredAt = (n: number): string => new Date(nowMs - (n % daysBack) * dayMs).toISOString();
      return bulks(blow, 2, (n) => receiptOf('the-late-one', { occurredAt: occurredAt(n * 3) }));
    },
  }),
  attackOf({
    name: 'old-references-again',
    aimsAt: 'earn-engine',
    does: 'Repeats receipts of two years ago, which only the database knows, from 16 tills.',
    isLegalBecause: 'A till may repeat a reference at any time.',
    prepare: async ({ live, stack, environmentIds }) => {
      await activate(live, { name: 'Points', earningRule: { type: 'FIXED_POINTS', points: 1 } });
      const plan = { environmentId: environmentIds.live, members: oldMembers, transactions: oldMembers };
      await loadHistory(stack.now().databaseUrl, Object.assign({ say: () => undefined }, plan));
    },
    strike: (blow) =>
      inLoops(16, blow, (n) => {
        const i = (n % oldMembers).toString();
        return blow.live.evaluate({ transactionRef: `past-1-${i}`, memberRef: `past-${i}`, amount: 100 });
      }),
  }),
  attackOf({
    name: 'respond-async-flood',
    aimsAt: 'earn-engine',
    does: 'Sends receipts without waiting for their results, from 64 tills.',
    isLegalBecause: '`Prefer: respond-async` asks for no more than that.',
    prepare: nothing,
    strike: (blow) => inLoops(64, blow, () => blow.live.evaluate(receiptOf(), { prefer: 'respond-async' })),
  }),
  attackOf({
    name: 'bulk-with-one-bad-item',
    aimsAt: 'ingress',
    does: 'Sends calls of 1,000 receipts, one of which has no amount, four at once.',
    isLegalBecause: 'Each item of a call is judged by itself (D85).',
    prepare: nothing,
    strike: (blow) => bulks(blow, 4, (n) => receiptOf(undefined, n === 500 ? { amount: -1 } : {})),
  }),
  attackOf({
    name: 'redeems-of-many-lots',
    aimsAt: 'burn-engine',
    does: 'Redeems the points of a member with 3,000 lots, from 16 tills.',
    isLegalBecause: 'A member may have 5,000 lots (D116).',
    prepare: prepareLots,
    strike: (blow) =>
      inLoops(16, blow, () => {
        const { transactionRef, memberRef } = receiptOf('the-thrifty');
        const body = { transactionRef, memberRef, amount: 10_000_000, pointsRequested: 30 };
        return blow.live.post('/transactions/redeem', body);
      }),
    mayGet: [422],
  }),
];

const countedTogether = (n: number) => ({
  name: `Every seventh ${n.toString()}`,
  earningRule: {
    type: 'SURPRISE_DELIGHT',
    rewardRules: [{ everyNth: 7, scope: n % 2 === 0 ? 'STORE' : 'CAMPAIGN', reward: { points: 5 } }],
  },
});

const budgeted = (n: number) => ({
  name: `Budget ${n.toString()}`,
  maxBudgetCents: 1_000_000_000,
  earningRule: { type: 'FIXED_POINTS', points: 1 },
});

const lots = 3_000;

/** One adjustment gives the points, SQL divides them into lots. */
async function prepareLots({ live, db, environmentIds }: Ground): Promise<void> {
  const earningRule = { type: 'FIXED_POINTS', points: 100 * lots };
  await activate(live, { name: 'Points', earningRule, redemptionRule: { pointsPerRand: 10 } });
  const { memberId } = await live.make<{ memberId: string }>(
    '/transactions/evaluate',
    receiptOf('the-thrifty'),
  );
  await db.query(
    `INSERT INTO point_lots (environment_id, member_id, sliding_days, expires_on, expires_at, points, added_at, due_on)
     SELECT $1, $2, 0, day, 'epoch'::timestamptz + (day + 1) * interval '1 day', 100, now(), day
       FROM (SELECT (current_date - '1970-01-01'::date) + n AS day FROM generate_series(30, $3) AS n) AS days`,
    [environmentIds.live, memberId, lots + 29],
  );
}

/** Just below 256 KiB: five campaigns for 5,000 stores each, the most that one may list. */
const basketWithDrafts = {
  memberRef: 'somebody',
  amount: 100,
  drafts: times(5, (draft) => ({
    campaign: {
      name: `Draft ${draft.toString()}`,
      earningRule: { type: 'FIXED_POINTS', points: 1 },
      storeIds: times(5_000, (n) => `${draft.toString()}-${n.toString().padStart(5, '0')}`),
    },
  })),
};
