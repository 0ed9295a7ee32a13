import type { IncomingHttpHeaders } from 'node:http';
import { permissionNames } from '@loyalty/contracts/permissions';
import type { EnvironmentId, TenantId } from '@loyalty/kernel';
import type { KeyRecord, KeyResult } from '@loyalty/tables/keys';
import { createMetrics } from '@loyalty/telemetry/metrics';
import { createAuthenticate } from './authenticate.ts';
import type { TokenReading } from './bearer-token.ts';
import { createUnknownCredentials } from './unknown-credentials.ts';

const tenantId = '0198c0de-0000-7000-8000-00000000000a' as TenantId;
const secret = Buffer.alloc(32);
const environmentOf = { test: 1 as EnvironmentId, live: 2 as EnvironmentId };

const keyOf = (
  mode: 'test' | 'live',
  rateLimitPerMinute: number | null = null,
  permissions: KeyRecord['permissions'] = null,
): KeyRecord => ({
  id: `key-${mode}`,
  tenantId,
  environmentId: environmentOf[mode],
  mode,
  rateLimitPerMinute,
  permissions,
  expiresAtMs: permissions === null ? null : 99,
  lastUsedOn: null,
  usedPermissions: new Set(),
  secret,
  closed: null,
});

const keys = new Map([
  ['sk_live_a', keyOf('live')],
  ['sk_test_a', keyOf('test')],
  ['sk_live_fast', keyOf('live', 1_000_000)],
  ['sk_live_narrow', keyOf('live', 7, new Set(['members:find']))],
  ['sk_live_moving', { ...keyOf('live'), closed: 'MOVING' as const }],
  ['sk_live_moved', { ...keyOf('live'), closed: 'MOVED' as const }],
]);

const find = (text: string): KeyResult => {
  const key = keys.get(text);
  if (key !== undefined) return { state: 'valid', key };
  if (text === 'sk_live_revoked') return { state: 'revoked', key: keyOf('live') };
  if (text === 'sk_live_ended') return { state: 'expired', key: keyOf('live') };
  return { state: text === '' ? 'malformed' : 'unknown' };
};

type Modes = readonly ('test' | 'live')[];

const claimsOf = (modes: Modes, tenant: string = tenantId): TokenReading => ({
  ok: true,
  claims: {
    subject: 'ann',
    tenantId: tenant,
    modes,
    permissions: new Set(['members:find']),
    isAdmin: false,
    expiresAtMs: 9,
  },
});

const tokens = new Map<string, TokenReading>([
  ['live-token', claimsOf(['live'])],
  ['test-token', claimsOf(['test'])],
  ['both-token', claimsOf(['live', 'test'])],
  ['orphan-token', claimsOf(['live'], '0198c0de-0000-7000-8000-00000000000b')],
]);

const expired: TokenReading = { ok: false, reason: 'token_expired', detail: 'The token has expired.' };
const forged: TokenReading = { ok: false, reason: 'token_invalid', detail: 'Not of a known key.' };

const environment = {
  tenantId,
  secret,
  evaluateRateLimitPerMinute: null,
  requestsPerMinute: null,
  bulkItemsPerMinute: null,
  configurationWritesPerMinute: null,
  importLinesPerMinute: null,
  importsUntil: null,
  keyRequestsPerMinuteMax: null,
  adjustedPointsPerDay: null,
  totalAdjustedPointsPerDay: null,
  rewardRedeemNeedsRef: false,
  currency: 'ZAR',
  phoneCountry: null,
  closed: null,
};

const uses: unknown[] = [];

const metrics = createMetrics({ service: 'test' });
const unknownCredentials = createUnknownCredentials({ hashKey: Buffer.alloc(32, 7), metrics });
const { hashOf } = unknownCredentials;

const authenticate = createAuthenticate({
  unknownCredentials,
  keys: { find: (text) => Promise.resolve(find(text)) },
  environments: {
    find: (tenant, mode) =>
      Promise.resolve(tenant === tenantId ? { ...environment, environmentId: environmentOf[mode] } : null),
    tenantExists: () => Promise.resolve(false),
  },
  readToken: (token) => Promise.resolve(tokens.get(token) ?? (token === 'old' ? expired : forged)),
  limits: { test: 60, live: 600, token: 700 },
  keyUses: { note: ({ id }, permission) => uses.push([id, permission]) },
});

describe('the credentials of a request (D3, D4, D5)', () => {
  it('may be an API key, which permits everything in its environment where it has no permissions of its own', async () => {
    expect(await authenticate({ 'x-api-key': 'sk_live_a' })).toEqual({
      ok: true,
      credential: {
        kind: 'key',
        id: 'key-live',
        tenantId,
        environmentId: 2,
        mode: 'live',
        permissions: new Set(permissionNames),
        isAdmin: true,
        rateLimitPerMinute: 600,
        subject: 'key-live',
        noteUse: expect.any(Function) as unknown,
      },
    });
  });

  it('may be a narrow key, with its permissions, its end and its limit, whose use is noted (D215, D218)', async () => {
    const found = await authenticate({ 'x-api-key': 'sk_live_narrow' });
    expect(found).toMatchObject({
      ok: true,
      credential: {
        permissions: new Set(['members:find']),
        isAdmin: false,
        expiresAtMs: 99,
        rateLimitPerMinute: 7,
      },
    });
    if (found.ok) found.credential.noteUse?.('members:find');
    expect(uses).toEqual([['key-live', 'members:find']]);
  });

  it('may be a bearer token, counted by subject and environment, with one limit for both (D130, D200)', async () => {
    expect(await authenticate({ authorization: 'Bearer test-token' })).toEqual({
      ok: true,
      credential: {
        kind: 'token',
        id: '1:ann',
        tenantId,
        environmentId: 1,
        mode: 'test',
        permissions: new Set(['members:find']),
        isAdmin: false,
        rateLimitPerMinute: 700,
        subject: 'ann',
        expiresAtMs: 9,
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

  it('carry one limit as tokens, in either environment (D200)', async () => {
    const proved = await authenticate({ authorization: 'Bearer live-token' });
    expect(proved).toMatchObject({ credential: { mode: 'live', rateLimitPerMinute: 700 } });
  });

  it('may be both where they open the same environment; the key counts', async () => {
    const proved = await authenticate({ 'x-api-key': 'sk_live_a', authorization: 'bearer live-token' });
    expect(proved).toMatchObject({ ok: true, credential: { kind: 'key' } });
  });

  it('that were read once choose again with each request (D213)', async () => {
    const openedBy = async (headers: IncomingHttpHeaders): Promise<unknown> => {
      const proved = await authenticate({ authorization: 'Bearer both-token', ...headers });
      return proved.ok ? [proved.credential.mode, proved.credential.id] : proved.code;
    };
    const [test, live] = [
      ['test', '1:ann'],
      ['live', '2:ann'],
    ];
    const opened = [];
    for (const mode of ['test', 'live', 'test', 'test', 'live'])
      opened.push(await openedBy({ 'loyalty-mode': mode }));
    expect(opened).toEqual([test, live, test, test, live]);
    expect(await openedBy({})).toEqual(live);
    expect(await openedBy({ 'x-api-key': 'sk_test_a' })).toEqual(['test', 'key-test']);
  });

  it.each([
    [{ authorization: 'Bearer live-token' }, 'test', { mode: 'test' }],
    [{ authorization: 'Bearer test-token' }, 'live', { mode: 'live' }],
    [{ authorization: 'Bearer both-token' }, 'Test', {}],
    [{ authorization: 'Bearer both-token' }, 'live, test', {}],
    [{ authorization: 'Bearer both-token' }, '', {}],
    [{ 'x-api-key': 'sk_live_a' }, 'test', { mode: 'test' }],
    [{ 'x-api-key': 'sk_live_a', authorization: 'Bearer both-token' }, 'test', { mode: 'test' }],
  ])('%j do not open what Loyalty-Mode %j names: 403 (D213)', async (headers, mode, context) => {
    const refused = await authenticate({ ...headers, 'loyalty-mode': mode });
    expect(refused).toMatchObject({ ok: false, code: 'FORBIDDEN', reason: 'mode', context });
  });

  it.each(['sk_live_a', 'sk_test_a'])('may name the environment that %s opens', async (key) => {
    const proved = await authenticate({ 'x-api-key': key, 'loyalty-mode': key.slice(3, 7) });
    expect(proved.ok).toBe(true);
  });

  const invalidKey = 'The API key in X-API-Key is not valid.';
  const liveKey = { keyId: 'key-live', tenantId, environmentId: 2 };

  it.each([
    ['nothing is sent', {}, 'no_credential', undefined, undefined],
    [
      'the key is unknown',
      { 'x-api-key': 'sk_live_x' },
      'unknown_key',
      invalidKey,
      { credentialHash: hashOf('sk_live_x') },
    ],
    ['the key is empty', { 'x-api-key': '' }, 'malformed_key', invalidKey, { credentialHash: hashOf('') }],
    ['▲ the key was revoked (D139)', { 'x-api-key': 'sk_live_revoked' }, 'revoked_key', invalidKey, liveKey],
    ['the end of the key has come', { 'x-api-key': 'sk_live_ended' }, 'expired_key', invalidKey, liveKey],
    [
      'the end of the key has come, and a valid token of its environment is beside it',
      { 'x-api-key': 'sk_live_ended', authorization: 'Bearer live-token' },
      'expired_key',
      invalidKey,
      liveKey,
    ],
    [
      'the token has expired',
      { authorization: 'Bearer old' },
      'token_expired',
      'The token has expired.',
      { credentialHash: hashOf('old') },
    ],
    [
      'the token is forged',
      { authorization: 'Bearer new' },
      'token_invalid',
      'Not of a known key.',
      { credentialHash: hashOf('new') },
    ],
    [
      'a key is sent as a token',
      { authorization: 'Bearer sk_live_a' },
      'token_invalid',
      'Not of a known key. Send API keys in X-API-Key.',
      { credentialHash: hashOf('sk_live_a') },
    ],
    [
      'a token is sent as a key',
      { 'x-api-key': 'eyJhbGciOiJSUzI1NiJ9.e30.x' },
      'unknown_key',
      `${invalidKey} Send tokens in Authorization, as a bearer token.`,
      { credentialHash: hashOf('eyJhbGciOiJSUzI1NiJ9.e30.x') },
    ],
    [
      'a token is sent as a key, with its scheme',
      { 'x-api-key': 'Bearer live-token' },
      'unknown_key',
      `${invalidKey} Send tokens in Authorization, as a bearer token.`,
      { credentialHash: hashOf('Bearer live-token') },
    ],
    ['the scheme is another', { authorization: 'Basic live-token' }, 'no_credential', undefined, undefined],
    [
      'the tenant of the token is unknown',
      { authorization: 'Bearer orphan-token' },
      'unknown_tenant',
      'The token names a tenant that does not exist.',
      { credentialHash: hashOf('orphan-token') },
    ],
    [
      'key and token disagree',
      { 'x-api-key': 'sk_live_a', authorization: 'Bearer test-token' },
      'credentials_differ',
      'X-API-Key and Authorization open different environments; send one of them.',
      liveKey,
    ],
    [
      'the key is valid and the token is not',
      { 'x-api-key': 'sk_live_a', authorization: 'Bearer old' },
      'token_expired',
      'The token has expired.',
      liveKey,
    ],
    [
      'the token is valid and the key is not',
      { 'x-api-key': 'sk_live_x', authorization: 'Bearer live-token' },
      'unknown_key',
      invalidKey,
      { credentialHash: hashOf('sk_live_x') },
    ],
  ])('are refused with 401 when %s', async (...row) => {
    const [, headers, reason, detail, caller] = row;
    expect(await authenticate(headers)).toEqual({ ok: false, code: 'UNAUTHORIZED', reason, detail, caller });
  });

  it('▲ that nobody has are counted once each, however often they are sent; an expired token is no guess (D139)', async () => {
    const countOf = async (kind: string): Promise<number> => {
      const { body } = await metrics.render();
      return Number(
        new RegExp(`^loyalty_unknown_credentials_total\\{kind="${kind}"\\} (\\d+)$`, 'm').exec(body)?.[1],
      );
    };
    const before = [await countOf('key'), await countOf('token')] as const;
    for (let sent = 0; sent < 5; sent += 1) {
      for (const key of ['sk_live_g1', 'sk_live_g2', 'sk_live_revoked'])
        await authenticate({ 'x-api-key': key });
      for (const token of ['guess', 'old']) await authenticate({ authorization: `Bearer ${token}` });
    }
    expect([(await countOf('key')) - before[0], (await countOf('token')) - before[1]]).toEqual([2, 1]);
  });

  it('are hashed in logs by a key of the installation: alike in all processes, and nothing of them is left', () => {
    const elsewhere = createUnknownCredentials({ hashKey: Buffer.alloc(32, 7), metrics });
    const others = createUnknownCredentials({ hashKey: Buffer.alloc(32, 8), metrics });
    expect(hashOf('sk_live_x')).toMatch(/^[0-9a-f]{12}$/);
    expect(elsewhere.hashOf('sk_live_x')).toBe(hashOf('sk_live_x'));
    expect(others.hashOf('sk_live_x')).not.toBe(hashOf('sk_live_x'));
  });
});
