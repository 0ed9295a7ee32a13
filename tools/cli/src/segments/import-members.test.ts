import { firstColumnOf } from './import-members.ts';

test.each([
  ['customer-1', 'customer-1'],
  ['customer-1\r', 'customer-1'],
  ['customer-1,Ada,1815', 'customer-1'],
  ['"Smith, Ada",x', 'Smith, Ada'],
  ['"say ""hi""",x', 'say "hi"'],
  ['"whole"\r', 'whole'],
  ['"unended,x', '"unended'],
  ['a"b",x', 'a"b"'],
  [',x', ''],
  [' spaced ', ' spaced '],
])('the first column of %j is %j', (line, column) => {
  expect(firstColumnOf(line)).toBe(column);
});
