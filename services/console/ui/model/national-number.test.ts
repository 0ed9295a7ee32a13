import { isNationalNumber } from './national-number.ts';

test.each([
  ['082 555 0012', true],
  ['0825550012', true],
  ['(082) 555-0012', true],
  ['555.0012', true],
  ['+27 82 555 0012', false],
  ['0027825550012', false],
  ['55 0012', false],
  ['card-0825550012', false],
  ['', false],
])('%j is a national telephone number: %s', (text, isNational) => {
  expect(isNationalNumber(text)).toBe(isNational);
});
