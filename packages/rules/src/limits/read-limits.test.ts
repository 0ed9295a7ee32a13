import { faultsOfLimits, readLimits } from './read-limits.ts';

const member = (period: string, of: string, max: unknown = 3) => ({ per: 'MEMBER', period, of, max });
const campaign = { per: 'CAMPAIGN', period: 'EVER', of: 'TIMES', max: 1_000 };
const receipt = { per: 'RECEIPT', of: 'POINTS', max: 5_000 };

test('limits are read by period, those of times and of points together', () => {
  const written = [
    member('MONTH', 'POINTS', 500),
    receipt,
    member('EVER', 'TIMES', 1),
    member('MONTH', 'TIMES', 9),
  ];
  expect(readLimits([campaign])).toEqual({
    ofMember: [],
    campaignTimesMax: 1_000,
    receiptPointsMax: null,
  });
  expect(faultsOfLimits(written)).toEqual([]);
  expect(readLimits(written)).toEqual({
    ofMember: [
      { period: 'EVER', timesMax: 1, pointsMax: null },
      { period: 'MONTH', timesMax: 9, pointsMax: 500 },
    ],
    campaignTimesMax: null,
    receiptPointsMax: 5_000,
  });
});

test.each<[string, unknown, readonly [string, string][]]>([
  ['no list', { per: 'RECEIPT' }, [['', 'must be a list of at most 4 limits']]],
  [
    'five limits',
    ['DAY', 'WEEK', 'MONTH', 'EVER'].map((period) => member(period, 'TIMES')).concat(member('DAY', 'POINTS')),
    [['', 'must be a list of at most 4 limits']],
  ],
  ['null', [null], [['/0', 'must be an object']]],
  [
    'an unknown per',
    [{ ...receipt, per: 'STORE', period: 'DAY' }],
    [['/0/per', 'must be one of MEMBER, CAMPAIGN, RECEIPT']],
  ],
  [
    'no period',
    [{ per: 'MEMBER', of: 'TIMES', max: 1 }],
    [['/0/period', 'must be one of DAY, WEEK, MONTH, EVER']],
  ],
  ['an unknown period', [member('YEAR', 'TIMES')], [['/0/period', 'must be one of DAY, WEEK, MONTH, EVER']]],
  [
    'a period of a receipt',
    [{ ...receipt, period: 'DAY' }],
    [['/0/period', 'must not be sent for a limit per RECEIPT']],
  ],
  [
    'times of a receipt',
    [{ ...receipt, of: 'TIMES' }],
    [['/0/of', 'must be POINTS for a limit per RECEIPT']],
  ],
  [
    'a campaign a month',
    [{ ...campaign, period: 'MONTH' }],
    [['/0/period', 'must be EVER for a limit per CAMPAIGN']],
  ],
  [
    'a campaign without a period',
    [{ per: 'CAMPAIGN', of: 'TIMES', max: 1 }],
    [['/0/period', 'must be EVER for a limit per CAMPAIGN']],
  ],
  [
    'points of a campaign',
    [{ ...campaign, of: 'POINTS' }],
    [['/0/of', 'must be TIMES for a limit per CAMPAIGN']],
  ],
  ['two of a campaign', [campaign, campaign], [['/1', 'must not be a second limit of the same kind']]],
  ['an unknown of', [member('DAY', 'REWARDS')], [['/0/of', 'must be one of TIMES, POINTS']]],
  ['a max of 0', [member('DAY', 'TIMES', 0)], [['/0/max', 'must be an integer from 1 to 9007199254740991']]],
  [
    'a max of a half',
    [member('DAY', 'TIMES', 1.5)],
    [['/0/max', 'must be an integer from 1 to 9007199254740991']],
  ],
  [
    'a max as text',
    [member('DAY', 'TIMES', '3')],
    [['/0/max', 'must be an integer from 1 to 9007199254740991']],
  ],
  [
    'an unknown field',
    [{ ...member('DAY', 'TIMES'), of2: 1, max2: 2 }],
    [['/0', 'must have no fields other than per, period, of and max']],
  ],
  [
    'two of a kind',
    [member('DAY', 'TIMES', 1), member('DAY', 'POINTS', 1), member('DAY', 'TIMES', 2)],
    [['/2', 'must not be a second limit of the same kind']],
  ],
  ['two of a receipt', [receipt, receipt], [['/1', 'must not be a second limit of the same kind']]],
])('%s is a fault with its pointer, and the campaign never fires', (_what, written, faults) => {
  expect(faultsOfLimits(written)).toEqual(faults.map(([pointer, message]) => ({ pointer, message })));
  expect(readLimits(written)).toBeNull();
});
