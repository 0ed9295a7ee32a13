import { isCountryMissing } from './national-number.ts';

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
])('%j is a telephone number that needs a country: %s', (text, isNational) => {
  expect(isCountryMissing(text, { phoneCountry: null })).toBe(isNational);
  expect(isCountryMissing(text, { phoneCountry: 'ZA' })).toBe(false);
  expect(isCountryMissing(text, {})).toBe(false);
  expect(isCountryMissing(text, undefined)).toBe(false);
});
