import { LinkReader } from './read-links.ts';

const read = (...texts: readonly string[]) =>
  new LinkReader().read(texts.map((text, at) => ({ line: at + 1, text, value: text, columns: 1 })));

const memberId = '0198c0de-7a11-8d4f-8e32-5c8e3b01d002';

test('columns may be in any order and have any usual separator; optional cells may be empty', () => {
  const { links, faulty } = read(
    '\uFEFFreference;kind;member;state',
    '6006491;CARD;customer-1;',
    `6006492;;${memberId};BLOCKED`,
    '',
  );
  expect(faulty).toEqual([]);
  expect(links).toEqual([
    { line: 2, text: '6006491;CARD;customer-1;', member: 'customer-1', reference: '6006491', kind: 'CARD' },
    {
      line: 3,
      text: `6006492;;${memberId};BLOCKED`,
      member: memberId,
      reference: '6006492',
      state: 'BLOCKED',
    },
  ]);
});

test.each([
  ['customer-1,6006491', ['customer-1', '6006491']],
  ['member,card', ['card']],
])('a first line that does not name the columns stops everything: %s', (header, found) => {
  for (const cell of found) expect(() => read(header)).toThrow(`«${cell}»`);
});

test.each([
  ['customer-1,6.00649E+15,,', 'a spreadsheet has rounded'],
  ['6.00649E+15,card-1,,', 'a spreadsheet has rounded'],
  [',card-1,,', 'has no member'],
  ['customer-1,,,', 'has no reference'],
  ['customer-1,customer-1,,', 'gives a reference to itself'],
  ['customer-1,card-1,,LOST', 'none of ACTIVE, EARN_ONLY, BLOCKED'],
  [`customer-1,card-1,${'x'.repeat(33)},`, 'more than 32 characters'],
  ['customer-1,card-1', 'has 2 columns, but the first line has 4'],
  ['customer-1,card "1,,', 'quotation mark'],
  ['customer-1,card-0,,', 'has the reference of line 2'],
])('a line is rejected with its reason: %s', (text, reason) => {
  const { links, faulty } = read('member,reference,kind,state', 'customer-0,card-0,,', text);
  expect(links.map(({ line }) => line)).toEqual([2]);
  expect(faulty.map(({ line, message }) => [line, message])).toEqual([[3, expect.stringContaining(reason)]]);
});
