import { centsField } from '../numbers/typed-number.ts';
import { faultSentence } from './fault-sentence.ts';

it.each([
  ['must be a string of 1 to 255 characters', '/reason', '', 'Say why, in a few words.'],
  ['is required', '/name', '', 'Give it a name.'],
  ['is required', '/earningRule/percentage', '', 'Fill this in.'],
  ['must be a number > 0 and ≤ 100 with at most 4 decimals', '/earningRule/percentage', '', 'Fill this in.'],
  [
    'must be a number > 0 and ≤ 100 with at most 4 decimals',
    '/earningRule/percentage',
    '120',
    '“120” does not fit here. Enter a number above 0 and up to 100, with at most 4 decimals.',
  ],
  ['must be an integer ≥ 1', '/points', '1.5', '“1.5” does not fit here. Enter a whole number of 1 or more.'],
  [
    'must be an integer from 1 to 10',
    '/maxTimes',
    '11',
    '“11” does not fit here. Enter a whole number from 1 to 10.',
  ],
  ['must be a string of 1 to 255 characters', '/name', 'x'.repeat(300), 'Use at most 255 characters.'],
  ['must be an array of 1 to 100 items', '/earningRule/skus', '', 'List at most 100.'],
  ['must not be before startDate', '/endDate', '2026-01-01', 'Choose an end that is not before the start.'],
  ['must be an event key, or null', '/eventKey', 'A B', 'This must be an event key.'],
])('«%s» of %s with «%s»: %s', (message, pointer, typed, sentence) => {
  expect(faultSentence(message, pointer, { typed })).toBe(sentence);
});

it('a bound in cents is said in rands', () => {
  const write = (cents: number) => centsField(cents, 'en');
  expect(faultSentence('must be an integer from 100 to 5000', '/minSpend', { typed: '0.5', write })).toBe(
    '“0.5” does not fit here. Enter a number from 1 to 50.',
  );
});
