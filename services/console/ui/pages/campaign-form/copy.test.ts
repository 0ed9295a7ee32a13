import { copyOf as copyWith, exclusiveTiers } from './copy.ts';

const record = {
  name: 'Coffee',
  earningRule: { type: 'FIXED_POINTS', points: 1 },
  targetSegmentIds: ['t-vip', 't-new', 't-two', 't-gone'],
};
const theirs = [
  { id: 't-vip', name: 'VIP' },
  { id: 't-new', name: 'New' },
  { id: 't-two', name: 'Twins' },
];
const ours = [
  { id: 'o-vip', name: 'VIP' },
  { id: 'o-1', name: 'Twins' },
  { id: 'o-2', name: 'Twins' },
];

const tiers = {
  theirs: [
    { id: 't-gold', name: 'Gold' },
    { id: 't-top', name: 'Top' },
  ],
  ours: [{ id: 'o-gold', name: 'Gold' }],
};
const copyOf = (body: object, segments: { readonly theirs: typeof theirs; readonly ours: typeof ours }) =>
  copyWith(body, { segments, tiers });

it('segments are matched by name; what has no namesake, or two, is named and stays to be chosen', () => {
  const { draft, unmatched } = copyOf(record, { theirs, ours });
  expect(draft['targetSegmentIds']).toEqual(['o-vip', 't-new', 't-two', 't-gone']);
  expect([...unmatched]).toEqual([
    ['t-new', 'New'],
    ['t-two', 'Twins'],
    ['t-gone', 't-gone'],
  ]);
});

it('within an environment segments stay, namesakes too', () => {
  const { draft, unmatched } = copyOf({ ...record, targetSegmentIds: ['o-2'] }, { theirs: ours, ours });
  expect(draft['targetSegmentIds']).toEqual(['o-2']);
  expect(unmatched.size).toBe(0);
});

it('lines that earn come along', () => {
  const earnOn = { except: { field: 'category', op: 'eq', value: 'tobacco' } };
  expect(copyOf({ ...record, earnOn }, { theirs, ours }).draft['earnOn']).toEqual(earnOn);
});

it('conditions come along', () => {
  const conditions = { field: 'weekday', op: 'eq', value: 'SAT' };
  expect(copyOf({ ...record, conditions }, { theirs, ours }).draft['conditions']).toEqual(conditions);
});

it('tiers and segments of conditions are matched by name, too, and whatever else they say stays', () => {
  const leaf = (field: string, value: unknown) => ({ field, op: 'eq', value });
  const tree = (ids: readonly string[]) => ({
    operator: 'AND',
    conditions: [
      leaf('store_ref', 't-vip'),
      leaf('tier_id', ids[0]),
      leaf('tier_id', null),
      { operator: 'OR', conditions: [{ field: 'segment_id', op: 'in', value: ids.slice(1) }] },
      { lines: leaf('sku', 't-gold') },
    ],
  });
  const conditions = tree(['T-GOLD', 't-vip', 't-new']);
  const { draft, unmatched } = copyOf({ name: 'x', conditions }, { theirs, ours });
  expect(draft['conditions']).toEqual(tree(['o-gold', 'o-vip', 't-new']));
  expect([...unmatched]).toEqual([['t-new', 'New']]);
});

it('a campaign for everybody is so there too', () => {
  expect(copyOf({ ...record, targetSegmentIds: [] }, { theirs, ours }).draft).toEqual({
    name: 'Coffee',
    earningRule: record.earningRule,
  });
});

it('a campaign is exclusive to the tiers that say so', () => {
  const tiers = [
    { name: 'Silver', benefits: [{ type: 'LABEL' }] },
    { name: 'Gold', benefits: [{ type: 'EXCLUSIVE_CAMPAIGN', campaignId: 'c' }] },
  ];
  expect(exclusiveTiers(tiers, 'c')).toEqual(['Gold']);
  expect(exclusiveTiers(tiers, 'd')).toEqual([]);
});
