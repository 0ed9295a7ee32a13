import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { validatorFor } from '@loyalty/contracts/http';
import { readSegmentRule } from '../segments/segment-rule.ts';
import { chance, type Dice, pick, seededDice } from '../testing/dice.ts';
import { makeTree } from '../testing/make-conditions.ts';
import { makeEarnOn, makeLinesTree } from '../testing/make-lines.ts';
import { faultsOfConditions, faultsOfEarnOn, readConditions, readEarnOn } from './read-conditions.ts';

type Json = Readonly<Record<string, unknown>>;

/** D125: a member of a tree that is null is as absent, before the kind of a condition is chosen. */

const names = ['operator', 'conditions', 'lines', 'except', 'field', 'op', 'value', 'note'];

/** The tree with null for members that it does not have, at its ends or everywhere. What `value` holds stays. */
const withNulls = (dice: Dice, tree: Json): Json => {
  const nulls = names
    .filter((name) => !Object.hasOwn(tree, name) && chance(dice, 60))
    .map((name) => [name, null]);
  const members = Object.entries(tree).map(([name, member]) => [
    name,
    name === 'value' ? member : inner(dice, member),
  ]);
  return Object.fromEntries(chance(dice, 50) ? [...nulls, ...members] : [...members, ...nulls]) as Json;
};

const inner = (dice: Dice, member: unknown): unknown => {
  if (Array.isArray(member)) return (member as readonly unknown[]).map((one) => inner(dice, one));
  return typeof member === 'object' && member !== null ? withNulls(dice, member as Json) : member;
};

const words = { skus: ['a', 'b'], categories: ['tea', 'wine'], pricesCents: [999, 1_000] };
const tierId = '0198c0de-3333-7000-8000-00000000000b';
const receiptLeaves = [
  { field: 'weekday', op: 'in', value: ['SAT', 'SUN'] },
  { field: 'tier_id', op: 'eq', value: null },
  { field: 'tier_id', op: 'in', value: [tierId, null] },
  { field: 'attributes.channel', op: 'exists', value: true },
  { field: 'mood', op: 'eq', value: 'fine' },
];
const payloadLeaves = [
  { field: 'litres', op: 'gte', value: 5 },
  { field: 'station.country', op: 'in', value: ['ZA', null] },
  { field: 'tags', op: 'contains', value: 'eco' },
  { field: 'card', op: 'exists', value: false },
  { field: 'note', op: 'eq', value: null },
];
const segmentLeaves = [
  { field: 'txn_count_30d', op: 'gte', value: 5 },
  { field: 'tier_id', op: 'neq', value: null },
  { field: 'state', op: 'eq', value: 'active' },
];

const nodeOf = (dice: Dice, leaves: readonly object[]): Json => ({
  operator: pick(dice, ['AND', 'OR']),
  conditions: [makeTree(dice, leaves, 2), makeTree(dice, leaves, 1)],
});

const rule = { type: 'FIXED_POINTS', points: 1 };
const trigger = { type: 'EVENT_TRIGGER', eventKey: 'fuel', reward: { points: 1 } };

/** How each tree is made, and the bodies that it stands in. */
const trees: Readonly<Record<string, { make: (dice: Dice) => Json; bodies: readonly Sent[] }>> = {
  'the conditions of a campaign': {
    make: (dice) => makeTree(dice, receiptLeaves, 3),
    bodies: [
      ['createCampaign', (conditions) => ({ name: 'x', earningRule: rule, conditions })],
      ['updateCampaign', (conditions) => ({ conditions })],
    ],
  },
  'conditions over lines': {
    make: (dice) => makeLinesTree(dice, words, 2),
    bodies: [['createCampaign', (conditions) => ({ name: 'x', earningRule: rule, conditions })]],
  },
  'the lines that earn': {
    make: (dice) => makeEarnOn(dice, words),
    bodies: [
      ['createCampaign', (earnOn) => ({ name: 'x', earningRule: rule, earnOn })],
      ['updateCampaign', (earnOn) => ({ earnOn })],
    ],
  },
  'conditions on a payload': {
    make: (dice) => nodeOf(dice, payloadLeaves),
    bodies: [
      [
        'createCampaign',
        (conditions) => ({
          name: 'x',
          earningRule: { ...trigger, conditions },
        }),
      ],
    ],
  },
  'the rules of a segment': {
    make: (dice) => nodeOf(dice, segmentLeaves),
    bodies: [
      ['createSegment', (rules) => ({ name: 'x', type: 'DYNAMIC', rules })],
      ['updateSegment', (rules) => ({ rules })],
      ['previewSegment', (rules) => ({ rules })],
    ],
  },
};

type Sent = readonly [operationId: string, body: (tree: Json) => object];

/** What is left of a body, or its faults, and what is warned of. */
const judged = ([operationId, body]: Sent, tree: Json): unknown =>
  validatorFor<string>(operationId).body(structuredClone(body(tree)));

/** What a reader makes of a tree; functions cannot be compared. */
const read = (tree: Json): string =>
  JSON.stringify([
    readConditions(tree, 'receipts'),
    faultsOfConditions(tree, 'receipts'),
    faultsOfConditions(tree, 'events'),
    readEarnOn(tree, 'receipts'),
    faultsOfEarnOn(tree, 'receipts'),
    readSegmentRule(tree),
  ]);

// eslint-disable-next-line no-restricted-globals, n/no-process-env -- the variable that all drawn tests are sized by
const numRuns = Math.max(500, Number(process.env['HISTORIES'] ?? 0));

describe.each(Object.entries(trees))('%s', (_what, { make, bodies }) => {
  const bothTrees = fc.integer().map((seed) => {
    const dice = seededDice(seed);
    const tree = make(dice);
    return [tree, withNulls(dice, tree)] as const;
  });

  it('with null in any place is accepted, stored and warned of as it is without', () => {
    const property = fc.property(bothTrees, fc.constantFrom(...bodies), ([tree, sprinkled], sent) => {
      // A matcher takes longer than all the rest.
      return isDeepStrictEqual(judged(sent, sprinkled), judged(sent, tree));
    });
    expect(fc.check(property, { numRuns }).counterexample).toBeNull();
  });

  it('with null in any place is read as it is without', () => {
    const property = fc.property(bothTrees, ([tree, sprinkled]) => read(sprinkled) === read(tree));
    expect(fc.check(property, { numRuns }).counterexample).toBeNull();
  });
});
