import { MergeReader } from './read-merges.ts';

const read = (...texts: readonly string[]) =>
  new MergeReader().read(texts.map((text, at) => ({ line: at + 1, text, value: text, columns: 1 })));

const memberId = '0198c0de-7a11-8d4f-8e32-5c8e3b01d002';

test('columns may be in any order and have any usual separator; a reason may be empty', () => {
  const { merges, faulty } = read(
    '\uFEFFMerged;Reason;Stays',
    '6006491;Two cards;customer-1',
    `6006492;;${memberId}`,
    '',
  );
  expect(faulty).toEqual([]);
  expect(merges).toEqual([
    {
      line: 2,
      text: '6006491;Two cards;customer-1',
      stays: 'customer-1',
      merged: '6006491',
      reason: 'Two cards',
    },
    { line: 3, text: `6006492;;${memberId}`, stays: memberId, merged: '6006492' },
  ]);
});

test('without names of columns the first one stays, and the second one is merged', () => {
  const { merges, faulty } = read('\uFEFFcustomer-1,customer-2', 'customer-3,customer-4');
  expect(faulty).toEqual([]);
  expect(merges.map(({ line, stays, merged }) => [line, stays, merged])).toEqual([
    [1, 'customer-1', 'customer-2'],
    [2, 'customer-3', 'customer-4'],
  ]);
  expect(read('card-1;card-2;Moved').merges).toMatchObject([{ reason: 'Moved' }]);
});

// Taken for cells, they would merge each line the wrong way round, for ever.
test.each([
  ['duplicate,original', ['duplicate', 'original']],
  ['merged,kept', ['kept']],
  ['stays', []],
  ['card-1,card-2,reason,card-4', ['card-1', 'card-4']],
  ['customer-1', ['customer-1']],
])('names that nobody knows stop everything: %s', (header, found) => {
  expect(() => read(header)).toThrow('The first line must name the columns: stays and merged');
  for (const cell of found) expect(() => read(header)).toThrow(`«${cell}»`);
});

test.each([
  ['6.00649E+12,card-1,', 'has a member who stays that a spreadsheet has rounded (6.00649E+12)'],
  ['card-1,6.00649E+12,', 'has a member to merge that a spreadsheet has rounded (6.00649E+12)'],
  [',card-1,', 'has no member who stays'],
  ['card-1,,', 'has no member to merge'],
  ['card-1,card-1,', 'names the same member twice'],
  [`card-1,card-2,${'x'.repeat(501)}`, 'more than 500 characters'],
  ['card-1,card-2', 'has 2 columns, but the first line has 3'],
  ['card-1,card "2,', 'quotation mark'],
])('a line is rejected with its reason: %s', (text, reason) => {
  const { merges, faulty } = read('stays,merged,reason', 'card-8,card-9,', text);
  expect(merges.map(({ line }) => line)).toEqual([2]);
  expect(faulty.map(({ line, message }) => [line, message])).toEqual([[3, expect.stringContaining(reason)]]);
});
