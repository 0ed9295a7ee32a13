import { basketFrom, basketFields, knownBasket, noBasket, noLine, readBasket } from './basket.ts';

const line = { sku: 'milk', quantity: 1.5, unitPrice: 1_999, categories: ['dairy', 'cold'], amount: 2_500 };
const whole = {
  memberRef: 'card-1',
  amount: 15_000,
  storeRef: '0093',
  currency: 'ZAR',
  occurredAt: '2026-11-26T18:05:00Z',
  products: [line],
  attributes: { channel: 'online', code: 'A=1' },
};

test.each(['en-GB', 'de-DE'])('in %s a basket is typed as it was written', (locale) => {
  expect(readBasket(basketFields(whole, locale), locale)).toEqual({ basket: whole, faults: new Set() });
});

test('what is left empty is not sent', () => {
  const fields = { ...noBasket, memberRef: ' card-1 ', amount: '19.99' };
  expect(readBasket(fields, 'en-GB').basket).toEqual({ memberRef: 'card-1', amount: 1_999 });
});

test.each([
  ['', '/amount'],
  ['1e3', '/amount'],
  ['1 000,50', '/amount'],
])('an amount of «%s» cannot be read', (amount, pointer) => {
  const { faults } = readBasket({ ...noBasket, amount }, 'en-GB');
  expect([...faults]).toEqual([pointer]);
});

test('a fault of a line is at the line', () => {
  const lines = [noLine, { ...noLine, quantity: 'two', unitPrice: '5' }];
  const { faults } = readBasket({ ...noBasket, amount: '-5', lines }, 'en-GB');
  expect([...faults]).toEqual(['/products/0/unitPrice', '/products/1/quantity']);
});

test('from a log or an address come baskets and nothing else', () => {
  expect(basketFrom({ transactionRef: 'till-1', extra: {}, ...whole })).toEqual(whole);
  expect(basketFrom({ memberRef: 'card-1', amount: 5, products: [line, { sku: 1 }, null] })).toEqual({
    memberRef: 'card-1',
    amount: 5,
    products: [line],
  });
  for (const other of [null, 'text', [], {}, { memberRef: 'card-1', amount: '5' }])
    expect(basketFrom(other)).toBeNull();
});

test('of a basket that is kept nowhere, the form begins with what its receipt says', () => {
  const stored = { amount: 51_200, storeRef: 'sea-point', occurredAt: '2026-11-12T14:03:00.000Z' };
  expect(knownBasket(stored, 'card-1')).toEqual({ ...stored, memberRef: 'card-1' });
  expect(knownBasket({ amount: null, storeRef: null, occurredAt: null })).toEqual({ memberRef: '' });
  expect(knownBasket({})).toEqual({ memberRef: '' });
});
