import { findCodeFault } from './code-pools.ts';

test.each(['A', 'SUMMER 25/x', 'ü', '🎁'.repeat(255)])('%j can be a code', (code) => {
  expect(findCodeFault(code)).toBeNull();
});

test.each([
  ['', 'must have 1 to 255 characters'],
  ['x'.repeat(256), 'must have 1 to 255 characters'],
  ['A\tB', 'has a control character in it'],
  ['A\0', 'has a control character in it'],
  ['A\u0085', 'has a control character in it'],
  [Buffer.from([0x41, 0xff]).toString(), 'is not UTF-8'],
  ['\uD83C', 'is not UTF-8'],
])('%j cannot', (code, why) => {
  expect(findCodeFault(code)).toBe(why);
});
