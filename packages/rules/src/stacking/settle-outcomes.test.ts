import type { CampaignId } from '@loyalty/kernel';
import { noCounts, noGrants, type RuleAward } from '../earning/rules/rule-outcome.ts';
import { isLost, type SettledOutcome, settleOutcomes, type JudgedOutcome } from './settle-outcomes.ts';

interface Given {
  readonly group?: string;
  readonly priority?: number;
}

const offer = (id: string, outcome: number | RuleAward, { group, priority }: Given = {}): JudgedOutcome => ({
  campaign: {
    id: id as CampaignId,
    ...(group === undefined ? null : { exclusiveGroup: group }),
    ...(priority === undefined ? null : { priority }),
  },
  outcome,
});

const wine = { group: 'wine' };
const award = (given: Partial<RuleAward>): RuleAward => ({
  points: 0,
  grants: noGrants,
  counts: noCounts,
  ...given,
});
const giftCard = (amount: number) =>
  ({ rewardType: 'GIFT_CARD', value: { amount }, validDays: null }) as const;
const freeItem = { rewardType: 'FREE_ITEM', value: { description: 'A yoghurt' }, validDays: null } as const;
const stamp = award({ card: { stampsCollected: 1, stampsRequired: 5, completed: false } });

/** Points, or why nothing is given. */
const shown = (settled: readonly SettledOutcome[]) =>
  settled.map((outcome) => {
    if (isLost(outcome)) return outcome.by === null ? outcome.lost : `${outcome.lost} by ${outcome.by}`;
    return typeof outcome === 'number' ? outcome : outcome.points;
  });

const settle = (outcomes: readonly JudgedOutcome[], pointsLeft = Infinity, pointValueCents = 1) =>
  shown(settleOutcomes(outcomes, { pointValueCents, pointsLeft }));

test.each<[string, readonly JudgedOutcome[], readonly unknown[]]>([
  ['without groups all give', [offer('a', 5), offer('b', 9)], [5, 9]],
  [
    'of a group one gives, others beside it',
    [offer('a', 5, wine), offer('b', 9, wine), offer('c', 1)],
    ['OUTRANKED by b', 9, 1],
  ],
  [
    'of two groups one each',
    [offer('a', 5, wine), offer('b', 9, { group: 'tea' }), offer('c', 6, wine)],
    ['OUTRANKED by c', 9, 6],
  ],
  [
    '▲ the highest priority, whatever it is worth',
    [
      offer('a', 1, { ...wine, priority: 1 }),
      offer('b', 900, wine),
      offer('c', 900, { ...wine, priority: -1 }),
    ],
    [1, 'OUTRANKED by a', 'OUTRANKED by a'],
  ],
  [
    'of equal ones the first that was activated',
    [offer('a', 9, wine), offer('b', 9, wine)],
    [9, 'OUTRANKED by a'],
  ],
  [
    '▲ a face value against points',
    [offer('a', 17, wine), offer('b', award({ points: 1, grants: [giftCard(50)] }), wine)],
    ['OUTRANKED by b', 1],
  ],
  [
    'a reward without a face value counts nothing',
    [offer('a', 1, wine), offer('b', award({ grants: [freeItem] }), wine)],
    [1, 'OUTRANKED by a'],
  ],
  [
    'points of a referrer count',
    [offer('a', 9, wine), offer('b', award({ points: 5, referrerPoints: 5 }), wine)],
    ['OUTRANKED by b', 5],
  ],
  [
    '▲ what gives nothing yet neither wins nor loses',
    [offer('a', stamp, { ...wine, priority: 9 }), offer('b', 5, wine), offer('c', award({}), wine)],
    [0, 5, 0],
  ],
  [
    '▲ values beyond 2^53 are compared exactly',
    [offer('a', 2 ** 53 - 3, wine), offer('b', 2 ** 53 - 2, wine)],
    ['OUTRANKED by b', 2 ** 53 - 2],
  ],
])('%s (D242)', (_what, outcomes, expected) => {
  expect(settle(outcomes, Infinity, 3)).toEqual(expected);
});

test('a point is worth what budgets count it', () => {
  const group = [offer('a', 40, wine), offer('b', award({ grants: [giftCard(50)] }), wine)];
  expect([settle(group, Infinity, 1), settle(group, Infinity, 2)]).toEqual([
    ['OUTRANKED by b', 0],
    [40, 'OUTRANKED by a'],
  ]);
});

test.each<[string, readonly JudgedOutcome[], number, readonly unknown[]]>([
  ['all points that are left', [offer('a', 5), offer('b', 5)], 10, [5, 5]],
  ['▲ the last is cut first', [offer('a', 5), offer('b', 5)], 9, [5, 4]],
  ['the last goes before the first is cut', [offer('a', 5), offer('b', 5)], 3, [3, 'CAP_REACHED']],
  ['▲ the last by priority', [offer('a', 5), offer('b', 5, { priority: 1 })], 9, [4, 5]],
  ['nothing is left', [offer('a', 5), offer('b', 1)], 0, ['CAP_REACHED', 'CAP_REACHED']],
  [
    '▲ a reward stays without its points',
    [offer('a', award({ points: 5, grants: [freeItem] })), offer('b', 2)],
    0,
    [0, 'CAP_REACHED'],
  ],
  [
    'a stamp and a reward alone pass',
    [offer('a', stamp), offer('b', award({ grants: [freeItem] }))],
    0,
    [0, 0],
  ],
  [
    '▲ caps come behind groups: who is cut to nothing has won',
    [offer('a', 5), offer('b', 9, wine), offer('c', award({ grants: [freeItem] }), wine)],
    5,
    [5, 'CAP_REACHED', 'OUTRANKED by b'],
  ],
  [
    'who lost takes nothing of what is left',
    [offer('a', 9, wine), offer('b', 10, wine), offer('c', 5)],
    12,
    ['OUTRANKED by b', 10, 2],
  ],
  ['points past 2^53 are cut before they are judged', [offer('a', 2 ** 60)], 7, [7]],
])('of a cap: %s (D241)', (_what, outcomes, left, expected) => {
  expect(settle(outcomes, left)).toEqual(expected);
});

test('what is cut says so, and keeps the rest of its award', () => {
  const counts = [{ kind: 'VISITS', count: 3, completed: 0 }] as const;
  const outcomes = [offer('a', award({ points: 9, counts, multiplier: 1.5, reducedBy: 'LIMIT' }))];
  expect(settleOutcomes(outcomes, { pointValueCents: 1, pointsLeft: 4 })).toEqual([
    { points: 4, grants: noGrants, counts, multiplier: 1.5, reducedBy: 'CAP' },
  ]);
});
