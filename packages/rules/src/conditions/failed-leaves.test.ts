import { noPurchases } from '../statistics/purchase-statistics.ts';
import { chance, type Dice, pick, seededDice, several } from '../testing/dice.ts';
import { makeTree } from '../testing/make-conditions.ts';
import type { ZoneChanges } from '../time/local-time.ts';
import type { Subject } from './condition-fields.ts';
import { conditionsHold, type JudgedActivity } from './conditions-hold.ts';
import { failedLeaves } from './failed-leaves.ts';
import { type Conditions, faultsOfConditions, readConditions } from './read-conditions.ts';

const read = (json: unknown, subject: Subject = 'receipts'): Conditions => {
  const conditions = readConditions(json, subject);
  if (conditions === null) throw new Error(JSON.stringify(faultsOfConditions(json, subject)));
  return conditions;
};

const idOf = (n: number): string => `0198c0de-0000-7000-8000-0000000000a${n.toString()}`;
const [silver, gold, fans, locals] = [1, 2, 3, 4].map(idOf) as [string, string, string, string];

/** Two hours east of UTC all year. */
const johannesburg: ZoneChanges = [[0, 120]];

/** Saturday, 28 November 2026, 00:05 in Johannesburg, the third purchase, eight days after the second. */
const judged: JudgedActivity = {
  occurredAtMs: Date.parse('2026-11-27T22:05:59.999Z'),
  zone: johannesburg,
  storeRef: 'cape-1',
  attributes: [{ name: 'channel', value: 'online' }],
  payload: null,
  sumOf: ({ sum }) => ({ quantity: 2_500, spend_cents: 9_999, count: 0 })[sum],
  member: {
    tier: () => ({ id: silver, reaches: (id) => id === silver }),
    segments: new Set<unknown>([fans]),
    purchases: () => ({
      count: 2,
      lastDay: Math.floor(Date.parse('2026-11-19T12:00:00.000Z') / 86_400_000),
    }),
  },
};

const failedOf = (json: object, given: Partial<JudgedActivity> = {}, subject: Subject = 'receipts') =>
  failedLeaves(read(json, subject), json, { ...judged, ...given });

describe('what was found has the form of what is wanted (D234)', () => {
  it.each<[string, string, unknown, unknown]>([
    ['weekday', 'in', ['MON', 'FRI'], 'SAT'],
    ['weekday', 'neq', 'SAT', 'SAT'],
    ['date', 'eq', '2026-11-27', '2026-11-28'],
    ['time', 'gte', '17:00', '00:05'],
    ['day_of_month', 'lt', 28, 28],
    ['store_ref', 'in', ['cape-2'], 'cape-1'],
    ['store_ref', 'exists', false, 'cape-1'],
    ['attributes.channel', 'eq', 'app', 'online'],
    ['attributes.code', 'exists', true, null],
    ['tier_id', 'gte', gold, silver],
    ['tier_id', 'eq', null, silver],
    ['segment_id', 'eq', locals, []],
    ['segment_id', 'in', [locals], []],
    ['segment_id', 'neq', fans.toUpperCase(), [fans.toUpperCase()]],
    ['segment_id', 'not_in', [locals, fans], [fans]],
    ['purchase_number', 'eq', 1, 3],
    ['days_since_last_txn', 'lte', 7, 8],
  ])('%s %s %j: %j', (field, op, value, found) => {
    expect(failedOf({ field, op, value })).toEqual([{ path: '/conditions', field, op, value, found }]);
  });

  it('a store, a tier and a last purchase that are missing are null', () => {
    const member = { ...judged.member, tier: () => noTier, purchases: () => noPurchases };
    const wanted = [
      { field: 'store_ref', op: 'eq', value: 'x' },
      { field: 'tier_id', op: 'eq', value: gold },
      { field: 'days_since_last_txn', op: 'gte', value: 0 },
    ];
    const failed = failedOf({ operator: 'AND', conditions: wanted }, { storeRef: null, member });
    expect(failed.map(({ found }) => found)).toEqual([null, null, null]);
  });

  it('a receipt has no payload, whatever an event’s campaign asks of it', () => {
    const tree = { field: 'payload.rating', op: 'gte', value: 4 };
    expect(failedOf(tree, {}, 'events')).toEqual([{ path: '/conditions', ...tree, found: null }]);
    expect(failedOf(tree, { payload: { rating: 3 } }, 'events')).toMatchObject([{ found: 3 }]);
    expect(failedOf(tree, { payload: { rating: {} } }, 'events')).toMatchObject([{ found: null }]);
  });
});

const noTier = { id: null, reaches: () => false };

it('over lines it is what was added up, and the lines are cut as values are', () => {
  const skus = Array.from({ length: 5_000 }, (_, n) => `sku-${n.toString()}`);
  const wine = { field: 'category', op: 'eq', value: 'wine' };
  const some = { operator: 'OR', conditions: [wine, { field: 'sku', op: 'in', value: skus }] };
  const wanted = [
    { lines: some, field: 'quantity', op: 'gte', value: 6 },
    { lines: wine, field: 'spend_cents', op: 'lt', value: 9_999 },
    { lines: wine },
  ];
  const cut = { operator: 'OR', conditions: [wine, { field: 'sku', op: 'in', value: skus.slice(0, 10) }] };
  expect(failedOf({ operator: 'AND', conditions: wanted })).toEqual([
    { path: '/conditions/conditions/0', ...wanted[0], lines: cut, found: 2.5 },
    { path: '/conditions/conditions/1', ...wanted[1], found: 9_999 },
    { path: '/conditions/conditions/2', lines: wine, field: 'count', op: 'gte', value: 1, found: 0 },
  ]);
});

const weekday = (value: string) => ({ field: 'weekday', op: 'eq', value });
const pathsOf = (json: object) => failedOf(json).map(({ path }) => path);

describe('leaves are named by their places', () => {
  it('of AND those that are false, of OR all', () => {
    const tree = {
      operator: 'AND',
      conditions: [
        weekday('SAT'),
        weekday('MON'),
        { operator: 'OR', conditions: [weekday('TUE'), weekday('SAT')] },
        {
          operator: 'OR',
          conditions: [
            weekday('WED'),
            { operator: 'AND', conditions: [weekday('SAT'), weekday('THU'), weekday('FRI')] },
          ],
        },
      ],
    };
    expect(pathsOf(tree)).toEqual([
      '/conditions/conditions/1',
      '/conditions/conditions/3/conditions/0',
      '/conditions/conditions/3/conditions/1/conditions/1',
      '/conditions/conditions/3/conditions/1/conditions/2',
    ]);
    expect(pathsOf({ operator: 'OR', conditions: [weekday('MON'), weekday('SAT')] })).toEqual([]);
    expect(pathsOf(weekday('SAT'))).toEqual([]);
  });

  it('10 at most, their lists cut to 10 values and their texts to 255 characters', () => {
    const conditions = Array.from({ length: 12 }, (_, n) => weekday(n === 0 ? 'SAT' : 'SUN'));
    const paths = pathsOf({ operator: 'AND', conditions });
    expect(paths).toEqual(
      Array.from({ length: 10 }, (_, n) => `/conditions/conditions/${(n + 1).toString()}`),
    );
    const stores = Array.from({ length: 5_000 }, (_, n) => `store-${n.toString()}`);
    const [leaf] = failedOf({ field: 'store_ref', op: 'in', value: stores });
    expect(leaf?.value).toEqual(stores.slice(0, 10));
    const long = `${'x'.repeat(254)}🍞${'x'.repeat(9_000)}`;
    const ofPayload = { field: 'payload.text', op: 'eq', value: long };
    const [cut] = failedOf(ofPayload, { payload: { text: `${long}y` } }, 'events');
    const text = `${'x'.repeat(254)}\uFFFD`;
    expect([cut?.value, cut?.found]).toEqual([text, text]);
    const many = Array.from(
      { length: 12 },
      (_, n) => `0198c0de-0000-7000-8000-0000000000${(n + 10).toString()}`,
    );
    const member = { ...judged.member, segments: new Set<unknown>(many) };
    const [inMany] = failedOf({ field: 'segment_id', op: 'not_in', value: many }, { member });
    expect(inMany?.found).toEqual(many.slice(0, 10));
  });
});

const leaves: readonly object[] = [
  ...['SAT', 'SUN', 'MON'].flatMap((day) => [weekday(day), { field: 'weekday', op: 'neq', value: day }]),
  { field: 'time', op: 'lt', value: '12:00' },
  { field: 'day_of_month', op: 'gte', value: 15 },
  { field: 'store_ref', op: 'in', value: ['a', 'b'] },
  { field: 'attributes.a', op: 'not_in', value: ['x'] },
  { field: 'attributes.a', op: 'exists', value: true },
  { field: 'tier_id', op: 'eq', value: null },
  { field: 'purchase_number', op: 'gt', value: 1 },
];

const drawnMoment = (dice: Dice): JudgedActivity => ({
  occurredAtMs: Date.UTC(2026, dice(0, 11), dice(1, 28), dice(0, 23)),
  zone: pick(dice, [null, johannesburg]),
  storeRef: pick(dice, ['a', 'b', 'c', null]),
  attributes: chance(dice, 60) ? [{ name: 'a', value: pick(dice, ['x', 'y']) }] : [],
  payload: null,
  sumOf: () => 0,
  member: {
    tier: () => noTier,
    segments: new Set(),
    purchases: () => ({ count: 2, lastDay: 0 }),
  },
});

interface Plain {
  readonly operator?: string;
  readonly conditions?: readonly Plain[];
  readonly field?: string;
  readonly op?: string;
  readonly value?: unknown;
}

/** Returns the tree with a leaf that holds in each place that `isGone` names. */
const mended = (tree: Plain, path: string, isGone: (path: string) => boolean): Plain =>
  tree.conditions === undefined
    ? isGone(path)
      ? { field: 'day_of_month', op: 'gte', value: 1 }
      : tree
    : {
        ...tree,
        conditions: tree.conditions.map((one, at) =>
          mended(one, `${path}/conditions/${at.toString()}`, isGone),
        ),
      };

const leafAt = (tree: Plain, path: string): Plain =>
  [...path.matchAll(/\/conditions\/(\d+)/g)].reduce<Plain>(
    (at, [, place]) => at.conditions?.[Number(place)] ?? at,
    tree,
  );

/** Draws a tree and a moment. */
const drawn = (seed: number) => {
  const dice = seededDice(seed);
  const tree: Plain = makeTree(dice, leaves, 4);
  const moment = drawnMoment(dice);
  const failed = failedLeaves(read(tree), tree, moment);
  const holdsAs = (json: Plain): boolean => conditionsHold(read(json), moment);
  return { tree, failed, holdsAs, named: failed.map(({ path }) => path) };
};

const seeds = Array.from({ length: 4_000 }, (_, n) => n + 1);

it('a tree holds exactly when no leaf is named, each named one is false, and with all of them mended it holds', () => {
  const seen = { held: 0, failed: 0, one: 0 };
  const wrong: unknown[] = [];
  for (const seed of seeds) {
    const { tree, failed, holdsAs, named } = drawn(seed);
    const isHeld = holdsAs(tree);
    seen[isHeld ? 'held' : 'failed'] += 1;
    seen.one += Number(failed.length === 1);
    const isRight =
      isHeld === (failed.length === 0) &&
      failed.every(({ path, field, op, value }) => {
        const leaf = { field, op, value };
        return !holdsAs(leaf) && JSON.stringify(leafAt(tree, path)) === JSON.stringify(leaf);
      }) &&
      (failed.length === 10 || holdsAs(mended(tree, '/conditions', (path) => named.includes(path))));
    if (!isRight) wrong.push({ seed, tree, failed });
  }
  expect(wrong).toEqual([]);
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(300);
});

it('of AND each named leaf alone is enough to make it false', () => {
  let seen = 0;
  const wrong: number[] = [];
  for (const seed of seeds) {
    const dice = seededDice(seed);
    const tree: Plain = { operator: 'AND', conditions: several(dice, [2, 8], () => pick(dice, leaves)) };
    const moment = drawnMoment(dice);
    const named = failedLeaves(read(tree), tree, moment).map(({ path }) => path);
    seen += Number(named.length > 1);
    for (const alone of named) {
      const rest = mended(tree, '/conditions', (path) => path !== alone && named.includes(path));
      if (conditionsHold(read(rest), moment)) wrong.push(seed);
    }
  }
  expect(wrong).toEqual([]);
  expect(seen).toBeGreaterThan(1_000);
});
