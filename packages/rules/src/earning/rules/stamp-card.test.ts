import type { CampaignId } from '@loyalty/kernel';
import type { EarningRule } from '../../campaigns/campaign.ts';
import { counted, inputs } from '../../testing/builders.ts';
import { noCount } from '../earning-inputs.ts';
import { stampCardAward } from './stamp-card.ts';

type StampCard = Extract<EarningRule, { readonly type: 'STAMP_CARD' }>;

const coffees = { id: 'coffees' as CampaignId, name: 'Coffees' };
const card = (stampsRequired: number, given: Partial<StampCard> = {}): StampCard => ({
  type: 'STAMP_CARD',
  stampsRequired,
  rewardOnCompletion: { points: 50 },
  ...given,
});

interface Row {
  readonly what: string;
  readonly required: number;
  readonly before: readonly [stamps: number, completed: number];
  readonly after: readonly [stamps: number, completed: number];
  readonly points: number;
}

const rows: readonly Row[] = [
  { what: 'the first stamp', required: 3, before: [0, 0], after: [1, 0], points: 0 },
  { what: 'the last stamp but one', required: 3, before: [1, 0], after: [2, 0], points: 0 },
  { what: 'the last stamp', required: 3, before: [2, 0], after: [0, 1], points: 50 },
  { what: 'the first stamp of the next card', required: 3, before: [0, 1], after: [1, 1], points: 0 },
  { what: 'the last stamp of the fifth card', required: 3, before: [2, 4], after: [0, 5], points: 50 },
  { what: 'the only stamp of a card of one', required: 1, before: [0, 7], after: [0, 8], points: 50 },
  {
    what: 'a stamp on a card lowered to what is on it',
    required: 3,
    before: [3, 0],
    after: [1, 1],
    points: 50,
  },
  { what: 'a stamp on a card lowered below it', required: 3, before: [4, 2], after: [2, 3], points: 50 },
];

it.each(rows)('$what leaves the card at $after and gives $points', ({ required, before, after, points }) => {
  const [count, completed] = before;
  const award = stampCardAward(card(required), coffees, counted({ STAMPS: { count, completed } }));
  expect(award).toEqual({
    points,
    grants: [],
    counts: [{ kind: 'STAMPS', count: after[0], completed: after[1] }],
    card: { stampsCollected: after[0], stampsRequired: required, completed: points > 0 },
  });
});

const lowered = (required: number, count: number, completed = 0) => {
  const reward = { points: 5, rewardType: 'FREE_ITEM' } as const;
  return stampCardAward(
    card(required, { rewardOnCompletion: reward }),
    coffees,
    counted({ STAMPS: { count, completed } }),
  );
};

it.each([
  { required: 3, before: 5, cards: 2, left: 0 },
  { required: 3, before: 6, cards: 2, left: 1 },
  { required: 2, before: 8, cards: 4, left: 1 },
])(
  'a card lowered to $required with $before stamps completes $cards at the next one and keeps $left',
  (row) => {
    const { points, grants, counts, card: shown } = lowered(row.required, row.before, 1);
    expect([points, grants.length]).toEqual([5 * row.cards, row.cards]);
    expect(counts).toEqual([{ kind: 'STAMPS', count: row.left, completed: 1 + row.cards }]);
    expect(shown).toEqual({
      stampsCollected: row.left,
      stampsRequired: row.required,
      completed: true,
      cardsCompleted: row.cards,
    });
  },
);

it('one stamp completes at most 50 cards, and the stamps of the others stay (D113)', () => {
  const first = lowered(1, 119);
  expect(first.grants).toHaveLength(50);
  expect(first.counts).toEqual([{ kind: 'STAMPS', count: 70, completed: 50 }]);
  expect(first.card).toMatchObject({ stampsCollected: 1, stampsRequired: 1 });
  expect(lowered(1, 70, 50).counts).toEqual([{ kind: 'STAMPS', count: 21, completed: 100 }]);
});

it.each([
  [{ points: 5 }, 5, []],
  [
    { rewardType: 'FREE_ITEM' },
    0,
    [{ rewardType: 'FREE_ITEM', value: { description: 'Coffees' }, validDays: null }],
  ],
  [
    { points: 5, rewardType: 'GIFT_CARD', value: { amount: 5_000 }, validDays: 30 },
    5,
    [{ rewardType: 'GIFT_CARD', value: { amount: 5_000 }, validDays: 30 }],
  ],
] as const)(
  'a card that completes for %j gives %d points and its reward',
  (rewardOnCompletion, points, grants) => {
    const award = stampCardAward(card(1, { rewardOnCompletion }), coffees, inputs());
    expect(award).toMatchObject({ points, grants });
  },
);

it('only the stamps of this campaign are on its card', () => {
  const elsewhere = inputs({
    memberCount: (id, kind) =>
      id === coffees.id && kind === 'STAMPS' ? noCount : { count: 2, completed: 9 },
  });
  expect(stampCardAward(card(3), coffees, elsewhere).card).toMatchObject({ stampsCollected: 1 });
});
