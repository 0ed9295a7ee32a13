import { plainKindOf, plainKinds, plainText, typedPlain } from './typed-plain.ts';

it.each([
  ['40', 'number', 40],
  ['40', 'text', '40'],
  ['1e3', 'number', '1e3'],
  ['false', 'truth', false],
  ['', 'truth', true],
  ['ZA', 'nothing', null],
] as const)('«%s» as a %s is %p', (text, kind, value) => {
  expect(typedPlain(text, kind, 'en-GB')).toBe(value);
});

it('a plain value says of which kind it is, and what it is typed as', () => {
  expect(['a', 1, false, null].map(plainKindOf)).toEqual(plainKinds);
  expect(['a', 1.5, false, null, undefined, ['a']].map(plainText)).toEqual(['a', '1.5', 'false', '', '', '']);
});
