import type { Schemas } from '@loyalty/client';
import { awardTexts, explainedTexts, insteadOf } from './explained.ts';

type Explained = Schemas['ExplainedCampaign'];

const campaign = (more: Partial<Explained> = {}): Explained => ({
  campaignId: 'c-1',
  campaignName: 'Coffee',
  state: 'ACTIVE' as const,
  fired: true,
  pointsEarned: 20,
  rewards: [],
  reason: null,
  draft: null,
  ...more,
});
/** Spaces of every width are one here: which one a locale has is Node's. */
const said = (more: Partial<Explained>, currency?: string) =>
  explainedTexts(campaign(more), { currency, locale: 'en-GB' }).map((text) => text.replaceAll(/\s/g, ' '));
const month = { per: 'MEMBER', period: 'MONTH', of: 'POINTS', max: 500, used: 480, left: 20 } as const;
const first = { per: 'CAMPAIGN', period: 'EVER', of: 'TIMES', max: 1_000, used: 412, left: 588 } as const;

test.each<[string, Partial<Explained>, readonly string[]]>([
  ['nothing that is new', {}, []],
  [
    'a multiplier, and a limit that cuts',
    { multiplier: 1.5, reducedBy: 'LIMIT', pointsBeforeCuts: 6_400, limits: [month] },
    [
      'Multiplied by 1.5, the tier multiplier',
      'Reduced by a limit of the campaign, from 6,400 points',
      'Limit (at most 500 points a month): 20 left',
    ],
  ],
  [
    'a cap',
    { reducedBy: 'CAP', pointsBeforeCuts: 1 },
    ['Reduced by the points cap per member, from 1 point'],
  ],
  [
    'a cut that is newer than the page',
    { reducedBy: 'MOON', pointsBeforeCuts: 7 },
    ['Reduced by MOON, from 7 points'],
  ],
  [
    'what another one took',
    { reason: 'OUTRANKED', pointsBeforeCuts: 200 },
    ['The rule alone awards 200 points'],
  ],
  [
    'limits that are reached, of all members too',
    { limits: [{ ...month, period: 'DAY', of: 'TIMES', max: 1, used: 1, left: 0 }, first] },
    ['Limit (once a day): none left', 'Limit (at most 1,000 times for all members together): 588 left'],
  ],
  [
    'a line that earns',
    { earns: { lines: [1], quantity: 1, spendCents: 6_400 } },
    ['Earns on line 2: 1 unit, US$64.00'],
  ],
  [
    'more lines than are named',
    { earns: { lines: [0, 1, 2, 3, 4, 7, 9], quantity: 2.5, spendCents: 100 } },
    ['Earns on lines 1, 2, 3, 4, 5 and 2 more: 2.5 units, US$1.00'],
  ],
  [
    'no line that earns',
    { earns: { lines: [], quantity: 0, spendCents: 0 } },
    ['No line of the basket earns'],
  ],
])('%s is said in words', (_what, more, texts) => {
  // A narrow symbol of a dollar is the same in all versions but for its country.
  expect(said(more, 'USD').map((text) => text.replace(/, (US)?\$/, ', US$'))).toEqual(texts);
});

test('of an award that was decided the cut alone is known', () => {
  expect(awardTexts({ reducedBy: 'LIMIT', multiplier: 2 }, { locale: 'en-GB' })).toEqual([
    'Multiplied by 2, the tier multiplier',
    'Reduced by a limit of the campaign',
  ]);
});

test('the campaign that gives instead is named, a draft where it is the only one, and none that did not fire', () => {
  const lost = campaign({ campaignId: 'c-2', fired: false, reason: 'OUTRANKED', by: 'c-1' });
  const text = 'applies instead: only one campaign of a group awards points';
  expect(insteadOf(lost, [lost, campaign()])).toEqual({ campaignId: 'c-1', name: 'Coffee', text });
  expect(insteadOf(campaign(), [campaign()])).toBeNull();
  expect(insteadOf(lost, [lost, campaign({ fired: false })])).toBeNull();
  const draft = campaign({ campaignId: null, campaignName: 'New', draft: 0 });
  const toDraft = { ...lost, by: null };
  expect(insteadOf(toDraft, [toDraft, draft])).toEqual({ campaignId: null, name: 'New', text });
  const other = { ...draft, draft: 1 };
  expect(insteadOf(toDraft, [toDraft, draft, other])).toEqual({ campaignId: null, name: 'A draft', text });
});

test('▲ the campaign that goes first in its group is named too where caps leave it nothing', () => {
  const lost = campaign({ campaignId: 'c-2', fired: false, reason: 'OUTRANKED', by: 'c-1' });
  const capped = campaign({ fired: false, reason: 'CAP_REACHED' });
  expect(insteadOf(lost, [lost, capped])).toEqual({
    campaignId: 'c-1',
    name: 'Coffee',
    text: 'would apply instead, but the member has reached the points cap',
  });
});
