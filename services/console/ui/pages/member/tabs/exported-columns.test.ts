import { ledgerColumns, transactionColumns } from './exported-columns.ts';

const cells = (columns: readonly { readonly value: (row: never) => unknown }[], row: object): unknown[] =>
  columns.map(({ value }) => value(row as never));

const bought = {
  occurredAt: '2026-03-01T07:58:12.000Z',
  createdAt: '2026-03-01T07:59:00.000Z',
  amount: 51_250,
  storeRef: 's-1',
};

test('an exported entry has its purchase, and numbers that a spreadsheet adds up', () => {
  const entry = { type: 'EARN', transactionRef: 'r-1', description: 'Points', points: 51, balanceAfter: 151 };
  expect(cells(ledgerColumns, { ...entry, ...bought })).toEqual([
    'Earned',
    'r-1',
    'Points',
    bought.occurredAt,
    bought.createdAt,
    '512.50',
    's-1',
    51,
    151,
  ]);
});

test('an exported transaction has its own reference and signed points; what is not known is empty', () => {
  const given = { operation: 'return', transactionRef: 'r-1', returnRef: 'back-1', pointsReversed: 5 };
  expect(cells(transactionColumns, { ...given, createdAt: bought.createdAt })).toEqual([
    'Return',
    'back-1',
    null,
    bought.createdAt,
    '',
    null,
    -5,
  ]);
});
