import { actTexts, operationText, pointsOf, refOf } from './transaction.ts';

test.each([
  [{ operation: 'evaluate', transactionRef: 'till-1', pointsAwarded: 5 }, 'till-1', 5],
  [{ operation: 'event', ref: 'app-1', pointsAwarded: 0 }, 'app-1', 0],
  [{ operation: 'redeem', transactionRef: 'till-2', pointsRedeemed: 50 }, 'till-2', -50],
  [{ operation: 'return', transactionRef: 'till-1', returnRef: 'back-1', pointsReversed: 3 }, 'back-1', -3],
  [{ operation: 'capture', transactionRef: 'till-2', pointsRedeemed: 50 }, 'till-2', 0],
  [{ operation: 'void', transactionRef: 'till-2', pointsRefunded: 50 }, 'till-2', 50],
])('%j is called %s and moved %d', (transaction, ref, points) => {
  expect([refOf(transaction), (pointsOf(transaction) ?? Number.NaN) + 0]).toEqual([ref, points]);
});

it.each(['transfer', 'constructor'])(
  '%s, which this build does not know, has no points, not even zero',
  (operation) => {
    expect(pointsOf({ operation })).toBeNull();
    expect(operationText(operation)).toBe(`${operation}, which this console does not know`);
  },
);

it.each([
  [{}, []],
  [{ author: null, storeRef: null }, []],
  [
    { author: { kind: 'KEY', id: 'k', name: 'till 9' }, storeRef: 'store-9' },
    ['by the key till 9', 'at store-9'],
  ],
  [{ author: { kind: 'PERSON', id: 'ana@shop.example', name: null } }, ['by ana@shop.example']],
  [{ author: { kind: 'SERVICE', id: 'lapse-redemptions', name: null } }, ['by the engine']],
  [{ author: { kind: 'toString', id: 'new', name: null } }, ['by new']],
] as const)('who did %j is said', (act, texts) => {
  expect(actTexts(act)).toEqual(texts);
});
