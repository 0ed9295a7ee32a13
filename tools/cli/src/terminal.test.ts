import { tableLines } from './terminal.ts';

test('columns are as wide as their widest cell, and no line ends in blanks', () => {
  const rows = [
    ['1', 'Corner Shop', ''],
    ['1000', 'X', 'y'],
  ];
  expect(tableLines(['id', 'name', 'more'], rows)).toEqual([
    'id    name         more',
    '1     Corner Shop',
    '1000  X            y',
  ]);
});
