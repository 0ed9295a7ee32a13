import { changeText, centsText, pointsText, shareOf, valueCents } from './figures.ts';

test.each([
  [0, '0'],
  [4_218, '4,218'],
  [-1_026, '−1,026'],
  [2 ** 53 - 1, '9,007,199,254,740,991'],
])('%d points are written as %s', (points, text) => {
  expect(pointsText(points, 'en')).toBe(text);
});

test.each([
  [316, '+316'],
  [-500, '−500'],
  [0, '0'],
  [-1_284, '−1,284'],
])('a change of %d is written as %s', (points, text) => {
  expect(changeText(points, 'en')).toBe(text);
});

// Versions of ICU differ in blanks.
test.each([
  ['en', 42_180, 'R421.80'],
  ['en', 1, 'R0.01'],
  ['en-ZA', 1_000_50, 'R1000,50'],
])('in %s, %d cents are %s', (locale, cents, text) => {
  expect(centsText(cents, locale).replaceAll(/\s/g, '')).toBe(text);
});

test.each([
  [4_218, 10, 42_180],
  [1, 3, 33],
  [3, 3, 100],
  [0, 10, 0],
])('%d points at %d for a rand are worth %d cents', (points, rate, cents) => {
  expect(valueCents(points, rate)).toBe(cents);
});

test.each([
  [760, 240, 0.76],
  [0, 0, 0],
  [5, -5, 0],
  [10, 0, 1],
])('with %d done and %d missing, the share is %d', (done, missing, share) => {
  expect(shareOf(done, missing)).toBe(share);
});
