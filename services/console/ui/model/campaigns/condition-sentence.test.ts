import type { Json } from '../drafts/draft.ts';
import { linesOnlyText, onlyText } from './condition-sentence.ts';

const names = {
  segment: (id: string) => (id === 's-1' ? 'VIP' : null),
  tier: (id: string) => (id === 't-1' ? 'Gold' : null),
  locale: 'en-GB',
};

/** Spaces of every width are one here, and the lead is left out. */
const plain = (text: string): string => text.replace(/\s/g, ' ').replace(/^only /, '');

const days = ['MON', 'TUE', 'WED', 'THU', 'FRI'];
const wine = { field: 'category', op: 'in', value: ['wine'] };
const leaf = (field: string, op: string, value: Json) => ({ field, op, value });

test.each<[Json, string]>([
  [leaf('weekday', 'in', ['SUN', 'SAT']), 'at weekends'],
  [leaf('weekday', 'in', days), 'from Monday to Friday'],
  [leaf('weekday', 'not_in', days), 'not from Monday to Friday'],
  [leaf('weekday', 'in', ['MON', 'WED', 'FRI']), 'on Monday, Wednesday or Friday'],
  [leaf('weekday', 'eq', 'SUN'), 'on Sunday'],
  [leaf('weekday', 'in', []), 'on …'],
  [leaf('date', 'eq', '2026-11-27'), 'on 27 November 2026'],
  [leaf('date', 'not_in', ['2026-12-25', '2026-12-26']), 'not on 25 December 2026 or 26 December 2026'],
  [leaf('date', 'gte', ''), 'from … onwards'],
  [leaf('time', 'lte', '19:00'), 'until 19:00'],
  [leaf('day_of_month', 'in', [1, 15]), 'on day 1 or 15 of the month'],
  [leaf('store_ref', 'in', ['a', 'b', 'c', 'd', 'e']), 'in store a, b, c or 2 more'],
  [leaf('store_ref', 'exists', false), 'without a store'],
  [leaf('attributes.channel', 'eq', 'online'), 'with channel online'],
  [leaf('attributes.discount', 'not_in', ['STAFF']), 'without discount STAFF'],
  [leaf('attributes.code', 'exists', true), 'with any code'],
  [leaf('tier_id', 'gte', 'T-1'), 'for tier Gold or higher'],
  [leaf('tier_id', 'eq', null), 'for members without a tier'],
  [leaf('tier_id', 'neq', null), 'for members in a tier'],
  [leaf('segment_id', 'neq', 's-1'), 'for members not in VIP'],
  [leaf('purchase_number', 'eq', 1), 'on the first purchase'],
  [leaf('purchase_number', 'lte', 3), 'up to the 3rd purchase'],
  [leaf('days_since_last_txn', 'lte', 30), 'within 30 days of the last purchase'],
  [leaf('payload.ride.km', 'gte', 10), 'with ride.km ≥ 10'],
  [{ lines: wine }, 'with the category wine in the basket'],
  [{ lines: wine, ...leaf('quantity', 'gte', 6) }, 'with at least 6 of the category wine'],
  [{ lines: wine, ...leaf('spend_cents', 'gt', 5_000) }, 'with more than R 50.00 spent on the category wine'],
  [{ lines: wine, ...leaf('count', 'eq', 2) }, 'with exactly 2 lines of the category wine'],
  [leaf('moon', 'eq', 'full'), 'moon = full'],
])('%j: %s', (tree, text) => {
  expect(plain(onlyText(tree, 'receipts', names))).toBe(text);
});

test.each<[Json, string]>([
  [leaf('sku', 'in', ['yog-1', 'yog-2']), 'yog-1 or yog-2'],
  [leaf('category', 'in', ['tobacco', 'gift-card']), 'the categories tobacco or gift-card'],
  [leaf('category', 'neq', 'tobacco'), 'anything but the category tobacco'],
  [leaf('unit_price_cents', 'gte', 1_000), 'a unit price of at least R 10.00'],
  [leaf('unit_price_cents', 'in', [1_000, 2_000]), 'a unit price of exactly R 10.00 or R 20.00'],
])('of lines %j: %s', (tree, text) => {
  expect(plain(linesOnlyText(tree, names))).toBe(text);
});

const happyHour = [leaf('time', 'gte', '17:00'), leaf('time', 'lt', '19:00')];

test('groups are joined as they are meant, with brackets within, and a span of time is one of them', () => {
  const tree = (operator: string, conditions: readonly Json[]): Json => ({ operator, conditions });
  const first = leaf('purchase_number', 'eq', 1);
  const said = (json: Json): string => plain(onlyText(json, 'receipts', names));
  expect(said(tree('AND', [first].concat(happyHour as never)))).toBe(
    'on the first purchase and between 17:00 and 19:00',
  );
  expect(said(tree('OR', [first, tree('AND', happyHour)]))).toBe(
    'on the first purchase or between 17:00 and 19:00',
  );
  expect(
    said(tree('AND', [first, tree('OR', [leaf('weekday', 'eq', 'MON'), leaf('time', 'lt', '09:00')])])),
  ).toBe('on the first purchase and (on Monday or before 09:00)');
  const night = [leaf('time', 'gte', '22:00'), leaf('time', 'lt', '02:00')];
  expect(said(tree('OR', night))).toBe('between 22:00 and 02:00');
  // Both never hold, which «between» would not say.
  expect(said(tree('AND', night))).toBe('from 22:00 onwards and before 02:00');
  expect(said(tree('OR', happyHour))).toBe('from 17:00 onwards or before 19:00');
});

test('it says «only» where something is asked for, and not where something is ruled out', () => {
  expect(onlyText(leaf('weekday', 'in', ['SAT', 'SUN']), 'receipts', names)).toBe('only at weekends');
  expect(onlyText(leaf('weekday', 'neq', 'SUN'), 'events', names)).toBe('not on Sunday');
});
