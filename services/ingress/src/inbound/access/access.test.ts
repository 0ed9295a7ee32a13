import { keySourceOf } from './access.ts';

describe('where the keys of tokens come from (D4)', () => {
  it.each([
    [null, null, { from: 'nowhere' }],
    ['https://idp.example/keys', null, { from: 'jwks', url: 'https://idp.example/keys' }],
    ['http://localhost:9000/keys', null, { from: 'jwks', url: 'http://localhost:9000/keys' }],
    ['http://127.0.0.2/keys', null, { from: 'jwks', url: 'http://127.0.0.2/keys' }],
    ['http://[::1]/keys', null, { from: 'jwks', url: 'http://[::1]/keys' }],
    [null, 'public.pem', { from: 'file', path: 'public.pem' }],
  ])('JWT_JWKS_URL %p and JWT_PUBLIC_KEY_FILE %p mean %p', (jwksUrl, publicKeyFile, source) => {
    expect(keySourceOf({ jwksUrl, publicKeyFile })).toEqual(source);
  });

  it.each([
    ['https://idp.example/keys', 'public.pem'],
    ['idp.example/keys', null],
    ['file:///etc/keys', null],
    ['http://', null],
    // A host on the way could give keys of its own.
    ['http://idp.example/keys', null],
    ['http://10.0.0.7/keys', null],
    ['http://localhost.idp.example/keys', null],
  ])('JWT_JWKS_URL %p and JWT_PUBLIC_KEY_FILE %p are refused', (jwksUrl, publicKeyFile) => {
    expect(() => keySourceOf({ jwksUrl, publicKeyFile })).toThrow(/^JWT_JWKS_URL /);
  });
});
