import { spanText, waitText } from './spans.ts';

/** Versions of ICU differ in blanks. */
const plain = (text: string): string => text.replace(/\s/g, ' ');

test.each([
  [0, '0 ms'],
  [86.4, '86 ms'],
  [9_840, '9.8 sec'],
  [60_000, '1 minute'],
])('%d milliseconds are written as %s', (ms, text) => {
  expect(plain(spanText(ms, 'en'))).toBe(text);
});

test.each([
  [20_000, '20 seconds'],
  [58_000, '1 minute'],
  [312_000, '5 minutes'],
  [1_750_000, '29 minutes'],
  [7_100_000, '2 hours'],
  [3 * 86_400_000, '3 days'],
])('%d milliseconds are waited as %s', (ms, text) => {
  expect(plain(waitText(ms, 'en'))).toBe(text);
});
