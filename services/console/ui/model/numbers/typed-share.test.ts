import { typedShare } from './typed-share.ts';

it.each([
  ['80', 0.8],
  ['80 %', 0.8],
  ['0.1', 0.001],
  ['7', 0.07],
  ['101', 1.01],
  ['-5', -0.05],
  ['1e3', null],
  ['', null],
])('«%s» percent are %p', (text, share) => {
  expect(typedShare(text, 'en-GB')).toBe(share);
});
