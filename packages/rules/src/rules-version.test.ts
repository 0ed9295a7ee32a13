import type { Campaign } from './campaigns/campaign.ts';
import { rulesVersionOf } from './rules-version.ts';
import { campaign, segmentId } from './testing/builders.ts';

const burns: Partial<Campaign> = { redemptionRule: { pointsPerRand: 10 } };
const versionOf = (given: Partial<Campaign>, minSpend: number | null = null): number => {
  const { redemptionRule, targetSegmentIds, currency, ...rest } = campaign(given);
  return rulesVersionOf({ ...rest, redemptionRule, targetSegmentIds, currency, minSpend });
};

test('conditions that are null are none', () => {
  expect(rulesVersionOf({ ...campaign(), minSpend: null, conditions: null })).toBe(1);
});

test.each<[string, Partial<Campaign>, number | null, number]>([
  ['burns for everybody', burns, null, 1],
  ['burns as asked', { redemptionRule: { pointsPerRand: 10, takes: 'AS_ASKED' } }, null, 1],
  ['burns for any basket', burns, 0, 1],
  ['burns at stores', { ...burns, storeIds: ['s1'] }, null, 1],
  ['takes the fewest points', { redemptionRule: { pointsPerRand: 10, takes: 'FEWEST' } }, null, 2],
  ['burns for a segment', { ...burns, targetSegmentIds: [segmentId('vips')] }, null, 2],
  ['burns for larger baskets', burns, 1, 2],
  ['burns in a currency', { ...burns, currency: 'ZAR' }, null, 2],
  ['makes its points wait', { earningRule: { type: 'FIXED_POINTS', points: 1, pendingDays: 14 } }, null, 3],
  ['asks lines', { conditions: { lines: { field: 'sku', op: 'eq', value: 'a' } } }, null, 7],
  ['earns on some lines', { earnOn: { except: { field: 'sku', op: 'eq', value: 'a' } } }, null, 7],
  ['rewards purchases', { earningRule: { type: 'PURCHASE_REWARD', reward: { points: 1 } } }, null, 7],
  ['has conditions', { conditions: { field: 'weekday', op: 'eq', value: 'SAT' } }, null, 5],
  ['asks for a tier', { conditions: { field: 'tier_id', op: 'eq', value: null } }, null, 6],
  [
    'asks for a purchase in one of several conditions',
    {
      conditions: {
        operator: 'OR',
        conditions: [
          { field: 'weekday', op: 'eq', value: 'SAT' },
          { operator: 'AND', conditions: [{ field: 'purchase_number', op: 'eq', value: 1 }] },
        ],
      },
    },
    null,
    6,
  ],
  ['is multiplied by tiers', { tierMultiplier: true }, null, 7],
  ['gives instead of others', { exclusiveGroup: 'wine' }, null, 7],
  ['goes before others', { priority: -1 }, null, 7],
  ['is not multiplied, and goes where it was', { tierMultiplier: false, priority: 0 }, null, 1],
  ['has limits', { limits: [{ per: 'RECEIPT', of: 'POINTS', max: 5 }] }, null, 7],
  ['asks for a payload', { conditions: { field: 'payload.rating', op: 'gte', value: 4 } }, null, 6],
  ['earns for a segment', { targetSegmentIds: [segmentId('vips')] }, null, 1],
  ['earns for larger baskets, in a currency', { currency: 'JPY' }, 5_000, 1],
])(
  'a campaign that %s needs the version that judges it whole (D105, D126, D127, D181): %#',
  (_what, given, minSpend, version) => {
    expect(versionOf(given, minSpend)).toBe(version);
  },
);
