import type { EnvironmentId, TenantId } from '@loyalty/kernel';
import type { KeyRecord } from '@loyalty/tables/tenants/directories';
import { createAuthenticate } from './authenticate.ts';
import type { TokenReading } from './bearer-token.ts';

const tenantId = '0198c0de-0000-7000-8000-00000000000a' as TenantId;
const secret = Buffer.alloc(32);
const environmentOf = { test: 1 as EnvironmentId, live: 2 as EnvironmentId };

const keyOf = (mode: 'test' | 'live', rateLimitPerMinute: number | null = null): KeyRecord => ({
  id: `key-${mode}`,
  tenantId,
  environmentId: environmentOf[mode],
  mode,
  rateLimitPerMinute,
  secret,
  closed: null,
});

const keys = new Map([
  ['sk_live_a', keyOf('live')],
  ['sk_test_a', keyOf('test')],
  ['sk_live_fast', keyOf('live', 1_000_000)],
  ['sk_live_moving', { ...keyOf('live'), closed: 'MOVING' as const }],
  ['sk_live_moved', { ...keyOf('live'), closed: 'MOVED' as const }],
]);

const claimsOf = (mode: 'test' | 'live', tenant: string = tenantId): TokenReading => ({
  ok: true,
  claims: { subject: 'ann', tenantId: tenant, mode, permissions: new Set(['read']), expiresAtMs: 0 },
});

const tokens = new Map<string, TokenReading>([
  ['live-token', claimsOf('live')],
  ['test-token', claimsOf('test')],
  ['orphan-token', claimsOf('live', '0198c0de-0000-7000-8000-00000000000b')],
]);

const expired: TokenReading = { ok: false, reason: 'token_expired', detail: 'The token has expired.' };

const environment = {
  tenantId,
  secret,
  evaluateRateLimitPerMinute: null,
  requestsPerMinute: null,
  bulkItemsPerMinute: null,
  configurationWritesPerMinute: null,
  phoneCountry: null,
  closed: null,
};

const authenticate = createAuthenticate({
  keys: { find: (text) => Promise.resolve(keys.get(text) ?? null) },
  environments: {
    find: (tenant, mode) =>
      Promise.resolve(tenant === tenantId ? { ...environment, environmentId: environmentOf[mode] } : null),
    tenantExists: () => Promise.resolve(false),
  },
  readToken: (token) => Promise.resolve(tokens.get(token) ?? expired),
  limits: { test: 60, live: 600 },
});

describe('the credentials of a request (D3, D4, D5)', () => {
  it('may be an API key, which permits everything in its environment', async () => {
    expect(await authenticate({ 'x-api-key': 'sk_live_a' })).toEqual({
      ok: true,
      credential: {
        kind: 'key',
        id: 'key-live',
        tenantId,
        environmentId: 2,
        mode: 'live',
        permissions: new Set(['admin']),
        rateLimitPerMinute: 600,
        subject: 'key-live',
      },
    });
  });

  it('may be a bearer token, counted by subject and environment', async () => {
    expect(await authenticate({ authorization: 'Bearer test-token' })).toEqual({
      ok: true,
      credential: {
        kind: 'token',
        id: '1:ann',
        tenantId,
        environmentId: 1,
        mode: 'test',
        permissions: new Set(['read']),
        rateLimitPerMinute: 60,
        subject: 'ann',
      },
    });
  });

  it.each(['moving', 'moved'])(
    'open nothing of a tenant that is %s: 503 says so, and a repeat may be answered',
    async (how) => {
      const code = `TENANT_${how.toUpperCase()}`;
      await expect(authenticate({ 'x-api-key': `sk_live_${how}` })).rejects.toMatchObject({
        code,
        retry: true,
      });
    },
  );

  it('carry the limit of their key where it has one', async () => {
    const proved = await authenticate({ 'x-api-key': 'sk_live_fast' });
    expect(proved).toMatchObject({ credential: { rateLimitPerMinute: 1_000_000 } });
  });

  it('may be both where they open the same environment; the key counts', async () => {
    const proved = await authenticate({ 'x-api-key': 'sk_live_a', authorization: 'bearer live-token' });
    expect(proved).toMatchObject({ ok: true, credential: { kind: 'key' } });
  });

  it.each([
    ['nothing is sent', {}, 'no_credential', undefined],
    [
      'the key is unknown',
      { 'x-api-key': 'sk_live_x' },
      'unknown_key',
      'The API key in X-API-Key is not valid.',
    ],
    ['the key is empty', { 'x-api-key': '' }, 'unknown_key', 'The API key in X-API-Key is not valid.'],
    ['the token is refused', { authorization: 'Bearer old' }, 'token_expired', 'The token has expired.'],
    ['the scheme is another', { authorization: 'Basic live-token' }, 'no_credential', undefined],
    [
      'the tenant of the token is unknown',
      { authorization: 'Bearer orphan-token' },
      'unknown_tenant',
      'The token names a tenant that does not exist.',
    ],
    [
      'key and token disagree',
      { 'x-api-key': 'sk_live_a', authorization: 'Bearer test-token' },
      'credentials_differ',
      'X-API-Key and Authorization open different environments; send one of them.',
    ],
    [
      'the key is valid and the token is not',
      { 'x-api-key': 'sk_live_a', authorization: 'Bearer old' },
      'token_expired',
      'The token has expired.',
    ],
    [
      'the token is valid and the key is not',
      { 'x-api-key': 'sk_live_x', authorization: 'Bearer live-token' },
      'unknown_key',
      'The API key in X-API-Key is not valid.',
    ],
  ])('are refused with 401 when %s', async (_, headers, reason, detail) => {
    const expected = { ok: false, code: 'UNAUTHORIZED', reason, ...(detail === undefined ? {} : { detail }) };
    expect(await authenticate(headers)).toEqual(expected);
  });
});
