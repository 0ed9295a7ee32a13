import { evaluateRequest } from '@loyalty/contracts/testing';
import { createReceiptParser } from './parse-receipt.ts';

const now = Date.parse('2026-03-01T12:00:00Z');
const parse = createReceiptParser();
const parseText = (text: string | Buffer, isTooLong = false) =>
  parse({ number: 1, bytes: Buffer.from(text), isTooLong }, now);
const parseBody = (body: object) => parseText(JSON.stringify(body));

const required = { transactionRef: 'r-1', memberRef: 'm-1', amount: 15_000 };
const alone = evaluateRequest({ transactionRef: 'r-1', memberRef: 'm-1', amountCents: 15_000 });

test('what is absent is null or empty, as it is for a receipt that came over HTTP', () => {
  expect(parseBody(required)).toEqual({ ok: true, value: alone });
});

test('a full receipt is taken whole, without its unknown fields', () => {
  const line = { sku: 'COFFEE', quantity: 1.5, unitPrice: 6_000, categories: ['coffee'] };
  const body = {
    ...required,
    storeRef: 's',
    currency: 'USD',
    occurredAt: '2026-03-01T13:00:00+02:00',
    products: [line, { sku: 'TEA', quantity: 1, unitPrice: 0, amount: 250, shelf: 9 }],
    attributes: { code: 'SPRING', channel: 'online', staff: null },
    till: 7,
  };
  expect(parseBody(body)).toEqual({
    ok: true,
    value: {
      ...alone,
      storeRef: 's',
      currency: 'USD',
      occurredAt: Date.parse('2026-03-01T11:00:00Z'),
      products: [
        { sku: 'COFFEE', quantity: 1.5, unitPriceCents: 6_000, categories: ['coffee'] },
        { sku: 'TEA', quantity: 1, unitPriceCents: 0, categories: [] },
      ],
      attributes: [
        { name: 'channel', value: 'online' },
        { name: 'code', value: 'SPRING' },
      ],
      lineAmounts: [{ line: 1, amountCents: 250 }],
    },
  });
});

test.each([
  ['no JSON', 'receipt 7', ''],
  ['half a JSON', '{"transactionRef":', ''],
  ['an array', '[]', ''],
  ['no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), ''],
  ['a missing member', JSON.stringify({ ...required, memberRef: undefined }), '/memberRef'],
  ['an amount as text', JSON.stringify({ ...required, amount: '15000' }), '/amount'],
  ['an amount below nothing', JSON.stringify({ ...required, amount: -1 }), '/amount'],
  ['a reference of 256', JSON.stringify({ ...required, transactionRef: 'x'.repeat(256) }), '/transactionRef'],
  ['a NUL', JSON.stringify({ ...required, memberRef: 'a\0b' }), '/memberRef'],
  ['a currency that is none', JSON.stringify({ ...required, currency: 'ZZZ' }), '/currency'],
  ['the 30th of February', JSON.stringify({ ...required, occurredAt: '2026-02-30' }), '/occurredAt'],
  [
    'an attribute in capitals',
    JSON.stringify({ ...required, attributes: { Code: 'x' } }),
    '/attributes/Code',
  ],
  [
    'parts of a cent for a line',
    JSON.stringify({ ...required, products: [{ sku: 'A', quantity: 1, unitPrice: 1, amount: 0.5 }] }),
    '/products/0/amount',
  ],
  ['a purchase of tomorrow', JSON.stringify({ ...required, occurredAt: '2026-03-02' }), '/occurredAt'],
])('%s is refused with a pointer', (_, text, pointer) => {
  const parsed = parseText(text);
  expect(parsed.ok ? [] : parsed.errors.map((error) => error.pointer)).toEqual([pointer]);
});

test('a line longer than a body may be is refused unread', () => {
  expect(parseText('{', true)).toEqual({
    ok: false,
    errors: [{ pointer: '', message: 'must not be longer than 262144 bytes' }],
  });
});
