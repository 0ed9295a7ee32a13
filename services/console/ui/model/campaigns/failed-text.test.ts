import { asksNames, failedText } from './failed-text.ts';

const names = {
  segment: (id: string) => (id === 's-1' ? 'VIP' : null),
  tier: (id: string) => (id === 't-1' ? 'Gold' : null),
  locale: 'en-GB',
};

const days = ['MON', 'TUE', 'WED', 'THU', 'FRI'];

test.each<[string, string, unknown, unknown, string]>([
  ['weekday', 'in', days, 'SAT', 'weekday is SAT (required: MON to FRI)'],
  ['weekday', 'not_in', days, 'MON', 'weekday is MON (required: not MON to FRI)'],
  ['weekday', 'in', ['SAT', 'SUN'], 'MON', 'weekday is MON (required: one of SAT, SUN)'],
  ['weekday', 'in', ['FRI', 'MON', 'SUN'], 'SAT', 'weekday is SAT (required: one of FRI, MON, SUN)'],
  ['weekday', 'in', ['MON', 'WED', 'FRI'], 'SAT', 'weekday is SAT (required: one of MON, WED, FRI)'],
  ['weekday', 'eq', 'SUN', 'MON', 'weekday is MON (required: SUN)'],
  ['time', 'gte', '17:00', '15:30', 'time is 15:30 (required: ≥ 17:00)'],
  ['date', 'neq', '2026-11-27', '2026-11-27', 'date is 2026-11-27 (required: not 2026-11-27)'],
  ['store_ref', 'in', ['a'], null, 'store is missing (required: a)'],
  ['store_ref', 'not_in', ['a', 'b'], 'b', 'store is b (required: none of a, b)'],
  ['store_ref', 'in', ['a', 'b', 'c', 'd', 'e'], 'x', 'store is x (required: one of a, b, c, 2 more)'],
  [
    'store_ref',
    'in',
    ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'],
    'x',
    'store is x (required: one of a, b, c, others)',
  ],
  ['store_ref', 'exists', false, 'a', 'store is a (required: none)'],
  ['attributes.code', 'exists', true, null, 'attributes.code is missing'],
  ['attributes.code', 'eq', 'A', 'x\u202ey', 'attributes.code is x[U+202E]y (required: A)'],
  ['tier_id', 'gte', 't-1', null, 'tier is none (required: Gold or higher)'],
  ['tier_id', 'eq', null, 'T-1', 'tier is Gold (required: none)'],
  ['tier_id', 'eq', 't-2', 't-1', 'tier is Gold (required: t-2)'],
  ['segment_id', 'eq', 's-1', [], 'the member is not in VIP'],
  ['segment_id', 'in', ['s-1', 's-2'], [], 'the member is not in VIP, s-2'],
  ['segment_id', 'neq', 's-1', ['s-1'], 'the member is in VIP, but must not be'],
  ['segment_id', 'not_in', ['s-1', 's-2'], ['s-2'], 'the member is in s-2, but must not be'],
  ['purchase_number', 'eq', 1, 1_200, 'purchase number is 1,200 (required: 1)'],
  ['days_since_last_txn', 'lte', 30, null, 'days since the last purchase is missing (required: ≤ 30)'],
  ['payload.rating', 'contains', 4, null, 'rating is missing (required: contains 4)'],
  ['moon', 'waxes', {}, {}, 'moon is … (required: waxes …)'],
])('%s %s %j with %j: %s', (...row) => {
  const [field, op, value, found, text] = row;
  expect(failedText({ field, op, value, found }, names)).toBe(text);
});

test('over lines it says of which lines', () => {
  const wine = { field: 'category', op: 'eq', value: 'wine' };
  const six = { lines: wine, field: 'quantity', op: 'gte', value: 6, found: 2.5 };
  expect(failedText(six, names)).toBe('quantity of lines with category = wine is 2.5 (required: ≥ 6)');
});

test('names are read where an id of their kind failed, and of an older API none', () => {
  const failing = [{}, { failed: [{ field: 'tier_id', op: 'eq', value: 't-1', found: null }] }];
  expect([asksNames(failing, 'tier_id'), asksNames(failing, 'segment_id')]).toEqual([true, false]);
});
