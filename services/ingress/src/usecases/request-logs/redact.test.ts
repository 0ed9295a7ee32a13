import { redact, redactPath, redactText } from './redact.ts';

const key = `sk_test_${'a1'.repeat(19)}`;
const jwt = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl';

test.each([
  ['an API key', `use ${key}.`, 'use [removed].'],
  ['a live API key', key.replace('test', 'live'), '[removed]'],
  ["a webhook's secret", 'whsec_c2VjcmV0LXNlY3JldA==', '[removed]'],
  ['a JWT', `Bearer ${jwt}`, 'Bearer [removed]'],
  ['the user of a URL', 'https://user:pass@hooks.example/a', 'https://[removed]@hooks.example/a'],
  ['a code of the generator', 'has 98XYTK-9C6JMS-88NAY9', 'has [removed]'],
  ['nothing of other texts', 'card-42, 2026-03-01, a@b.c', 'card-42, 2026-03-01, a@b.c'],
])('a text loses %s', (_what, text, expected) => {
  expect(redactText(text)).toBe(expected);
});

const id = '0198c0de-7a11-8b2c-8a17-93d1e6f0a007';

test.each([
  [`/v1/tenants/${id}/rewards/${id}/redeem`, `/v1/tenants/${id}/rewards/${id}/redeem`],
  [`/v1/tenants/${id}/rewards/SUMMER%2F26`, `/v1/tenants/${id}/rewards/[removed]`],
  [`/v1/tenants/${id}/rewards/98XYTK-9C6JMS-88NAY9/redeem`, `/v1/tenants/${id}/rewards/[removed]/redeem`],
  [`/v1/tenants/${id}/rewards`, `/v1/tenants/${id}/rewards`],
  [`/v1/tenants/${id}/transactions/${key}`, `/v1/tenants/${id}/transactions/[removed]`],
])('▲ the path %s reads %s', (path, expected) => {
  expect(redactPath(path)).toBe(expected);
});

test('▲ fields that hold secrets or codes of vouchers are removed, at any depth and in any spelling', () => {
  const body = {
    url: 'https://a.example',
    secret: 'only sixteen characters',
    nested: [{ 'API-Key': 'x', access_token: { a: 1 }, password: 7 }],
    value: { amount: 25_000, currency: 'ZAR', code: 'SUMMER_26' },
    payload: { voucherCode: 'ABC', pin: 1234, token: null },
    codes: ['ABC', { a: 'ABC' }],
    nested_codes: { Codes: 'ABC' },
  };
  expect(redact(body, 'request')).toEqual({
    url: 'https://a.example',
    secret: '[removed]',
    nested: [{ 'API-Key': '[removed]', access_token: '[removed]', password: '[removed]' }],
    value: { amount: 25_000, currency: 'ZAR', code: '[removed]' },
    payload: { voucherCode: '[removed]', pin: '[removed]', token: null },
    codes: '[removed]',
    nested_codes: { Codes: '[removed]' },
  });
});

test('the code of a problem and those of warnings stay; a code inside of either is removed', () => {
  const refusal = { code: 'MEMBER_SUSPENDED', context: { code: 'ABC' } };
  expect(redact(refusal, 'problem')).toEqual({ code: 'MEMBER_SUSPENDED', context: { code: '[removed]' } });
  const campaign = { id, warnings: [{ code: 'POINT_VALUES_DIFFER', campaign: { code: 'ABC' } }] };
  expect(redact(campaign, 'response')).toEqual({
    id,
    warnings: [{ code: 'POINT_VALUES_DIFFER', campaign: { code: '[removed]' } }],
  });
  expect(redact({ warnings: [{ code: 'ABC' }] }, 'request')).toEqual({ warnings: [{ code: '[removed]' }] });
});

test('values that are no text stay as they are', () => {
  const body = { a: [1, -2.5, true, null, { b: '' }], code: null };
  expect(redact(body, 'response')).toEqual(body);
});
