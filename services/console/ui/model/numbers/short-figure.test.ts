import { shortFigure, shortCentsText, shortText, percentText, rateText } from './short-figure.ts';

test.each([
  [0, '0', ''],
  [9_999, '9,999', ''],
  [-42, '−42', ''],
  [-1_026_000, '−1.03', 'M'],
  [41_208, '41.2', 'K'],
  [5_553_210, '5.55', 'M'],
  [84_200_000, '84.2', 'M'],
  [2 ** 53 - 1, '9010', 'T'],
])('%d is shown as %s%s', (value, digits, unit) => {
  expect(shortFigure(value, 'en')).toEqual({ digits, unit });
});

test('a blank that the locale writes before the unit stays', () => {
  expect(shortFigure(5_553_210, 'de')).toEqual({ digits: '5,55', unit: '\u00a0Mio.' });
});

test('labels beside a chart are short', () => {
  expect([0, 250, 400_000, -200_000].map((value) => shortText(value, 'en'))).toEqual([
    '0',
    '250',
    '400K',
    '−200K',
  ]);
});

test.each([
  [0, 'R0.00'],
  [13_000, 'R130.00'],
  [199, 'R1.99'],
  [842_000_000, 'R8.42M'],
])('%d cents are %s', (cents, text) => {
  expect(shortCentsText(cents, 'en').replaceAll(/\s/g, '')).toBe(text);
});

test.each([
  [0, '0'],
  [0.04, '0.04'],
  [68.41, '68.4'],
  [1_234.5, '1,235'],
])('%d a second is %s', (rate, text) => {
  expect(rateText(rate, 'en')).toBe(text);
});

test('shares are whole percent', () => {
  expect(percentText(0.936, 'en')).toBe('94%');
});
