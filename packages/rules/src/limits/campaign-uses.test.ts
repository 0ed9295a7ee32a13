import { type CampaignId, dayMs } from '@loyalty/kernel';
import type { Campaign } from '../campaigns/campaign.ts';
import { decideEvaluate } from '../earning/decide-evaluate.ts';
import { earningInputsFrom } from '../earning/earning-inputs.ts';
import { campaign, context, nowMs, processed, receipt, snapshot } from '../testing/builders.ts';
import { timedCampaigns } from './campaign-uses.ts';
import type { UseChange } from './member-use.ts';

const id = 'campaign-1' as CampaignId;
/** The day of every test record: a Tuesday. */
const today = Math.floor(nowMs / dayMs);
const limit = (period: string, of: string, max: number) => ({ per: 'MEMBER', period, of, max });

interface Given {
  readonly used?: readonly UseChange[];
  readonly occurredAt?: number;
  readonly counted?: number;
  readonly times?: number;
  readonly zone?: readonly (readonly [number, number])[];
}

const decide = (
  given: Partial<Campaign>,
  { used = [], occurredAt, counted = 0, times = 0, zone }: Given = {},
) => {
  const judged = campaign(given);
  const inputs = earningInputsFrom({
    segmentIds: [],
    memberCounts: (['STAMPS', 'SURPRISE', 'VISITS'] as const).map((kind) => ({
      campaignId: id,
      kind,
      count: counted,
      completed: 0,
    })),
    sharedCounts: [],
    spentCampaignIds: [],
    memberUses: used,
    campaignTimes: [{ campaignId: id, times }],
  });
  const own = context([judged], {
    inputs,
    snapshot: snapshot([judged], zone === undefined ? {} : { zone }),
  });
  return processed(decideEvaluate(own, receipt({ occurredAt: occurredAt ?? null })));
};

const reasonOf = ({ debug }: ReturnType<typeof decide>) => debug?.campaignChecks[0]?.reason ?? null;

test('what is given is counted once for each period, with its points', () => {
  const limits = [limit('DAY', 'TIMES', 3), limit('DAY', 'POINTS', 900), limit('EVER', 'POINTS', 900)];
  const used = [{ campaignId: id, period: 'DAY', startsOn: today, times: 1, points: 5 }] as const;
  expect(decide({ limits }, { used }).uses).toEqual([
    { campaignId: id, period: 'EVER', startsOn: 0, times: 1, points: 10 },
    { campaignId: id, period: 'DAY', startsOn: today, times: 2, points: 15 },
  ]);
});

test('a cut award says so, and counts what was given', () => {
  const used = [{ campaignId: id, period: 'DAY', startsOn: today, times: 1, points: 93 }] as const;
  const decision = decide({ limits: [limit('DAY', 'POINTS', 100)] }, { used });
  expect(decision.awards).toEqual([
    { campaignId: id, campaignName: 'Ten points', pointsEarned: 7, rewardIds: [], reducedBy: 'LIMIT' },
  ]);
  expect(decision.pointsAwarded).toBe(7);
  expect(decision.uses).toMatchObject([{ times: 2, points: 100 }]);
});

test.each([
  ['day', 'DAY', today - 1],
  ['week', 'WEEK', today - 8],
  ['month', 'MONTH', today - 40],
] as const)('what was counted for another %s is not in the way', (_what, period, startsOn) => {
  const used = [{ campaignId: id, period, startsOn, times: 9, points: 9 }];
  expect(decide({ limits: [limit(period, 'TIMES', 1)] }, { used }).pointsAwarded).toBe(10);
});

test('▲ a day is one of the time zone of the environment', () => {
  const limits = [limit('DAY', 'TIMES', 1)];
  expect(decide({ limits }, { zone: [[0, 720]] }).uses).toMatchObject([{ startsOn: today + 1 }]);
  expect(decide({ limits }, { zone: [[0, 719]] }).uses).toMatchObject([{ startsOn: today }]);
});

const used = (period: UseChange['period'], startsOn: number): readonly UseChange[] => [
  { campaignId: id, period, startsOn, times: 1, points: 0 },
];
const card = { type: 'STAMP_CARD', stampsRequired: 2, rewardOnCompletion: { points: 9 } } as const;
const surprise = {
  type: 'SURPRISE_DELIGHT',
  rewardRules: [{ everyNth: 2, reward: { points: 9 } }],
} as const;

test('▲ a stamp is a time; a reached limit leaves no stamp, so no card completes without its reward', () => {
  const limits = [limit('EVER', 'TIMES', 1)];
  expect(decide({ earningRule: card, limits }).uses).toMatchObject([{ times: 1, points: 0 }]);
  const reached = decide({ earningRule: card, limits }, { used: used('EVER', 0), counted: 1 });
  expect(reached).toMatchObject({ counts: [], cards: [], uses: [], pointsAwarded: 0 });
  expect(reasonOf(reached)).toBe('LIMIT_REACHED');
});

test('a card that would complete under a limit of points without any left stays one short', () => {
  const limits = [limit('EVER', 'POINTS', 5)];
  const spent = [{ campaignId: id, period: 'EVER', startsOn: 0, times: 1, points: 5 }] as const;
  expect(decide({ earningRule: card, limits }, { used: spent, counted: 1 })).toMatchObject({ counts: [] });
  expect(decide({ earningRule: card, limits }, { used: spent })).toMatchObject({ counts: [{ count: 1 }] });
});

test('a count that gives nothing yet is no time, and stands still once a limit is reached', () => {
  const limits = [limit('EVER', 'TIMES', 1)];
  expect(decide({ earningRule: surprise, limits })).toMatchObject({ counts: [{ count: 1 }], uses: [] });
  const reached = decide({ earningRule: surprise, limits }, { used: used('EVER', 0) });
  expect(reached).toMatchObject({ counts: [], uses: [] });
});

test('the ten rewards of one receipt are one time', () => {
  const reward = { rewardType: 'FREE_ITEM', value: { description: 'A yoghurt' } } as const;
  const earningRule = { type: 'PURCHASE_REWARD', reward } as const;
  expect(decide({ earningRule, limits: [limit('WEEK', 'TIMES', 1)] })).toMatchObject({
    rewards: [{ rewardType: 'FREE_ITEM' }],
    uses: [{ period: 'WEEK', startsOn: today - 1, times: 1, points: 0 }],
  });
});

const edge = nowMs - 35 * dayMs;
test.each([
  ['a day', 'DAY', edge, null],
  ['a day', 'DAY', edge - 1, 'LIMIT_REACHED'],
  ['a week', 'WEEK', edge - 1, 'LIMIT_REACHED'],
  ['a month', 'MONTH', edge - 1, 'LIMIT_REACHED'],
  ['ever', 'EVER', edge - 1, null],
] as const)('limits of %s are reached 35 days after the receipt, by the time of its record: %#', (...row) => {
  const [, period, occurredAt, reason] = row;
  expect(reasonOf(decide({ limits: [limit(period, 'TIMES', 1)] }, { occurredAt }))).toBe(reason);
});

test('a limit of receipts is for old ones too, and counts nothing', () => {
  const limits = [{ per: 'RECEIPT', of: 'POINTS', max: 4 }];
  expect(decide({ limits }, { occurredAt: edge - 1 })).toMatchObject({ pointsAwarded: 4, uses: [] });
});

test('limits that this build cannot read are reached', () => {
  expect(reasonOf(decide({ limits: [limit('DECADE', 'TIMES', 1)] }))).toBe('LIMIT_REACHED');
});

describe('a limit of all members together', () => {
  const thousand = { per: 'CAMPAIGN', period: 'EVER', of: 'TIMES', max: 1_000 };

  it('lets the last one through and no other, however old', () => {
    const last = decide({ limits: [thousand] }, { times: 999, occurredAt: nowMs - 400 * dayMs });
    expect([last.pointsAwarded, last.campaignUses]).toEqual([10, [{ campaignId: id, max: 1_000 }]]);
    const beyond = decide({ limits: [thousand] }, { times: 1_000 });
    expect([beyond.pointsAwarded, reasonOf(beyond), beyond.campaignUses]).toEqual([0, 'LIMIT_REACHED', []]);
  });

  it('counts what was given: stamps too, and nothing where another limit is reached', () => {
    const card = { type: 'STAMP_CARD', stampsRequired: 5, rewardOnCompletion: { points: 50 } } as const;
    expect(decide({ earningRule: card, limits: [thousand] }).campaignUses).toHaveLength(1);
    const used = [{ campaignId: id, period: 'EVER', startsOn: 0, times: 1, points: 0 }] as const;
    const limits = [thousand, limit('EVER', 'TIMES', 1)];
    const reached = decide({ limits }, { used });
    expect([reached.campaignUses, reached.uses]).toEqual([[], []]);
    expect(decide({ limits: [limit('EVER', 'TIMES', 1)] }).campaignUses).toEqual([]);
  });

  it('is read of ACTIVE campaigns that have one, and of no other', () => {
    const of = (given: Partial<Campaign>, n: number) =>
      campaign({ ...given, id: `c${n.toString()}` as CampaignId });
    const limits = [thousand];
    const campaigns = [of({ limits }, 1), of({}, 2), of({ limits: [limit('DAY', 'TIMES', 1)] }, 3)];
    expect(timedCampaigns(snapshot([...campaigns, of({ limits, state: 'PAUSED' }, 4)]))).toEqual(['c1']);
  });
});
