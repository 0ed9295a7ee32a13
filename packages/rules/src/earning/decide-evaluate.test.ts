import type { CampaignId, MemberId } from '@loyalty/kernel';
import type { Campaign } from '../campaigns/campaign.ts';
import type { Account } from '../member.ts';
import {
  account,
  campaign,
  context,
  line,
  nowMs,
  processed,
  receipt,
  snapshot,
} from '../testing/builders.ts';
import { decideEvaluate } from './decide-evaluate.ts';

const max = Number.MAX_SAFE_INTEGER;

const named = (name: string, given: Partial<Campaign> = {}): Campaign =>
  campaign({ id: `id of ${name}` as CampaignId, name, ...given });

const frozen = <T extends object>(value: T): T => {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) frozen(part);
  return Object.freeze(value);
};

describe('the member', () => {
  it.each([
    ['suspended', 'MEMBER_SUSPENDED'],
    ['anonymized', 'MEMBER_ERASED'],
  ] as const)('who is %s is refused with %s', (state, code) => {
    const decision = decideEvaluate(context([campaign()], { account: account({ state }) }), receipt());
    expect(decision).toEqual({ outcome: 'refused', code });
  });

  it('who is unknown is enrolled and starts at 0', () => {
    const decision = processed(decideEvaluate(context([campaign()], { account: null }), receipt()));
    expect(decision).toMatchObject({ memberId: 'new-member-0', memberCreated: true, pointsBalance: 10 });
    expect(decision.postings).toMatchObject([{ seq: 1, balanceAfter: 10 }]);
  });

  it('who is unknown is enrolled also by a receipt that earns nothing', () => {
    const decision = processed(decideEvaluate(context([], { account: null }), receipt()));
    expect(decision).toMatchObject({ memberId: 'new-member-0', memberCreated: true, pointsBalance: 0 });
  });

  it('who is unknown, and had an id in a lost history, is enrolled under it (D191)', () => {
    const publishedId = 'member-8' as MemberId;
    const lost = context([campaign()], { account: null, publishedId });
    expect(processed(decideEvaluate(lost, receipt()))).toMatchObject({
      memberId: publishedId,
      memberCreated: true,
      pointsBalance: 10,
    });
  });

  it('who is known keeps their id', () => {
    const known = account({ memberId: 'member-9' as MemberId });
    const decision = processed(decideEvaluate(context([campaign()], { account: known }), receipt()));
    expect(decision).toMatchObject({ memberId: 'member-9', memberCreated: false, pointsBalance: 110 });
  });
});

describe('a receipt', () => {
  it('is answered with its ref, a transaction id and the time of its record', () => {
    const decision = processed(decideEvaluate(context([]), receipt({ transactionRef: 'receipt-5' })));
    expect(decision).toMatchObject({
      transactionId: 'new-transaction-0',
      transactionRef: 'receipt-5',
      activeAtMs: nowMs,
    });
  });

  it('that says when it was bought counts from then', () => {
    const decision = processed(decideEvaluate(context([]), receipt({ occurredAt: nowMs - 86_400_000 })));
    expect(decision.activeAtMs).toBe(nowMs - 86_400_000);
  });

  it('is decided by what is given alone, whatever the clock and chance say, and changes nothing of it', () => {
    const given = () => ({
      campaigns: [
        named('Draw', { earningRule: { type: 'RANDOM', minPoints: 1, maxPoints: 1_000_000 } }),
        named('Card', {
          earningRule: { type: 'STAMP_CARD', stampsRequired: 1, rewardOnCompletion: { points: 5 } },
        }),
      ],
      account: account(),
      bought: receipt({ products: [line()] }),
    });
    const decidedAt = (atMs: number, chance: number) => {
      const { campaigns, account: known, bought } = frozen(given());
      jest.useFakeTimers({ now: atMs });
      const random = jest.spyOn(Math, 'random').mockReturnValue(chance);
      const decision = decideEvaluate(context(campaigns, { account: known }), bought);
      random.mockRestore();
      jest.useRealTimers();
      return decision;
    };
    expect(decidedAt(nowMs, 0.1)).toEqual(decidedAt(nowMs + 86_400_000, 0.9));
  });
});

describe('campaigns that fire', () => {
  const campaigns = [
    named('Spend', { earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 } }),
    named('Paused', { state: 'PAUSED' }),
    named('Visit', { earningRule: { type: 'VISIT_FIXED', points: 5 } }),
  ];

  it('add up and are listed in the order in which they were activated', () => {
    const decision = processed(decideEvaluate(context(campaigns), receipt()));
    expect(decision.pointsAwarded).toBe(155);
    expect(decision.awards).toEqual([
      { campaignId: 'id of Spend', campaignName: 'Spend', pointsEarned: 150, rewardIds: [] },
      { campaignId: 'id of Visit', campaignName: 'Visit', pointsEarned: 5, rewardIds: [] },
    ]);
  });

  it('make one ledger entry together, described by their names', () => {
    const decision = processed(decideEvaluate(context(campaigns), receipt()));
    expect(decision.postings).toEqual([
      {
        id: 'new-entry-0',
        seq: 8,
        type: 'EARN',
        points: 155,
        balanceAfter: 255,
        description: 'Spend, Visit',
        expiresAtMs: null,
      },
    ]);
  });

  it('leave no debug, also in the test environment', () => {
    expect(processed(decideEvaluate(context(campaigns), receipt())).debug).toBeNull();
  });

  it('have their names cut at 2,000 characters, never inside a surrogate pair', () => {
    const long = [named('x'.repeat(1_997)), named('😀'.repeat(100))];
    const [posting] = processed(decideEvaluate(context(long), receipt())).postings;
    expect(posting?.description).toBe(`${'x'.repeat(1_997)}, `);
    const even = [named('x'.repeat(1_996)), named('😀'.repeat(100))];
    const [whole] = processed(decideEvaluate(context(even), receipt())).postings;
    expect(whole?.description).toBe(`${'x'.repeat(1_996)}, 😀`);
  });
});

describe('a transaction in which nothing fires', () => {
  const campaigns = [
    named('Too small', { earningRule: { type: 'SPEND_PERCENTAGE', percentage: 0.0001 } }),
    named('Elsewhere', { storeIds: ['cape-town'] }),
    named('Draft', { state: 'DRAFT' }),
  ];

  it('is processed with 0 points and makes no ledger entry', () => {
    const decision = processed(decideEvaluate(context(campaigns), receipt({ amountCents: 999 })));
    expect(decision).toMatchObject({ pointsAwarded: 0, pointsBalance: 100, awards: [], postings: [] });
  });

  it('says in the test environment why each campaign did not fire', () => {
    const decision = processed(decideEvaluate(context(campaigns), receipt({ amountCents: 999 })));
    expect(decision.debug).toEqual({
      activeCampaigns: 2,
      campaignChecks: [
        { campaignId: 'id of Too small', campaignName: 'Too small', reason: 'NOTHING_TO_AWARD' },
        { campaignId: 'id of Elsewhere', campaignName: 'Elsewhere', reason: 'STORE_MISMATCH' },
        { campaignId: 'id of Draft', campaignName: 'Draft', reason: 'CAMPAIGN_NOT_ACTIVE' },
      ],
    });
  });

  it('names at most 100 of them, and says when there are more; ACTIVE ones are counted all', () => {
    const explained = (count: number) => {
      const drafts = Array.from({ length: count - 1 }, (_, at) =>
        named(`Draft ${String(at)}`, { state: 'DRAFT' }),
      );
      const last = named('Elsewhere', { storeIds: ['cape-town'] });
      return processed(decideEvaluate(context([...drafts, last]), receipt())).debug;
    };
    const whole = explained(100);
    expect([whole?.campaignChecks.length, whole?.activeCampaigns]).toEqual([100, 1]);
    expect(whole).not.toHaveProperty('truncated');
    for (const count of [101, 1_000]) {
      const cut = explained(count);
      expect(cut).toMatchObject({ activeCampaigns: 1, truncated: true });
      expect(cut?.campaignChecks.map(({ campaignName }) => campaignName)).toEqual(
        Array.from({ length: 100 }, (_, at) => `Draft ${String(at)}`),
      );
    }
  });

  it('judges those that cannot fire only for its sake, until there is one more than it names', () => {
    let judged = 0;
    const watched = Array.from({ length: 300 }, () =>
      Object.defineProperty(named('Elsewhere', { storeIds: ['cape-town'] }), 'startAtMs', {
        get: () => {
          judged += 1;
          return null;
        },
      }),
    );
    decideEvaluate(context(watched), receipt());
    expect(judged).toBe(101);
  });

  it('says nothing of it in the live environment', () => {
    const live = context([], { snapshot: snapshot(campaigns, { mode: 'live' }) });
    expect(processed(decideEvaluate(live, receipt({ amountCents: 999 }))).debug).toBeNull();
  });
});

describe('an award past 2^53−1 (D34)', () => {
  const decideFor = (known: Partial<Account>, points: readonly number[]) =>
    decideEvaluate(
      context(
        points.map((given) => campaign({ earningRule: { type: 'FIXED_POINTS', points: given } })),
        { account: account({ pointsBalance: 0, lifetimePoints: 0, ...known }) },
      ),
      receipt(),
    );

  it.each([
    ['the balance', { pointsBalance: max - 9 }, [10]],
    ['the lifetime points', { lifetimePoints: max - 9 }, [10]],
    ['awards that add up', {}, [max, 1]],
    ['a balance of one', { pointsBalance: 1 }, [max]],
  ] as const)('in %s is refused with POINTS_OVERFLOW', (_what, known, points) => {
    expect(decideFor(known, points)).toEqual({ outcome: 'refused', code: 'POINTS_OVERFLOW' });
  });

  it('by a percentage of a huge receipt is refused with POINTS_OVERFLOW', () => {
    const tenfold = campaign({ earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1_000 } });
    const decision = decideEvaluate(context([tenfold], { account: null }), receipt({ amountCents: max }));
    expect(decision).toEqual({ outcome: 'refused', code: 'POINTS_OVERFLOW' });
  });

  it.each<[string, Partial<Campaign>, { readonly day: number } | null, string]>([
    ['a limit', { limits: [{ per: 'RECEIPT', of: 'POINTS', max: 10 }] }, null, '10 LIMIT'],
    ['a cap', {}, { day: 10 }, '10 CAP'],
  ])('▲ is judged behind %s that cuts it', (_what, given, caps, cut) => {
    const huge = campaign({ earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1_000 }, ...given });
    const configured = snapshot([huge], caps === null ? {} : { caps });
    const decision = decideEvaluate(
      context([], { snapshot: configured, account: null }),
      receipt({ amountCents: max }),
    );
    const { pointsBalance, awards } = processed(decision);
    expect([pointsBalance, ...awards.map(({ reducedBy }) => reducedBy)].join(' ')).toBe(cut);
  });

  it('▲ that another one of its group outranks is not given, so nothing overflows', () => {
    const ofGroup = { exclusiveGroup: 'wine' };
    const [huge, small] = [
      campaign({ ...ofGroup, earningRule: { type: 'FIXED_POINTS', points: max } }),
      campaign({
        ...ofGroup,
        id: 'campaign-2' as CampaignId,
        priority: 1,
        earningRule: { type: 'FIXED_POINTS', points: 5 },
      }),
    ];
    const decision = decideEvaluate(
      context([huge, small], { account: account({ pointsBalance: 1 }) }),
      receipt(),
    );
    expect(processed(decision).pointsAwarded).toBe(5);
  });

  it('is not one that comes to exactly 2^53−1', () => {
    expect(processed(decideFor({ pointsBalance: max - 10 }, [10])).pointsBalance).toBe(max);
  });
});
