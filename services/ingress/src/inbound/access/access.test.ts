import { keySourceOf } from './access.ts';

describe('where the keys of tokens come from (D4)', () => {
  it.each([
    [null, null, { from: 'nowhere' }],
    ['https://idp.example/keys', null, { from: 'jwks', url: 'https://idp.example/keys' }],
    [null, 'public.pem', { from: 'file', path: 'public.pem' }],
  ])('JWT_JWKS_URL %p and JWT_PUBLIC_KEY_FILE %p mean %p', (jwksUrl, publicKeyFile, source) => {
    expect(keySourceOf({ jwksUrl, publicKeyFile })).toEqual(source);
  });

  it.each([
    ['https://idp.example/keys', 'public.pem'],
    ['idp.example/keys', null],
    ['file:///etc/keys', null],
    ['http://', null],
  ])('JWT_JWKS_URL %p and JWT_PUBLIC_KEY_FILE %p are refused', (jwksUrl, publicKeyFile) => {
    expect(() => keySourceOf({ jwksUrl, publicKeyFile })).toThrow(/^JWT_JWKS_URL /);
  });
});
