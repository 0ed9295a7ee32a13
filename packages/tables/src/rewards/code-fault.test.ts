import { findCodeFault } from './code-pools.ts';

test.each(['A', 'SUMMER 25/x', 'ü', '🎁'.repeat(255)])('%j can be a code', (code) => {
  expect(findCodeFault(code)).toBeNull();
});

test.each([
  ['', 'must have 1 to 255 characters'],
  ['x'.repeat(256), 'must have 1 to 255 characters'],
  ['A\tB', 'must not contain a control character'],
  ['A\0', 'must not contain a control character'],
  ['A\u0085', 'must not contain a control character'],
  [Buffer.from([0x41, 0xff]).toString(), 'must be UTF-8'],
  ['\uD83C', 'must be UTF-8'],
])('%j cannot', (code, why) => {
  expect(findCodeFault(code)).toBe(why);
});
