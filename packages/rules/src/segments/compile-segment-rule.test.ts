import type { TierId } from '@loyalty/kernel';
import { compileSegmentRule, type SegmentInputs } from './compile-segment-rule.ts';
import type { SegmentComparison } from './segment-rule.ts';

const today = 20_000;
const most = Number.MAX_SAFE_INTEGER;
const gold = '0198c0de-3333-7000-8000-00000000000c' as TierId;
const tiers = [{ id: gold, minLifetimePoints: 100 }];

/** A member who never bought anything. */
const newcomer: SegmentInputs = {
  state: 'active',
  pointsBalance: 0,
  lifetimePoints: 0,
  enrolledOn: today,
  figures: { spendCents: 0, txnCount: 0, lastTxnDay: null },
  openings: { 7: null, 30: null, 90: null, 365: null },
};

const opening = { spendBefore: 1_000, txnsBefore: 2 };
/** A member who bought twice long ago, and three times, for 7 cents less, in the last 30 days. */
const buyer: SegmentInputs = {
  ...newcomer,
  pointsBalance: 50,
  lifetimePoints: 100,
  enrolledOn: today - 400,
  figures: { spendCents: 993, txnCount: 4, lastTxnDay: today - 8 },
  openings: { 7: null, 30: opening, 90: opening, 365: { spendBefore: 0, txnsBefore: 0 } },
};

const belongs = (inputs: SegmentInputs, ...conditions: readonly SegmentComparison[]) =>
  compileSegmentRule({ operator: 'AND', conditions }, tiers)(inputs, today);

it.each([
  ['spend_cents_7d', 0],
  ['spend_cents_30d', -7],
  ['txn_count_90d', 2],
  ['spend_cents_365d', 993],
  ['txn_count_365d', 4],
  ['spend_cents_lifetime', 993],
  ['txn_count_lifetime', 4],
  ['avg_basket_cents_30d', -3],
  ['days_since_last_txn', 8],
  ['days_since_enrolled', 400],
  ['points_balance', 50],
  ['lifetime_points', 100],
] as const)('%s is %i', (field, value) => {
  const are = (inputs: SegmentInputs, ops: readonly ('eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte')[]) =>
    ops.map((op) => belongs(inputs, { field, op, value }));
  expect(are(buyer, ['eq', 'gte', 'lte', 'neq', 'gt', 'lt'])).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

it.each(['days_since_last_txn', 'avg_basket_cents_30d'] as const)(
  '▲ %s without a value is unequal to everything, and nothing else',
  (field) => {
    const ops = ['eq', 'gt', 'gte', 'lt', 'lte', 'neq'] as const;
    expect(ops.map((op) => belongs(newcomer, { field, op, value: 0 }))).toEqual([
      false,
      false,
      false,
      false,
      false,
      true,
    ]);
  },
);

it('▲ averages are exact where doubles are not', () => {
  const spendCents = most - 1;
  const openings = { ...newcomer.openings, 30: { spendBefore: 0, txnsBefore: 0 } };
  const rich = { ...newcomer, figures: { spendCents, txnCount: 3, lastTxnDay: today }, openings };
  const value = 3_002_399_751_580_330;
  expect(belongs(rich, { field: 'avg_basket_cents_30d', op: 'lte', value })).toBe(true);
});

it('a day in the future is 0 days ago', () => {
  const ahead = { ...buyer, figures: { ...buyer.figures, lastTxnDay: today + 1 } };
  expect(belongs(ahead, { field: 'days_since_last_txn', op: 'eq', value: 0 })).toBe(true);
});

it('tiers differ from each other, and from none', () => {
  const of = (inputs: SegmentInputs) =>
    [gold, null].flatMap((value) =>
      (['eq', 'neq'] as const).map((op) => belongs(inputs, { field: 'tier_id', op, value })),
    );
  expect([of(buyer), of(newcomer)]).toEqual([
    [true, false, false, true],
    [false, true, true, false],
  ]);
});

it('suspended members belong as others do, erased ones nowhere', () => {
  const rules = (['eq', 'neq'] as const).flatMap((op) =>
    (['active', 'suspended', 'anonymized'] as const).map((value) => ({ field: 'state', op, value }) as const),
  );
  const of = (state: SegmentInputs['state']) => rules.map((rule) => belongs({ ...buyer, state }, rule));
  expect(of('active')).toEqual([true, false, false, false, true, true]);
  expect(of('suspended')).toEqual([false, true, false, true, false, true]);
  expect(of('anonymized')).toEqual(rules.map(() => false));
});

it('conditions are joined as the tree says', () => {
  const met: SegmentComparison = { field: 'txn_count_365d', op: 'gte', value: 4 };
  const unmet: SegmentComparison = { ...met, value: 5 };
  const judge = (operator: 'AND' | 'OR') =>
    compileSegmentRule({ operator, conditions: [met, unmet] }, tiers)(buyer, today);
  expect([judge('AND'), judge('OR')]).toEqual([false, true]);
});
