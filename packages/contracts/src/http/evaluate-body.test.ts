import type { FieldError } from './field-errors.ts';
import { validatorFor } from './operation-validator.ts';

const errorsOf = (operationId: string, body: unknown): readonly FieldError[] => {
  const judged = validatorFor(operationId).body(body);
  return judged.ok ? [] : judged.errors;
};
const line = { sku: 'A', quantity: 1, unitPrice: 100 };
const receipt = { transactionRef: 'r-1', memberRef: 'm-1', amount: 15_000 };
const ref = 'must be a string of 1 to 255 characters';
const cents = 'must be an integer ≥ 0; what is brought back is a return of its receipt';
const instant = 'must be a valid ISO 8601 date or date-time, such as 2026-03-01 or 2026-03-01T08:00:00Z';

describe('a receipt with one fault is refused at its place', () => {
  const currency = 'must be an ISO 4217 currency code in upper case, such as ZAR';
  const quantity = 'must be a number from -100000 to 100000, but not 0, with at most 3 decimals';
  it.each([
    { fault: { transactionRef: undefined }, pointer: '/transactionRef', message: 'is required' },
    { fault: { memberRef: undefined }, pointer: '/memberRef', message: 'is required' },
    { fault: { amount: undefined }, pointer: '/amount', message: 'is required' },
    { fault: { transactionRef: '' }, pointer: '/transactionRef', message: ref },
    { fault: { transactionRef: 'x'.repeat(256) }, pointer: '/transactionRef', message: ref },
    { fault: { memberRef: 42 }, pointer: '/memberRef', message: ref },
    { fault: { memberRef: null }, pointer: '/memberRef', message: ref },
    { fault: { amount: '15000' }, pointer: '/amount', message: cents },
    { fault: { amount: -1 }, pointer: '/amount', message: cents },
    { fault: { amount: 1.5 }, pointer: '/amount', message: cents },
    { fault: { amount: true }, pointer: '/amount', message: cents },
    { fault: { amount: 2 ** 53 }, pointer: '/amount', message: 'must be at most 9007199254740991' },
    { fault: { currency: 'zar' }, pointer: '/currency', message: currency },
    { fault: { currency: 'ZZZ' }, pointer: '/currency', message: currency },
    { fault: { currency: 'RAND' }, pointer: '/currency', message: currency },
    { fault: { occurredAt: '2026-02-30' }, pointer: '/occurredAt', message: instant },
    { fault: { occurredAt: 1772352000000 }, pointer: '/occurredAt', message: instant },
    { fault: { products: {} }, pointer: '/products', message: 'must be an array of at most 500 items' },
    {
      fault: { products: Array<object>(501).fill(line) },
      pointer: '/products',
      message: 'must be an array of at most 500 items',
    },
    { fault: { products: [5] }, pointer: '/products/0', message: 'must be an object' },
    { fault: { products: [line, { ...line, sku: '' }] }, pointer: '/products/1/sku', message: ref },
    {
      fault: { products: [{ sku: 'A', quantity: 1 }] },
      pointer: '/products/0/unitPrice',
      message: 'is required',
    },
    {
      fault: { products: [{ ...line, quantity: 100_001 }] },
      pointer: '/products/0/quantity',
      message: quantity,
    },
    {
      fault: { products: [{ ...line, quantity: 0.0001 }] },
      pointer: '/products/0/quantity',
      message: quantity,
    },
    {
      fault: { products: [{ ...line, quantity: 0.300_000_01 }] },
      pointer: '/products/0/quantity',
      message: quantity,
    },
    {
      fault: { products: [{ ...line, unitPrice: 0.00001 }] },
      pointer: '/products/0/unitPrice',
      message: 'must be a number with at most 4 decimals',
    },
    {
      fault: { products: [{ ...line, categories: ['a', 1] }] },
      pointer: '/products/0/categories/1',
      message: ref,
    },
    {
      fault: { attributes: ['online'] },
      pointer: '/attributes',
      message: 'must be an object of at most 20 members',
    },
    {
      fault: {
        attributes: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`a${n.toString()}`, 7])),
      },
      pointer: '/attributes',
      message: 'must be an object of at most 20 members',
    },
    {
      fault: { products: [{ ...line, amount: -(2 ** 53) }] },
      pointer: '/products/0/amount',
      message: 'must be at least -9007199254740991',
    },
    {
      fault: { products: [line, { ...line, amount: 0.5 }] },
      pointer: '/products/1/amount',
      message: 'must be an integer',
    },
    { fault: { attributes: { channel: '' } }, pointer: '/attributes/channel', message: ref },
    { fault: { attributes: { channel: 'x'.repeat(256) } }, pointer: '/attributes/channel', message: ref },
    { fault: { attributes: { channel: 7 } }, pointer: '/attributes/channel', message: ref },
    { fault: { attributes: { channel: {} } }, pointer: '/attributes/channel', message: ref },
  ])('$pointer $message', ({ fault, pointer, message }) => {
    const body = JSON.parse(JSON.stringify({ ...receipt, ...fault })) as unknown;
    expect(errorsOf('evaluateTransaction', body)).toEqual([{ pointer, message }]);
  });
});

it('a quote of a redeem needs a basket of more than 0', () => {
  const quote = { memberRef: 'm-1', amount: 0, pointsRequested: 10 };
  expect(errorsOf('quoteRedemption', quote)).toEqual([
    { pointer: '/amount', message: 'must be an integer ≥ 1' },
  ]);
});

describe('a number that a program computed', () => {
  const judgedLine = (quantity: number): unknown => {
    const judged = validatorFor('evaluateTransaction').body({
      ...receipt,
      products: [{ ...line, quantity }],
    });
    return judged.ok ? judged.value : judged.errors;
  };

  it.each([
    [0.1 + 0.2, 0.3],
    [1.1 * 3, 3.3],
    [0.7 + 0.1, 0.8],
    [4.35 * 100, 435],
    [1.5, 1.5],
    [3, 3],
  ])('of %d means a quantity of %d', (quantity, means) => {
    expect(judgedLine(quantity)).toEqual({ ...receipt, products: [{ ...line, quantity: means }] });
  });

  it('means the nearest percentage, too', () => {
    const rule = { type: 'SPEND_PERCENTAGE', percentage: 0.1 + 0.2 };
    expect(validatorFor('createCampaign').body({ name: 'x', earningRule: rule })).toEqual({
      ok: true,
      value: { name: 'x', earningRule: { ...rule, percentage: 0.3 } },
    });
  });
});
