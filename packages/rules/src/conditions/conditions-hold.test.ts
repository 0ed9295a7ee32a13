import fc from 'fast-check';
import { chance, type Dice, pick, seededDice, several } from '../testing/dice.ts';
import { noPurchases } from '../statistics/purchase-statistics.ts';
import type { ZoneChanges } from '../time/local-time.ts';
import { asksLocalTime, conditionsCanHold, conditionsHold, type JudgedActivity } from './conditions-hold.ts';
import { type Conditions, faultsOfConditions, readConditions } from './read-conditions.ts';

const read = (json: unknown): Conditions => {
  const conditions = readConditions(json, 'receipts');
  if (conditions === null) throw new Error(JSON.stringify(faultsOfConditions(json, 'receipts')));
  return conditions;
};

/** Two hours east of UTC all year. */
const johannesburg: ZoneChanges = [[Date.UTC(2000, 0, 1) / 60_000, 120]];

const nobody: JudgedActivity['member'] = {
  tier: () => ({ id: null, reaches: () => false }),
  segments: new Set(),
  purchases: () => noPurchases,
};

const moment = (given: Partial<JudgedActivity> & { readonly at?: string } = {}): JudgedActivity => ({
  occurredAtMs: Date.parse(given.at ?? '2026-11-27T15:30:59.999Z'),
  zone: johannesburg,
  storeRef: 'cape-1',
  attributes: [{ name: 'channel', value: 'online' }],
  payload: null,
  member: nobody,
  sumOf: () => 0,
  ...given,
});

const holdsAt = (field: string, op: string, value: unknown, given: Parameters<typeof moment>[0] = {}) =>
  conditionsHold(read({ field, op, value }), moment(given));

// Friday, 27 November 2026, 17:30 in Johannesburg.
it.each<[string, string, unknown, boolean]>([
  ['weekday', 'eq', 'FRI', true],
  ['weekday', 'eq', 'SAT', false],
  ['weekday', 'neq', 'FRI', false],
  ['weekday', 'in', ['MON', 'FRI'], true],
  ['weekday', 'in', ['MON', 'SUN'], false],
  ['weekday', 'not_in', ['MON', 'SUN'], true],
  ['weekday', 'not_in', ['FRI'], false],
  ['date', 'eq', '2026-11-27', true],
  ['date', 'lt', '2026-11-27', false],
  ['date', 'lte', '2026-11-27', true],
  ['date', 'gt', '2026-11-26', true],
  ['date', 'gte', '2026-11-28', false],
  ['date', 'in', ['2026-11-27', '2026-12-24'], true],
  ['time', 'eq', '17:30', true],
  ['time', 'gt', '17:30', false],
  ['time', 'gte', '17:30', true],
  ['time', 'lt', '17:30', false],
  ['time', 'lt', '17:31', true],
  ['time', 'lte', '17:29', false],
  ['day_of_month', 'eq', 27, true],
  ['day_of_month', 'neq', 27, false],
  ['day_of_month', 'gte', 28, false],
  ['day_of_month', 'not_in', [1, 15], true],
  ['store_ref', 'eq', 'cape-1', true],
  ['store_ref', 'eq', 'Cape-1', false],
  ['store_ref', 'in', ['cape-1', 'cape-2'], true],
  ['store_ref', 'not_in', ['cape-2'], true],
  ['store_ref', 'exists', true, true],
  ['store_ref', 'exists', false, false],
  ['attributes.channel', 'eq', 'online', true],
  ['attributes.channel', 'neq', 'online', false],
  ['attributes.channel', 'in', ['app', 'online'], true],
])('%s %s %j: %s', (field, op, value, expected) => {
  expect(holdsAt(field, op, value)).toBe(expected);
});

it.each<[string, unknown, boolean]>([
  ['eq', 'x', false],
  ['neq', 'x', true],
  ['in', ['x'], false],
  ['not_in', ['x'], true],
  ['exists', true, false],
  ['exists', false, true],
])('of what is missing, %s %j is %s (D64)', (op, value, expected) => {
  expect(holdsAt('store_ref', op, value, { storeRef: null })).toBe(expected);
  expect(holdsAt('attributes.channel', op, value, { attributes: [] })).toBe(expected);
});

it('▲ local fields go by the table of the environment, whatever zone data the process has (D224)', () => {
  // No zone has ever had these.
  const zone: ZoneChanges = [
    [0, 137],
    [Date.UTC(2026, 10, 27) / 60_000, -611],
  ];
  expect(holdsAt('time', 'eq', '02:16', { zone, at: '2026-11-26T23:59:59.999Z' })).toBe(true);
  expect(holdsAt('date', 'eq', '2026-11-27', { zone, at: '2026-11-26T23:59:59.999Z' })).toBe(true);
  expect(holdsAt('time', 'eq', '13:49', { zone, at: '2026-11-27T00:00:00.000Z' })).toBe(true);
  expect(holdsAt('date', 'eq', '2026-11-26', { zone, at: '2026-11-27T00:00:00.000Z' })).toBe(true);
});

it('local fields go by the zone of the environment, and by UTC without one', () => {
  const late = { at: '2026-11-27T22:00:00.000Z' };
  expect(holdsAt('weekday', 'eq', 'SAT', late)).toBe(true);
  expect(holdsAt('date', 'eq', '2026-11-28', late)).toBe(true);
  expect(holdsAt('time', 'eq', '00:00', late)).toBe(true);
  expect(holdsAt('weekday', 'eq', 'FRI', { ...late, zone: null })).toBe(true);
  expect(holdsAt('date', 'eq', '2026-11-27', { ...late, zone: null })).toBe(true);
  expect(holdsAt('weekday', 'eq', 'FRI', { at: '2026-11-27T21:59:59.999Z' })).toBe(true);
});

it('only weekday, date, time and day_of_month need the zone', () => {
  const asks = (field: string, value: unknown) =>
    asksLocalTime(
      read({
        operator: 'OR',
        conditions: [
          { field: 'store_ref', op: 'exists', value: true },
          { field, op: 'neq', value },
        ],
      }),
    );
  expect([asks('weekday', 'MON'), asks('date', '2026-01-01'), asks('time', '10:00')]).toEqual([
    true,
    true,
    true,
  ]);
  expect([asks('day_of_month', 1), asks('attributes.a', 'x'), asks('store_ref', 'x')]).toEqual([
    true,
    false,
    false,
  ]);
});

interface Plain {
  readonly operator?: 'AND' | 'OR';
  readonly conditions?: readonly Plain[];
  readonly field?: string;
  readonly op?: string;
  readonly value?: unknown;
}

const names = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'];
const pad = (n: number, width = 2): string => n.toString().padStart(width, '0');

const drawnValue = (dice: Dice, field: string): unknown => {
  if (field === 'weekday') return pick(dice, names);
  if (field === 'date') return `2026-${pad(dice(1, 12))}-${pad(dice(1, 28))}`;
  if (field === 'time') return `${pad(dice(0, 23))}:${pad(dice(0, 59))}`;
  if (field === 'day_of_month') return dice(1, 31);
  return pick(dice, ['a', 'b', 'c']);
};

const weekdayOps = ['eq', 'neq', 'in', 'not_in'];
const textOps = ['eq', 'neq', 'in', 'not_in', 'exists'];
const orderedOps = ['eq', 'neq', 'in', 'not_in', 'gt', 'gte', 'lt', 'lte'];

const drawnLeaf = (dice: Dice): Plain => {
  const field = pick(dice, [
    'weekday',
    'date',
    'time',
    'day_of_month',
    'store_ref',
    'attributes.a',
    'attributes.b',
  ]);
  const isText = field === 'store_ref' || field.startsWith('attributes');
  const isOrdered = !isText && field !== 'weekday';
  const op = pick(dice, isText ? textOps : isOrdered ? orderedOps : weekdayOps);
  if (op === 'exists') return { field, op, value: chance(dice, 50) };
  const isList = op === 'in' || op === 'not_in';
  return {
    field,
    op,
    value: isList ? several(dice, [1, 4], () => drawnValue(dice, field)) : drawnValue(dice, field),
  };
};

const drawnTree = (dice: Dice, levels: number): Plain =>
  levels === 0 || chance(dice, 30)
    ? drawnLeaf(dice)
    : {
        operator: pick(dice, ['AND', 'OR'] as const),
        conditions: several(dice, [1, 2], () => drawnTree(dice, levels - 1)),
      };

/** Texts as a caller reads them, by the calendar of Date. */
const plainlyFound = (field: string, judged: JudgedActivity): string | undefined => {
  const local = new Date(judged.occurredAtMs + (judged.zone?.[0]?.[1] ?? 0) * 60_000);
  const byField: Readonly<Record<string, unknown>> = {
    weekday: names[(local.getUTCDay() + 6) % 7],
    date: local.toISOString().slice(0, 10),
    time: local.toISOString().slice(11, 16),
    day_of_month: local.getUTCDate(),
    store_ref: judged.storeRef ?? undefined,
  };
  const named = judged.attributes.find(({ name }) => `attributes.${name}` === field)?.value;
  return (field in byField ? byField[field] : named) as string | undefined;
};

const plainly: Readonly<Record<string, (found: string, value: unknown) => boolean>> = {
  eq: (found, value) => found === value,
  in: (found, value) => (value as readonly unknown[]).includes(found),
  gt: (found, value) => found > (value as string),
  gte: (found, value) => found >= (value as string),
  lt: (found, value) => found < (value as string),
  lte: (found, value) => found <= (value as string),
  exists: (_found, value) => value === true,
  neq: (found, value) => found !== value,
  not_in: (found, value) => !(value as readonly unknown[]).includes(found),
};

const holdsPlainly = (tree: Plain, judged: JudgedActivity): boolean => {
  const { conditions, field = '', op = '', value } = tree;
  if (conditions !== undefined) {
    const results = conditions.map((one) => holdsPlainly(one, judged));
    return tree.operator === 'OR' ? results.includes(true) : !results.includes(false);
  }
  const found = plainlyFound(field, judged);
  if (found !== undefined) return plainly[op]?.(found, value) === true;
  return op === 'neq' || op === 'not_in' || (op === 'exists' && value === false);
};

const drawnMoment = (dice: Dice): JudgedActivity => ({
  occurredAtMs: Date.UTC(2026, dice(0, 11), dice(1, 28), dice(0, 23), dice(0, 59), 0, dice(0, 59_999)),
  zone: pick(dice, [null, johannesburg, [[0, -570]] as const, [[0, 765]] as const]),
  storeRef: pick(dice, ['a', 'b', null]),
  attributes: ['a', 'b']
    .filter(() => chance(dice, 60))
    .map((name) => ({ name, value: pick(dice, ['a', 'b', 'c']) })),
  payload: null,
  member: nobody,
  sumOf: () => 0,
});

it('what is asked of lines is taken for true where they are not looked at, and does not hide the rest (D227)', () => {
  const lines = { lines: { field: 'sku', op: 'eq', value: 'milk' }, field: 'count', op: 'gt', value: 0 };
  const and = (field: object) => read({ operator: 'AND', conditions: [lines, field] });
  expect(conditionsCanHold(read(lines), moment())).toBe(true);
  expect(conditionsCanHold(and({ field: 'store_ref', op: 'eq', value: 'cape-1' }), moment())).toBe(true);
  expect(conditionsCanHold(and({ field: 'store_ref', op: 'eq', value: 'cape-2' }), moment())).toBe(false);
  expect(conditionsHold(read(lines), moment())).toBe(false);
  expect(conditionsHold(read(lines), moment({ sumOf: () => 1 }))).toBe(true);
  expect(asksLocalTime(read(lines))).toBe(false);
});

it('trees of 4,000 draws hold at 10 moments each where they hold plainly', () => {
  let held = 0;
  const wrong: unknown[] = [];
  for (let seed = 1; seed <= 4_000; seed += 1) {
    const dice = seededDice(seed);
    const tree = drawnTree(dice, 5);
    const conditions = read(tree);
    for (const judged of several(dice, [10, 10], () => drawnMoment(dice))) {
      const [found, expected] = [conditionsHold(conditions, judged), holdsPlainly(tree, judged)];
      if (found !== expected) wrong.push({ seed, tree, judged, found });
      held += found ? 1 : 0;
    }
  }
  expect(wrong).toEqual([]);
  expect(held).toBeGreaterThan(10_000);
  expect(held).toBeLessThan(35_000);
});

it('nothing that JSON can hold makes a reading throw, and what has no fault is read', () => {
  const parts = fc.constantFrom(
    'operator',
    'conditions',
    'field',
    'op',
    'value',
    'AND',
    'weekday',
    'eq',
    'in',
    'SAT',
  );
  const json = fc.oneof(
    fc.jsonValue(),
    fc.dictionary(parts, fc.oneof(parts, fc.array(parts), fc.jsonValue())),
  );
  fc.assert(
    fc.property(json, (given) => {
      const isRead = readConditions(given, 'receipts') !== null;
      expect(isRead).toBe(faultsOfConditions(given, 'receipts').length === 0);
    }),
  );
});
