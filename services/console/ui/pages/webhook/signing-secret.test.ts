import { createSigningSecret } from './signing-secret.ts';

test('a secret has 32 bytes in the form of Standard Webhooks, and another one each time', () => {
  const [one, other] = [createSigningSecret(), createSigningSecret()];
  expect(one).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(one).not.toBe(other);
});
