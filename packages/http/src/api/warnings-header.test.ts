import type { Warning } from '@loyalty/contracts/http';
import { warningsHeader } from './warnings-header.ts';

const warning = (over: Partial<Warning>): Warning => ({
  code: 'UNKNOWN_FIELD',
  message: 'for people',
  pointer: '/items',
  ...over,
});

test.each<[what: string, warnings: readonly Warning[], header: string]>([
  ['nothing', [], ''],
  [
    'each warning with its field and the nearest name',
    [warning({ near: 'products' }), warning({ pointer: '/store', near: null })],
    'UNKNOWN_FIELD;pointer="/items";near="products", UNKNOWN_FIELD;pointer="/store"',
  ],
  ['what is about the whole', [warning({ code: 'NO_ACTIVE_CAMPAIGN', pointer: '' })], 'NO_ACTIVE_CAMPAIGN'],
  ['names of any characters', [warning({ pointer: '/é"\\\n' })], 'UNKNOWN_FIELD;pointer="/%C3%A9%22%5C%0A"'],
])('says %s', (_what, warnings, header) => {
  expect(warningsHeader(warnings)).toBe(header);
});

test('ends before it is too long, with whole items', () => {
  const header = warningsHeader(
    Array.from({ length: 20 }, () => warning({ pointer: `/${'é'.repeat(100)}` })),
  );
  expect(header.length).toBeLessThanOrEqual(2_000);
  const item = `UNKNOWN_FIELD;pointer="/${'%C3%A9'.repeat(100)}"`;
  expect(header.split(', ')).toEqual([item, item, item]);
});
