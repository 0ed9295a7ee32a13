import { lettersOf, shownText } from './shown-text.ts';

test.each([
  ['Nomsa Dlamini', 'Nomsa Dlamini'],
  ['<script>', '<script>'],
  ['a\u202eb', 'a[U+202E]b'],
  ['line\nbreak\u0000', 'line[U+000A]break[U+0000]'],
  ['no\u200bwidth\ufeff', 'no[U+200B]width[U+FEFF]'],
  ['👩‍🎤', '👩[U+200D]🎤'],
])('%j is shown as %s', (text, shown) => {
  expect(shownText(text)).toBe(shown);
});

test.each([
  ['Nomsa Dlamini', 'ND'],
  ['Johann Sebastian Bach', 'JB'],
  ['Éric', 'É'],
  ['«Zoë» (VIP)', 'ZV'],
  ['🎉 🎉', ''],
  ['', ''],
])('the initials of %j are %s', (name, initials) => {
  expect(lettersOf(name)).toBe(initials);
});
