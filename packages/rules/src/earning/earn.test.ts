import type { CampaignId } from '@loyalty/kernel';
import { dayMs } from '@loyalty/kernel';
import { utcDayOf } from '@loyalty/kernel';
import type { Campaign, PointsExpiry } from '../campaigns/campaign.ts';
import { type LedgerPosting, lotGainOf } from '../lots/lot.ts';
import { account, campaign, context, nowMs, processed, receipt, snapshot } from '../testing/builders.ts';
import { decideCredit, toCreditResponse } from './decide-credit.ts';
import { decideEvaluate } from './decide-evaluate.ts';
import { applyEarnResult } from './earn.ts';

const inDays = (days: number): PointsExpiry => ({ type: 'ROLLING', days });
const afterDays = (days: number): PointsExpiry => ({ type: 'SLIDING', days });
const never: PointsExpiry = { type: 'NONE' };

/** A campaign of so many points, with an expiry of its own or without. */
const giving = (name: string, points: number, pointsExpiry?: PointsExpiry): Campaign =>
  campaign({
    id: name as CampaignId,
    name,
    earningRule: { type: 'FIXED_POINTS', points, ...(pointsExpiry === undefined ? null : { pointsExpiry }) },
  });

const postingsUnder = (
  campaigns: readonly Campaign[],
  pointsExpiry: PointsExpiry = never,
): readonly LedgerPosting[] =>
  processed(decideEvaluate(context([], { snapshot: snapshot(campaigns, { pointsExpiry }) }), receipt()))
    .postings;

const seen = ({ description, points, expiresAtMs, slidingDays = 0 }: LedgerPosting) => [
  description,
  points,
  expiresAtMs === null ? null : (expiresAtMs - nowMs) / dayMs,
  slidingDays,
];

describe('the entries of a receipt (D50)', () => {
  it.each([
    {
      name: 'one when all awards expire together',
      campaigns: [giving('a', 1, inDays(3)), giving('b', 2, inDays(3))],
      is: [['a, b', 3, 3, 0]],
    },
    {
      name: 'one for each expiry, in the order of first award',
      campaigns: [
        giving('a', 1, inDays(3)),
        giving('b', 2),
        giving('c', 4, afterDays(9)),
        giving('d', 8, inDays(3)),
      ],
      is: [
        ['a, d', 9, 3, 0],
        ['b', 2, null, 0],
        ['c', 4, null, 9],
      ],
    },
    {
      name: 'one for points that slide and one for points that never expire, though neither has a date',
      campaigns: [giving('a', 1, afterDays(30)), giving('b', 2)],
      is: [
        ['a', 1, null, 30],
        ['b', 2, null, 0],
      ],
    },
    {
      name: 'two for points that slide by different days',
      campaigns: [giving('a', 1, afterDays(30)), giving('b', 2, afterDays(60))],
      is: [
        ['a', 1, null, 30],
        ['b', 2, null, 60],
      ],
    },
  ])('$name', ({ campaigns, is }) => {
    expect(postingsUnder(campaigns).map(seen)).toEqual(is);
  });

  it('have ids, numbers and balances that go on from one to the next', () => {
    const postings = postingsUnder([giving('a', 10, inDays(1)), giving('b', 20)]);
    expect(postings).toMatchObject([
      { id: 'new-entry-0', seq: 8, balanceAfter: 110 },
      { id: 'new-entry-1', seq: 9, balanceAfter: 130 },
    ]);
  });

  it('▲ expire as the setting says where a campaign says nothing, and never where it says NONE', () => {
    const campaigns = [giving('silent', 1), giving('for ever', 2, never), giving('own', 4, inDays(2))];
    expect(postingsUnder(campaigns, inDays(7)).map(seen)).toEqual([
      ['silent', 1, 7, 0],
      ['for ever', 2, null, 0],
      ['own', 4, 2, 0],
    ]);
  });

  it('have no entry for a reward without points', () => {
    const reward = {
      type: 'SURPRISE_DELIGHT',
      rewardRules: [{ everyNth: 1, reward: { rewardType: 'FREE_ITEM' } }],
    } as const;
    const gift = campaign({ name: 'gift', earningRule: { ...reward, pointsExpiry: inDays(1) } });
    expect(postingsUnder([gift, giving('b', 2)]).map(seen)).toEqual([['b', 2, null, 0]]);
  });
});

test('a month ends at midnight of the time zone (D311)', () => {
  const monthly = giving('a', 1, { type: 'CALENDAR', unit: 'MONTH' });
  const endIn = (zone: object) => {
    const earning = context([], {
      snapshot: snapshot([monthly], zone),
      nowMs: Date.UTC(2026, 2, 31, 22, 30),
    });
    return processed(decideEvaluate(earning, receipt())).postings[0]?.expiresAtMs;
  };
  expect(endIn({})).toBe(Date.UTC(2026, 3, 1) - 1);
  expect(endIn({ zone: [[0, 120]] })).toBe(Date.UTC(2026, 3, 30, 22) - 1);
});

describe('points that wait (D181, D182)', () => {
  const waiting = (
    name: string,
    points: number,
    pendingDays?: number,
    pointsExpiry?: PointsExpiry,
  ): Campaign =>
    campaign({
      id: name as CampaignId,
      name,
      earningRule: {
        type: 'FIXED_POINTS',
        points,
        ...(pendingDays === undefined ? null : { pendingDays }),
        ...(pointsExpiry === undefined ? null : { pointsExpiry }),
      },
    });
  const evaluated = (
    campaigns: readonly Campaign[],
    {
      known = account(),
      pointsExpiry = never,
    }: { known?: ReturnType<typeof account>; pointsExpiry?: PointsExpiry } = {},
  ) =>
    decideEvaluate(
      context([], { snapshot: snapshot(campaigns, { pointsExpiry }), account: known }),
      receipt(),
    );

  it('▲ are on no balance and in no lifetime points, and have no entry', () => {
    const known = account();
    const decision = processed(evaluated([waiting('a', 10), waiting('b', 20, 14)], { known }));
    expect(decision).toMatchObject({ pointsAwarded: 30, pointsPending: 20, pointsBalance: 110 });
    expect(decision.postings.map(seen)).toEqual([['a', 10, null, 0]]);
    expect(applyEarnResult(known, decision)).toMatchObject({
      pointsBalance: 110,
      lifetimePoints: known.lifetimePoints + 10,
      ledgerSeq: known.ledgerSeq + 1,
    });
  });

  it('are one row for each time and expiry, in the order of first award, with the names of their campaigns', () => {
    const campaigns = [
      waiting('a', 1, 14),
      waiting('b', 2, 14, inDays(3)),
      waiting('c', 4, 30),
      waiting('d', 8, 14),
      waiting('e', 16, 14, never),
    ];
    expect(processed(evaluated(campaigns, { pointsExpiry: afterDays(7) })).pending).toEqual([
      { n: 0, points: 9, dueAtMs: nowMs + 14 * dayMs, pointsExpiry: afterDays(7), description: 'a, d' },
      { n: 1, points: 2, dueAtMs: nowMs + 14 * dayMs, pointsExpiry: inDays(3), description: 'b' },
      { n: 2, points: 4, dueAtMs: nowMs + 30 * dayMs, pointsExpiry: afterDays(7), description: 'c' },
      { n: 3, points: 16, dueAtMs: nowMs + 14 * dayMs, pointsExpiry: null, description: 'e' },
    ]);
  });

  it('▲ count from the record, not from the purchase that the receipt names', () => {
    const snap = snapshot([waiting('a', 1, 14)]);
    const early = receipt({ occurredAt: nowMs - 10 * dayMs });
    const { pending } = processed(decideEvaluate(context([], { snapshot: snap }), early));
    expect(pending.map(({ dueAtMs }) => dueAtMs)).toEqual([nowMs + 14 * dayMs]);
  });

  it('leave the entries of the others as they are grouped', () => {
    const campaigns = [
      waiting('a', 1, 14, inDays(3)),
      waiting('b', 2, undefined, inDays(3)),
      waiting('c', 4),
    ];
    expect(processed(evaluated(campaigns)).postings.map(seen)).toEqual([
      ['b', 2, 3, 0],
      ['c', 4, null, 0],
    ]);
  });

  it('do not fill a balance; what nobody could ever have is refused', () => {
    const full = account({ pointsBalance: Number.MAX_SAFE_INTEGER });
    expect(evaluated([waiting('a', 5, 14)], { known: full })).toMatchObject({ pointsPending: 5 });
    const most = waiting('a', Number.MAX_SAFE_INTEGER, 14);
    expect(evaluated([most, waiting('b', 1, 14)])).toMatchObject({ code: 'POINTS_OVERFLOW' });
  });
});

describe('points of returns of before (D193)', () => {
  const indebted = (pointsToDeduct: number) =>
    account({ pointsBalance: 0, lifetimePoints: 400, ledgerSeq: 7, pointsToDeduct });
  const under = (campaigns: readonly Campaign[], known: ReturnType<typeof account>) =>
    processed(decideEvaluate(context([], { snapshot: snapshot(campaigns), account: known }), receipt()));

  it('▲ are deducted at once: of 260 points 150, and lifetime points grow by all of them', () => {
    const known = indebted(150);
    const decision = under([giving('a', 260)], known);
    expect(decision).toMatchObject({ pointsAwarded: 260, pointsDeducted: 150, pointsBalance: 110 });
    expect(decision.postings).toMatchObject([
      { seq: 8, type: 'EARN', points: 260, balanceAfter: 260 },
      { seq: 9, type: 'RETURN', points: -150, balanceAfter: 110 },
    ]);
    const after = applyEarnResult(known, decision);
    expect(after).toMatchObject({ pointsBalance: 110, lifetimePoints: 660, ledgerSeq: 9, pointsToDeduct: 0 });
    expect(applyEarnResult(after, under([giving('a', 260)], after))).toMatchObject({ pointsBalance: 370 });
  });

  it('▲ are not taken from what was there before, nor from points that wait', () => {
    const known = { ...indebted(150), pointsBalance: 40 };
    const rule = { type: 'FIXED_POINTS', points: 90, pendingDays: 14 } as const;
    const decision = under([giving('a', 30), campaign({ earningRule: rule })], known);
    expect(decision).toMatchObject({
      pointsAwarded: 120,
      pointsPending: 90,
      pointsDeducted: 30,
      pointsBalance: 40,
      pending: [{ points: 90 }],
    });
    expect(applyEarnResult(known, decision)).toMatchObject({ pointsToDeduct: 120, lifetimePoints: 430 });
  });

  it('are taken from points for a referrer, too; responses say so', () => {
    const award = { campaignId: 'c', campaignName: 'A friend', points: 20 };
    const credited = decideCredit(context([], { account: indebted(5) }), { awards: [award] });
    if (credited.outcome === 'skipped') throw new Error(credited.reason);
    expect(credited).toMatchObject({ pointsDeducted: 5, pointsBalance: 15 });
    expect(JSON.stringify(toCreditResponse(credited, 'r'))).toContain(
      '"pointsAwarded":20,"pointsDeducted":5,"pointsBalance":15,',
    );
  });
});

describe('points for a referrer', () => {
  const arriving = (rule: PointsExpiry | null, setting: PointsExpiry) => {
    const award = { campaignId: 'gone', campaignName: 'Archived since', points: 20, pointsExpiry: rule };
    const known = context([], { snapshot: snapshot([], { pointsExpiry: setting }), account: account() });
    const decision = decideCredit(known, { awards: [award] });
    return decision.outcome === 'processed' ? decision.postings.map(seen) : [];
  };

  it.each([
    ['▲ expire as the campaign said, which may be archived by now', inDays(5), never, [5, 0]],
    ['never expire where the campaign said so', never, inDays(7), [null, 0]],
    ['expire as the setting says where the campaign did not say', null, afterDays(7), [null, 7]],
  ] as const)('%s', (...[, rule, setting, expiry]) => {
    expect(arriving(rule, setting)).toEqual([['Archived since', 20, ...expiry]]);
  });
});

describe('the lot that an entry is added to (D90)', () => {
  const entry = (given: Partial<LedgerPosting>): LedgerPosting => ({
    id: 'e',
    seq: 1,
    type: 'EARN',
    points: 5,
    balanceAfter: 5,
    description: 'x',
    expiresAtMs: null,
    ...given,
  });

  it.each([
    [
      'is that of its day',
      entry({ expiresAtMs: nowMs }),
      { slidingDays: 0, expiresOn: utcDayOf(nowMs), expiresAtMs: nowMs },
    ],
    ['is that of its days', entry({ slidingDays: 30 }), { slidingDays: 30, expiresOn: 0, expiresAtMs: null }],
  ])('%s', (_which, posting, lot) => {
    expect(lotGainOf(posting)).toEqual({ ...lot, points: 5 });
  });

  it.each([
    ['none when its points never expire', entry({})],
    ['none when points were taken away', entry({ type: 'EXPIRE', points: -5, expiresAtMs: nowMs })],
  ])('is %s', (_which, posting) => {
    expect(lotGainOf(posting)).toBeNull();
  });
});

const decide = (known: ReturnType<typeof account> | null, occurredAt: number | null = null) =>
  processed(decideEvaluate(context([campaign()], { account: known }), receipt({ occurredAt })));

it('a new member begins active, with the points of the first receipt', () => {
  expect(applyEarnResult(null, decide(null))).toEqual({
    memberId: 'new-member-0',
    state: 'active',
    pointsBalance: 10,
    lifetimePoints: 10,
    ledgerSeq: 1,
    lastActivityAtMs: nowMs,
  });
});

it('a known member gains the points in balance and lifetime alike', () => {
  const known = account({ pointsBalance: 100, lifetimePoints: 400, ledgerSeq: 7 });
  expect(applyEarnResult(known, decide(known))).toEqual({
    ...known,
    pointsBalance: 110,
    lifetimePoints: 410,
    ledgerSeq: 8,
    lastActivityAtMs: nowMs,
  });
});

it.each([
  { how: 'never moves back', lastActivityAtMs: nowMs + 1, occurredAt: nowMs, expected: nowMs + 1 },
  { how: 'moves on', lastActivityAtMs: nowMs - 1, occurredAt: nowMs, expected: nowMs },
  { how: 'begins with an old receipt', lastActivityAtMs: null, occurredAt: nowMs - 5, expected: nowMs - 5 },
])('the last activity $how', ({ lastActivityAtMs, occurredAt, expected }) => {
  const known = account({ lastActivityAtMs });
  expect(applyEarnResult(known, decide(known, occurredAt)).lastActivityAtMs).toBe(expected);
});

it('a decision is not applied twice', () => {
  const known = account();
  const decision = decide(known);
  const after = applyEarnResult(known, decision);
  expect(() => applyEarnResult(after, decision)).toThrow('a decision is applied once');
});
