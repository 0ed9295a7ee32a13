import { placeInFile } from './member-cells.ts';

const renamed = new Map([
  ['customer_no', 'externalRef'],
  ['visits', 'purchases.count'],
  ['expiring', 'lots'],
  ['remark', ''],
]);

test.each([
  ['/externalRef', '«customer_no»'],
  ['/purchases/count', '«visits»'],
  ['/lots/3/expiresAt', '«expiring»'],
  ['/balance', '/balance'],
  ['/lotsOfOthers', '/lotsOfOthers'],
  ['', ''],
])('a fault at %s is shown at %s of the file', (pointer, place) => {
  expect(placeInFile(pointer, renamed)).toBe(place);
});
