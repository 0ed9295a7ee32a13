import fc from 'fast-check';
import { isEventKind } from '../../services/console/ui/model/campaigns/campaign-draft.ts';
import {
  conditionFields,
  type ConditionRow,
  type ConditionScope,
  rowOf,
  treeOf,
} from '../../services/console/ui/model/campaigns/condition-rows.ts';
import type { Json } from '../../services/console/ui/model/drafts/draft.ts';
import { randomProgramme } from '../support/random-programme.ts';

interface RandomCampaign {
  readonly earningRule: { readonly type: string };
  readonly conditions?: Json;
  readonly earnOn?: { readonly lines?: Json; readonly except?: Json };
}

interface Tree {
  readonly tree: Json;
  readonly scope: ConditionScope;
}

const treesOf = ({ earningRule, conditions, earnOn }: RandomCampaign): readonly Tree[] => {
  const scope = isEventKind(earningRule.type) ? 'events' : 'receipts';
  const lines = earnOn?.lines ?? earnOn?.except;
  return [
    ...(conditions === undefined ? [] : [{ tree: conditions, scope } as const]),
    ...(lines === undefined ? [] : [{ tree: lines, scope: 'lines' } as const]),
  ];
};

const isAllShown = (row: ConditionRow): boolean => {
  if (row.kind === 'group') return row.rows.every((one) => isAllShown(one.row));
  return row.kind === 'lines' ? isAllShown(row.lines) : row.kind !== 'json';
};

const ids = {
  segmentId: '0198c0de-2222-7000-8000-000000000021',
  tierId: '0198c0de-2222-7000-8000-000000000022',
};

it('the form shows each tree of a random programme as rows, and rows are the tree that they show', () => {
  const count = { trees: 0 };
  fc.assert(
    fc.property(randomProgramme(['card-1'], ids), ({ campaigns }) => {
      for (const { tree, scope } of campaigns.flatMap((one) => treesOf(one as RandomCampaign))) {
        const row = rowOf(tree, scope);
        expect(treeOf(row)).toEqual(tree);
        expect(isAllShown(row)).toBe(true);
        count.trees += 1;
      }
    }),
    { numRuns: 1_000 },
  );
  expect(count.trees).toBeGreaterThan(500);
});

/** Most of what stands in bodies, valid or not. */
const value = fc.oneof(
  fc.constantFrom('', '17:00', '02:00', 'SAT', '2026-11-27', 'x', ' 5', true, false, null, 0, 6, 1.5),
  fc.array(fc.constantFrom('SAT', 'SUN', '5', '', 5, 7, null, true), { maxLength: 4 }),
  fc.constant({}),
);
const op = fc.constantFrom(
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'in',
  'not_in',
  'contains',
  'exists',
  'like',
);
const otherFields = ['attributes.channel', 'payload.a.b', 'time', 'time', 'quantity', 'moon', ''];
const field = fc.constantFrom(...Object.keys(conditionFields).concat(otherFields));
const operator = fc.constantFrom('AND', 'OR', 'XOR');

const { tree: anyTree } = fc.letrec<{ readonly leaf: Json; readonly tree: Json }>((tie) => ({
  leaf: fc.oneof(
    { weight: 6, arbitrary: fc.record({ field, op, value }, { requiredKeys: [] }) },
    { weight: 1, arbitrary: value },
  ),
  tree: fc.oneof(
    { maxDepth: 4 },
    tie('leaf'),
    fc.record({ operator, conditions: fc.array(tie('tree'), { maxLength: 4 }) }),
    fc.record({ lines: tie('tree') }),
    fc.record({ lines: tie('tree'), field, op, value }) as fc.Arbitrary<Json>,
    fc.record({
      operator,
      conditions: fc.array(tie('leaf'), { maxLength: 3 }),
      more: value,
    }) as fc.Arbitrary<Json>,
    fc
      .record({
        operator,
        beside: fc.array(tie('leaf'), { maxLength: 2 }),
        from: fc.constantFrom('', '09:00', '22:00'),
        to: fc.constantFrom('', '09:00', '17:00'),
      })
      .map(({ operator: own, beside, from, to }) => {
        const ends: readonly Json[] = [
          { field: 'time', op: 'gte', value: from },
          { field: 'time', op: 'lt', value: to },
        ];
        return { operator: own, conditions: beside.slice(1).concat(ends, beside.slice(0, 1)) };
      }),
  ),
}));

it.each(['receipts', 'events', 'payload', 'lines'] as const)(
  'what no row can show of %s stays as it is written',
  (scope) => {
    fc.assert(
      fc.property(anyTree, (tree) => {
        expect(treeOf(rowOf(tree, scope))).toEqual(tree);
      }),
      { numRuns: 2_000 },
    );
  },
);
