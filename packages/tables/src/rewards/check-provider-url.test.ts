import { checkProviderUrl } from './change-provider.ts';

test.each([
  'https://acme.example/codes?x=1',
  'http://127.0.0.1:8081/',
  `https://a.example/${'x'.repeat(2_030)}`,
])('%s may be the address of a provider', (url) => {
  expect(checkProviderUrl(url)).toBeNull();
});

test.each([
  ['acme.example/codes', 'is no http or https URL'],
  ['ftp://acme.example', 'is no http or https URL'],
  ['https://me:secret@acme.example', 'has a user or password in it'],
  ['https://me@acme.example', 'has a user or password in it'],
  [`https://a.example/${'x'.repeat(2_031)}`, 'has more than 2048 characters'],
])('%s may not', (url, why) => {
  expect(checkProviderUrl(url)).toBe(why);
});
