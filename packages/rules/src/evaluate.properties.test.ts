import type { CampaignId } from '@loyalty/kernel';
import fc from 'fast-check';
import { applyEarned } from './apply-earned.ts';
import { decideEvaluate } from './decide-evaluate.ts';
import type { LedgerPosting } from './decision.ts';
import type { Account, Campaign, EarningRule, EvaluateRequest } from './model.ts';
import { campaign, context, line, nowMs, processed, receipt } from './testing/builders.ts';

const points = fc.integer({ min: 1, max: 10_000 });
const sku = fc.constantFrom('milk', 'bread', 'soap');

const earningRules: fc.Arbitrary<EarningRule> = fc.oneof(
  points.map((given) => ({ type: 'FIXED_POINTS' as const, points: given })),
  points.map((given) => ({ type: 'VISIT_FIXED' as const, points: given })),
  fc.integer({ min: 1, max: 100_000 }).map((given) => ({
    type: 'SPEND_PERCENTAGE' as const,
    percentage: given / 10_000,
  })),
  fc.tuple(points, sku).map(([given, only]) => ({
    type: 'PRODUCT_PURCHASE' as const,
    points: given,
    skus: [only],
  })),
  fc.constant({ type: 'SIGNUP_BONUS' as const, points: 50 }),
);

const campaigns: fc.Arbitrary<Campaign[]> = fc
  .array(
    fc.record({
      earningRule: earningRules,
      state: fc.constantFrom('ACTIVE', 'ACTIVE', 'PAUSED', 'DRAFT'),
      minSpendCents: fc.option(fc.nat(20_000)),
      storeIds: fc.subarray(['cape-town', 'durban']),
    }),
    { maxLength: 6 },
  )
  .map((given) => given.map((one, n) => campaign({ ...one, id: `campaign-${n.toString()}` as CampaignId })));

const receipts: fc.Arbitrary<EvaluateRequest> = fc
  .record({
    transactionRef: fc.uuid(),
    amountCents: fc.integer({ min: 1, max: 100_000 }),
    storeRef: fc.option(fc.constantFrom('cape-town', 'durban')),
    occurredAt: fc.option(fc.integer({ min: nowMs - 1_000_000, max: nowMs })),
    products: fc.array(
      fc
        .record({ sku, quantity: fc.integer({ min: 1, max: 5_000 }) })
        .map((given) => line({ ...given, quantity: given.quantity / 1_000 })),
      { maxLength: 5 },
    ),
  })
  .map(receipt);

it('the total does not depend on the order of the campaigns', () => {
  const shuffled = campaigns.chain((given) =>
    fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length })),
  );
  fc.assert(
    fc.property(shuffled, receipts, ([given, mixed], request) => {
      const total = (some: Campaign[]) => processed(decideEvaluate(context(some), request)).pointsAwarded;
      expect(total(mixed)).toBe(total(given));
    }),
  );
});

it('a campaign that awards 0 points is never listed, and each other campaign is either listed or explained', () => {
  fc.assert(
    fc.property(campaigns, receipts, (given, request) => {
      const { awards, debug, pointsAwarded } = processed(decideEvaluate(context(given), request));
      expect(awards.every(({ pointsEarned }) => pointsEarned > 0)).toBe(true);
      expect(awards.reduce((sum, { pointsEarned }) => sum + pointsEarned, 0)).toBe(pointsAwarded);
      expect(debug?.campaignChecks.length ?? null).toBe(awards.length === 0 ? given.length : null);
    }),
  );
});

/** One member's life: each receipt decided on the account that the one before it left. */
const live = (given: Campaign[], requests: EvaluateRequest[]) => {
  let account: Account | null = null;
  const postings: LedgerPosting[] = [];
  for (const request of requests) {
    const decision = processed(decideEvaluate(context(given, { account }), request));
    account = applyEarned(account, decision);
    postings.push(...decision.postings);
  }
  return { account, postings };
};

const histories = fc.array(receipts, { minLength: 1, maxLength: 12 });

it('I1: the postings of a member add up to the balance, run with balanceAfter and leave no gap in seq', () => {
  fc.assert(
    fc.property(campaigns, histories, (given, requests) => {
      const { account, postings } = live(given, requests);
      let sum = 0;
      for (const [place, posting] of postings.entries()) {
        sum += posting.points;
        expect(posting).toMatchObject({ seq: place + 1, balanceAfter: sum });
      }
      expect(account).toMatchObject({ pointsBalance: sum, lifetimePoints: sum, ledgerSeq: postings.length });
    }),
  );
});

it('the last activity of a member is the latest purchase, in whatever order receipts arrive', () => {
  fc.assert(
    fc.property(histories, (requests) => {
      const latest = Math.max(...requests.map(({ occurredAt }) => occurredAt ?? nowMs));
      expect(live([], requests).account).toMatchObject({ lastActivityAtMs: latest });
    }),
  );
});
