import type { CampaignId } from '@loyalty/kernel';
import type { EarningRule } from '../../model/campaign.ts';
import { noCount } from '../../model/earning-inputs.ts';
import { counted, inputs } from '../../testing/builders.ts';
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
  { what: 'a stamp on a card lowered below it', required: 3, before: [8, 0], after: [0, 1], points: 50 },
  {
    what: 'a stamp on a card lowered to just below it',
    required: 3,
    before: [3, 0],
    after: [0, 1],
    points: 50,
  },
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
