import type { ReceiptBody } from '@loyalty/contracts/http';
import { readReceipt } from './member-request.ts';

const nowMs = Date.parse('2026-03-01T08:00:00.000Z');
const minimal: ReceiptBody = { memberRef: 'customer-42', amount: 15000 };

describe('a body becomes a receipt', () => {
  it('with nulls where the caller was silent', () => {
    expect(readReceipt('receipt-1', minimal, nowMs)).toEqual({
      outcome: 'read',
      plain: null,
      request: {
        transactionRef: 'receipt-1',
        memberRef: 'customer-42',
        amountCents: 15000,
        storeRef: null,
        currency: null,
        occurredAt: null,
        products: [],
        attributes: [],
        lineAmounts: [],
      },
    });
  });

  it('with everything that the caller said', () => {
    const body: ReceiptBody = {
      ...minimal,
      storeRef: 'store-7',
      currency: 'USD',
      occurredAt: '2026-03-01T09:00:00+02:00',
      products: [
        { sku: 'COFFEE', quantity: 2, unitPrice: 6000, categories: ['coffee'] },
        { sku: 'APPLES', quantity: 1.5, unitPrice: 2000 },
      ],
      attributes: { code: 'SPRING', channel: 'online' },
    };
    expect(readReceipt('receipt-1', body, nowMs)).toMatchObject({
      request: {
        storeRef: 'store-7',
        currency: 'USD',
        occurredAt: Date.parse('2026-03-01T07:00:00.000Z'),
        products: [
          { sku: 'COFFEE', quantity: 2, unitPriceCents: 6000, categories: ['coffee'] },
          { sku: 'APPLES', quantity: 1.5, unitPriceCents: 2000, categories: [] },
        ],
        attributes: [
          { name: 'channel', value: 'online' },
          { name: 'code', value: 'SPRING' },
        ],
      },
    });
  });

  it('bought at the start of the UTC day when the caller gave only a date (D13, D35)', () => {
    const receipt = readReceipt('receipt-1', { ...minimal, occurredAt: '2026-02-28' }, nowMs);
    expect(receipt).toMatchObject({ request: { occurredAt: Date.parse('2026-02-28T00:00:00.000Z') } });
  });

  it.each<[string, Partial<ReceiptBody>, string]>([
    [
      'an amount that no number holds',
      { products: [{ sku: 'a', quantity: 99_999, unitPrice: 2 ** 50 + 0.5 }] },
      '/products/0/amount',
    ],
    ['both negative', { products: [{ sku: 'a', quantity: -1, unitPrice: -5 }] }, '/products/0/unitPrice'],
    ['a quantity of 0', { products: [{ sku: 'a', quantity: 0, unitPrice: 5 }] }, '/products/0/quantity'],
    ['a currency that does not exist', { currency: 'ABC' }, '/currency'],
    ['a purchase in the future', { occurredAt: '2026-03-01T08:05:00.001Z' }, '/occurredAt'],
    ['a purchase before 2000', { occurredAt: '1999-12-31' }, '/occurredAt'],
    ['an attribute in capitals', { attributes: { Discount: 'STAFF' } }, '/attributes/Discount'],
    [
      'a price of a line that no number holds',
      { products: [{ ...lineWith(0), amount: 2 ** 53 }] },
      '/products/0/amount',
    ],
    ['more categories than the engine takes', { products: [lineWith(101)] }, '/products/0/categories'],
  ])('never with %s', (_, given, pointer) => {
    const receipt = readReceipt('receipt-1', { ...minimal, ...given }, nowMs);
    expect(receipt).toMatchObject({ outcome: 'invalid', faults: [{ pointer }] });
  });

  it.each([
    ['as a whole number of cents', { quantity: 1, unitPrice: 250 }, [250, null]],
    ['rounded half up, and the amount exactly', { quantity: 3, unitPrice: 10.5 }, [11, 32]],
    ['rounded down below a half', { quantity: 3, unitPrice: 10.4999 }, [10, 31]],
    ['with an amount that is rounded once', { quantity: 0.25, unitPrice: 0.02 }, [0, 0]],
    ['with half a cent as one', { quantity: 0.5, unitPrice: 1.0001 }, [1, 1]],
    ['of a thousand units', { quantity: 1000, unitPrice: 0.0005 }, [0, 1]],
  ] as const)('with a unit price %s (D333)', (_what, line, [unitPriceCents, amountCents]) => {
    const receipt = readReceipt('r', { ...minimal, products: [{ sku: 'a', ...line }] }, nowMs);
    expect(receipt).toMatchObject({
      plain: null,
      request: {
        products: [{ quantity: line.quantity, unitPriceCents }],
        lineAmounts: amountCents === null ? [] : [{ line: 0, amountCents }],
      },
    });
  });

  it('with the amount that the till named, also of a price with decimals', () => {
    const products = [{ sku: 'a', quantity: 3, unitPrice: 10.5, amount: 30 }];
    expect(readReceipt('r', { ...minimal, products }, nowMs)).toMatchObject({
      request: { products: [{ unitPriceCents: 11 }], lineAmounts: [{ line: 0, amountCents: 30 }] },
    });
  });

  it('without the lines that take away, of which it says what they took (D333)', () => {
    const products = [
      { sku: 'milk', quantity: 2, unitPrice: 10.5, categories: ['dairy'] },
      { sku: 'coupon', quantity: 1, unitPrice: -0.25 },
      { sku: 'milk', quantity: -1, unitPrice: 10.5 },
    ];
    expect(readReceipt('r', { ...minimal, products }, nowMs)).toMatchObject({
      request: {
        products: [{ sku: 'milk', quantity: 1, unitPriceCents: 11, categories: ['dairy'] }],
        lineAmounts: [{ line: 0, amountCents: 10 }],
      },
      plain: {
        places: [0],
        takenAway: [
          { line: 1, thousandths: 0 },
          { line: 2, thousandths: 1_000 },
        ],
      },
    });
  });

  it('still when it was bought 5 minutes ahead (D76)', () => {
    const receipt = readReceipt('receipt-1', { ...minimal, occurredAt: '2026-03-01T08:05:00Z' }, nowMs);
    expect(receipt).toMatchObject({ outcome: 'read' });
  });
});

function lineWith(categories: number) {
  return { sku: 's', quantity: 1, unitPrice: 1, categories: Array.from({ length: categories }, () => 'c') };
}
