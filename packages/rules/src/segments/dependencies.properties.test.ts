import fc from 'fast-check';
import type { TierId } from '@loyalty/kernel';
import { compileSegmentRule, type SegmentInputs } from './compile-segment-rule.ts';
import type { ConditionTree } from './condition-tree.ts';
import {
  allMemberChanges,
  memberChanges,
  type MemberChangeSet,
  type NumberField,
  type SegmentField,
  segmentFields,
} from './segment-fields.ts';
import {
  changesOf,
  numberComparisons,
  type SegmentComparison,
  type SegmentOperator,
  type SegmentRule,
} from './segment-rule.ts';

const today = 20_000;
const silver = '0198c0de-3333-7000-8000-00000000000b' as TierId;
const tiers = [{ id: silver, minLifetimePoints: 5 }];

/** Few values, so that comparisons often turn. */
const few = fc.integer({ min: 0, max: 10 });
const figures = fc.record({
  spendCents: few,
  txnCount: few,
  lastTxnDay: fc.option(few.map((days) => today - days)),
});
const opening = fc.option(fc.record({ spendBefore: few, txnsBefore: few }));
const openings = fc.record({ 7: opening, 30: opening, 90: opening, 365: opening });
const state = fc.constantFrom('active' as const, 'suspended' as const);

const inputs: fc.Arbitrary<SegmentInputs> = fc.record({
  state,
  pointsBalance: few,
  lifetimePoints: few,
  figures,
  openings,
  enrolledOn: few.map((days) => today - days),
});

/** Changes of a member: the reported change, and the member states that it may lead to. */
const happenings: readonly [string, MemberChangeSet, fc.Arbitrary<Partial<SegmentInputs>>][] = [
  ['a purchase', memberChanges.purchase, fc.record({ figures, openings })],
  ['points', memberChanges.points, fc.record({ pointsBalance: few })],
  ['lifetime points', memberChanges.lifetime, fc.record({ lifetimePoints: few })],
  ['another state', memberChanges.state, fc.record({ state })],
  ['erasure', allMemberChanges, fc.constant({ state: 'anonymized' })],
];

const orders = Object.keys(numberComparisons) as SegmentOperator[];
const equality = fc.constantFrom('eq' as const, 'neq' as const);
const isNumber = (field: SegmentField): field is NumberField => segmentFields[field].kind === 'number';

const numberComparison = (field: fc.Arbitrary<NumberField>) =>
  fc.record({ field, op: fc.constantFrom(...orders), value: few });

const comparison: fc.Arbitrary<SegmentComparison> = fc.oneof(
  numberComparison(fc.constantFrom(...(Object.keys(segmentFields) as SegmentField[]).filter(isNumber))),
  numberComparison(fc.constantFrom('points_balance', 'lifetime_points')),
  fc.record({
    field: fc.constant('tier_id' as const),
    op: equality,
    value: fc.constantFrom(silver, null),
  }),
  fc.record({ field: fc.constant('state' as const), op: equality, value: state }),
);

const { rule } = fc.letrec<{ rule: SegmentRule; node: ConditionTree<SegmentComparison> }>((tie) => ({
  node: fc.oneof({ depthSize: 'small' }, comparison, tie('rule')),
  rule: fc.record({
    operator: fc.constantFrom('AND' as const, 'OR' as const),
    conditions: fc.array(tie('node'), { minLength: 1, maxLength: 4 }),
  }),
}));

it.each(happenings)('▲ %s is among the changes of every rule whose result it changes', (_, change, made) => {
  let turned = 0;
  fc.assert(
    fc.property(rule, inputs, made, (tree, before, after) => {
      const judge = compileSegmentRule(tree, tiers);
      if (judge(before, today) === judge({ ...before, ...after }, today)) return;
      turned += 1;
      expect(changesOf(tree) & change).not.toBe(0);
    }),
    { numRuns: 2_000 },
  );
  expect(turned).toBeGreaterThan(20);
});
