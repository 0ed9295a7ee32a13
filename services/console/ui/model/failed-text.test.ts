import { asksNames, failedText } from './failed-text.ts';

const names = {
  segment: (id: string) => (id === 's-1' ? 'VIP' : null),
  tier: (id: string) => (id === 't-1' ? 'Gold' : null),
  locale: 'en-GB',
};

const days = ['MON', 'TUE', 'WED', 'THU', 'FRI'];

test.each<[string, string, unknown, unknown, string]>([
  ['weekday', 'in', days, 'SAT', 'weekday is SAT, wanted MON to FRI'],
  ['weekday', 'not_in', days, 'MON', 'weekday is MON, wanted not MON to FRI'],
  ['weekday', 'in', ['SAT', 'SUN'], 'MON', 'weekday is MON, wanted one of SAT, SUN'],
  ['weekday', 'in', ['FRI', 'MON', 'SUN'], 'SAT', 'weekday is SAT, wanted one of FRI, MON, SUN'],
  ['weekday', 'in', ['MON', 'WED', 'FRI'], 'SAT', 'weekday is SAT, wanted one of MON, WED, FRI'],
  ['weekday', 'eq', 'SUN', 'MON', 'weekday is MON, wanted SUN'],
  ['time', 'gte', '17:00', '15:30', 'time is 15:30, wanted ≥ 17:00'],
  ['date', 'neq', '2026-11-27', '2026-11-27', 'date is 2026-11-27, wanted not 2026-11-27'],
  ['store_ref', 'in', ['a'], null, 'store is missing, wanted a'],
  ['store_ref', 'not_in', ['a', 'b'], 'b', 'store is b, wanted none of a, b'],
  ['store_ref', 'in', ['a', 'b', 'c', 'd', 'e'], 'x', 'store is x, wanted one of a, b, c, 2 more'],
  [
    'store_ref',
    'in',
    ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'],
    'x',
    'store is x, wanted one of a, b, c, others',
  ],
  ['store_ref', 'exists', false, 'a', 'store is a, wanted none'],
  ['attributes.code', 'exists', true, null, 'attributes.code is missing'],
  ['attributes.code', 'eq', 'A', 'x\u202ey', 'attributes.code is x[U+202E]y, wanted A'],
  ['tier_id', 'gte', 't-1', null, 'tier is none, wanted Gold or higher'],
  ['tier_id', 'eq', null, 'T-1', 'tier is Gold, wanted none'],
  ['tier_id', 'eq', 't-2', 't-1', 'tier is Gold, wanted t-2'],
  ['segment_id', 'eq', 's-1', [], 'the member is not in VIP'],
  ['segment_id', 'in', ['s-1', 's-2'], [], 'the member is not in VIP, s-2'],
  ['segment_id', 'neq', 's-1', ['s-1'], 'the member is in VIP, wanted not'],
  ['segment_id', 'not_in', ['s-1', 's-2'], ['s-2'], 'the member is in s-2, wanted not'],
  ['purchase_number', 'eq', 1, 1_200, 'number of the purchase is 1,200, wanted 1'],
  ['days_since_last_txn', 'lte', 30, null, 'days since the last purchase is missing, wanted ≤ 30'],
  ['payload.rating', 'contains', 4, null, 'rating is missing, wanted contains 4'],
  ['moon', 'waxes', {}, {}, 'moon is …, wanted waxes …'],
])('%s %s %j with %j: %s', (...row) => {
  const [field, op, value, found, text] = row;
  expect(failedText({ field, op, value, found }, names)).toBe(text);
});

test('over lines it says of which lines', () => {
  const wine = { field: 'category', op: 'eq', value: 'wine' };
  const six = { lines: wine, field: 'quantity', op: 'gte', value: 6, found: 2.5 };
  expect(failedText(six, names)).toBe('quantity of lines with category = wine is 2.5, wanted ≥ 6');
});

test('names are read where an id of their kind failed, and of an older API none', () => {
  const failing = [{}, { failed: [{ field: 'tier_id', op: 'eq', value: 't-1', found: null }] }];
  expect([asksNames(failing, 'tier_id'), asksNames(failing, 'segment_id')]).toEqual([true, false]);
});
